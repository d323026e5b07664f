// Shows in a group that a bot writes there: from the start of its reply until the turn ends (A11).
import type { SnapshotFrom } from 'xstate'
import { answeredOf } from '../../machines/group/changes.ts'
import type { groupMachine } from '../../machines/group/group.ts'
import { isTurnEnd } from '../../machines/group/verdicts/kinds.ts'
import { partsOf } from '../room/key.ts'
import { type Step, verdictsOf } from '../room/steps.ts'

/** Resolves with how to take it back. */
type Show = (bot: string, group: string, message: string) => Promise<() => Promise<void>>

const nothing = (): Promise<void> => Promise.resolve()

/** Once a turn, however often its reply is written anew; that it cannot be shown matters to nobody. */
export function makeTyping(show: Show) {
  const shown = new Map<string, Promise<() => Promise<void>>>()
  const hiding = new Set<Promise<void>>()

  /** The next turn may begin at once, whatever the channel still has to do. */
  function end(key: string): void {
    const showing = shown.get(key)
    if (!showing) return
    shown.delete(key)
    const hidden = showing
      .then((hide) => hide())
      .catch(nothing)
      .finally(() => hiding.delete(hidden))
    hiding.add(hidden)
  }

  return {
    committed(step: Step): void {
      const { key, started, snapshot } = step
      if (verdictsOf(step).some(isTurnEnd)) end(key)
      if (shown.has(key) || !started.some(({ src }) => src === 'compose')) return
      const { turn } = (snapshot as SnapshotFrom<typeof groupMachine>).context
      const message = turn && answeredOf(turn.batch)
      const { bot, group } = partsOf(key)
      if (message)
        shown.set(
          key,
          (async () => show(bot, group, message.id))().catch(() => nothing),
        )
    },
    /** No turn of this actor goes on. */
    halted: end,
    async stop(): Promise<void> {
      for (const key of shown.keys()) end(key)
      await Promise.all(hiding)
    },
  }
}
