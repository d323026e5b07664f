// How an actor stands, read off its snapshot: plain figures, never a text of the talk.
import type { AnyMachineSnapshot } from 'xstate'
import type { Vitality } from '../../machines/group/settings.ts'
import type { GroupContext } from '../../machines/group/types.ts'
import { budgetFigures } from '../../machines/rules/budget.ts'
import { delayNameOf } from '../../machines/delay-name.ts'
import type { RunningTimer, Standing } from '../store/tape-record.ts'

export type PendingTimer = Pick<RunningTimer, 'id' | 'due'>

/** Of a group's snapshot at a time, ms. Throws when it is no group's. */
export function standingOf(snapshot: unknown, timers: readonly PendingTimer[], at: number): Standing {
  const { _nodes: nodes, value, context } = snapshot as AnyMachineSnapshot
  const { activity, pending, buffer, stats, ledger, input, control } = context as GroupContext
  return {
    active: nodes.toSorted((a, b) => a.order - b.order).flatMap(({ id, parent }) => (parent ? [id] : [])),
    vitality: (value as { vitality: Vitality }).vitality,
    timers: timers.map(runningTimer),
    messagesIn5m: activity.messages,
    speakersIn5m: activity.unique,
    waiting: pending.length + buffer.length,
    skipsInARow: stats.skipsInARow,
    budget: budgetFigures(ledger, input.settings, at).map(({ window, limit, messages, tokens }) => ({
      window,
      durationMs: limit.durationMs,
      messages,
      maxMessages: limit.maxMessages,
      tokens,
      maxTokens: limit.maxTokens,
    })),
    policy: control.policy ?? input.settings.policy,
    ...(control.policy && { policySet: true }),
    ...((value as { control: string }).control === 'muted' && { muted: true }),
    ...(input.paused && { paused: true }),
  }
}

const runningTimer = ({ id, due }: PendingTimer): RunningTimer => ({ id, name: delayNameOf(id), due })
