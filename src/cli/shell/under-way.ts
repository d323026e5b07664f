// Whether the bot is at work for the shell, read off the steps of its chart.
import type { GroupContext } from '../../../machines/group/context.ts'
import type { TracedStep } from '../../room/steps.ts'

export type UnderWay = ReturnType<typeof followWork>

type Known = Pick<GroupContext, 'queue' | 'turn' | 'run' | 'commands' | 'scheduled'>

/** `key`: of the bot's chart. */
export function followWork(key: string) {
  let now: Known | undefined
  const reached = new Set<string>()
  let waiting: (() => void)[] = []

  const isWaiting = (): boolean =>
    now !== undefined &&
    (now.commands ?? []).length + (now.scheduled ?? []).length + now.queue.buffer.length + now.queue.pending.length > 0
  const isAtWork = (): boolean => now?.turn !== undefined || now?.run !== undefined
  const asks = (): number[] => (now?.run?.ask === undefined ? [] : [now.run.ask.n])

  return {
    see(step: Pick<TracedStep, 'key' | 'event' | 'snapshot'>): void {
      if (step.key !== key) return
      now = (step.snapshot as { context: Known }).context
      const { message } = step.event as { message?: { id?: string } | string }
      if (typeof message === 'object' && message.id !== undefined) reached.add(message.id)
      for (const goOn of waiting.splice(0)) goOn()
    },
    isBusy: (): boolean => isAtWork() || isWaiting(),
    /** At a reply, or with tools: `,stop` ends it. */
    isAtWork,
    /** Numbers of the calls that wait for a word. */
    asks,
    isInTurn: (): boolean => now?.turn !== undefined,
    /**
     * Resolves when nothing is under way any more and the message, if one is named, was read; after a message also when what is
     * under way needs a word; or when the signal says so.
     */
    async untilIdle(signal: AbortSignal, message?: string): Promise<void> {
      const needsWord = (): boolean => message !== undefined && asks().length > 0
      const isDone = (): boolean =>
        !isWaiting() && (!isAtWork() || needsWord()) && (message === undefined || reached.has(message))
      while (!signal.aborted && !isDone()) {
        // oxlint-disable-next-line no-await-in-loop -- one step after the other
        await new Promise<void>((resolve) => {
          const goOn = (): void => {
            signal.removeEventListener('abort', goOn)
            waiting = waiting.filter((each) => each !== goOn)
            resolve()
          }
          waiting.push(goOn)
          signal.addEventListener('abort', goOn, { once: true })
        })
      }
    },
  }
}
