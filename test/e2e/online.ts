// What a service's log tells of its bots: that they are online, and what their gates said.
import { onTestFinished } from 'vitest'
import { running } from './running.ts'
import { said, waitFor } from './visitor.ts'

export type Verdict = Parameters<typeof said>[0][number] & { group: string }
type Line = Readonly<Record<string, unknown>>

/** `lines`: all that was logged by now. */
export function botsIn(lines: () => readonly Line[]) {
  const linesOf = (about: Line) =>
    lines().filter((line) => Object.entries(about).every(([key, value]) => line[key] === value))
  const verdicts = (bot: string, about: Line = {}) =>
    linesOf({ ...about, bot }).filter(({ gate }) => gate) as unknown as Verdict[]
  return {
    linesOf,
    verdicts,
    isOnline: (bot: string, times = 1) =>
      waitFor(`${bot} online`, () => linesOf({ bot, msg: 'the bot is online' }).length >= times || undefined),
    /** What the bot's gates said in the turn with this message, once the turn has ended. */
    outcome: (bot: string, id: string, about: Line = {}): Promise<string[]> =>
      waitFor(`a turn of ${bot} with ${id}`, () => {
        const all = verdicts(bot, about)
        const turn = all.find(({ gate, messages }) => gate === 'dispatch' && messages.includes(id))?.turn
        const own = all.filter((verdict) => turn !== undefined && verdict.turn === turn)
        return own.some(({ gate, outcome }) => gate === 'dispatch' && outcome === 'end') ? said(own) : undefined
      }),
  }
}

/** Resolves when these bots are online; the service stops with its test. */
export async function online(home: string, file: object, bots: readonly string[]) {
  const service = await running(home, file)
  onTestFinished(service.stop)
  const log = botsIn(() => service.lines)
  await Promise.all(bots.map((bot) => log.isOnline(bot)))
  return { ...service, ...log }
}
