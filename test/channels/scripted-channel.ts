// A channel whose every answer the test gives, and the lines that are open on it.
import type { Channel, Line } from '../../src/channels/channel.ts'

/** `log`: what was asked of it and what was closed, in order. */
export function scriptedChannel({ name = 'feishu', closing = () => Promise.resolve() } = {}) {
  const log: string[] = []
  const asked: PromiseWithResolvers<{ id: string; name: string }>[] = []
  const lines: { line: Line; opened: PromiseWithResolvers<void>; isOpen: boolean }[] = []
  let most = 0
  const last = <T>(all: readonly T[]): T => {
    const found = all.at(-1)
    if (!found) throw new Error('nothing was asked of the channel yet')
    return found
  }
  const channel: Channel = {
    name,
    identify({ id }) {
      log.push(`who is ${id}?`)
      asked.push(Promise.withResolvers())
      return last(asked).promise
    },
    async connect({ id }, line) {
      log.push(`open ${id}`)
      const made = { line, opened: Promise.withResolvers<void>(), isOpen: false }
      lines.push(made)
      await made.opened.promise
      made.isOpen = true
      most = Math.max(most, lines.filter(({ isOpen }) => isOpen).length)
      return async () => {
        log.push(`close ${id}`)
        await closing()
        made.isOpen = false
      }
    },
    start: () => Promise.resolve(),
    send: () => Promise.reject(new Error('nothing is sent here')),
    stop: () => Promise.resolve(),
  }
  return {
    channel,
    log,
    lines,
    open: (): number => lines.filter(({ isOpen }) => isOpen).length,
    mostAtOnce: (): number => most,
    /** The last question and the last line. */
    tells: (own: { id: string; name: string }): Promise<void> => settled(() => last(asked).resolve(own)),
    refuses: (error: unknown): Promise<void> => settled(() => last(asked).reject(error)),
    /** What the earlier questions get is told late. */
    asked,
    opens: (): Promise<void> => settled(() => last(lines).opened.resolve()),
    fails: (error: unknown): Promise<void> => settled(() => last(lines).opened.reject(error)),
    line: (): Line => last(lines).line,
  }
}

/** Until every promise that can go on has. */
export async function settled(act: () => void = () => {}): Promise<void> {
  act()
  await new Promise((resolve) => setImmediate(resolve))
}
