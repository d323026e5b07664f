// What a check of a channel found, told of a bot or a peer.
import type { Found } from './plugin.ts'

export const ok = (whose: string, found: string): Found => ({ sign: 'ok', found: `${whose} ${found}` })
export const warn = (whose: string, found: string, next: string): Found => ({ ...ok(whose, found), sign: 'warn', next })
export const bad = (whose: string, found: string, next: string): Found => ({ ...ok(whose, found), sign: 'bad', next })

/** A line of its own would end the one of a service that runs, or take events from it. */
export const heldLine = (bot: string): Found => ok(bot, 'is left to the running service: its page shows the line')

/** Opens a line until it stands, fails or takes longer than `ms`, and closes it again. */
export async function checkLine(
  open: (tell: (found: Found) => void) => { stop: () => void | Promise<void> },
  { ms, late }: { ms: number; late: Found },
): Promise<Found> {
  const { promise, resolve } = Promise.withResolvers<Found>()
  const timer = setTimeout(() => resolve(late), ms)
  const { stop } = open(resolve)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await stop()
  }
}
