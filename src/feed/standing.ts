// How an actor stands, read off its snapshot: plain figures, never a text of the talk.
import type { AnyMachineSnapshot } from 'xstate'
import type { Vitality } from '../../machines/group/settings.ts'
import type { GroupContext } from '../../machines/group/context.ts'
import { budgetFigures } from '../../machines/rules/budget.ts'
import { delayNameOf } from '../../machines/delay-name.ts'
import type { RunningTimer, Standing } from '../store/tape-record.ts'

export type PendingTimer = Pick<RunningTimer, 'id' | 'due'>

/** Of a group's snapshot at a time, ms. Throws when it is no group's. */
export function standingOf(snapshot: unknown, timers: readonly PendingTimer[], at: number): Standing {
  const { _nodes: nodes, value, context } = snapshot as AnyMachineSnapshot
  const { queue, budget, room, self, input } = context as GroupContext
  return {
    active: activeIn(nodes),
    vitality: (value as { vitality: Vitality }).vitality,
    timers: timers.map(runningTimer),
    messagesIn5m: room.activity.messages,
    speakersIn5m: room.activity.unique,
    waiting: queue.pending.length + queue.buffer.length,
    skipsInARow: self.stats.skipsInARow,
    budget: budgetFigures(budget, input.settings, at).map(({ window, limit, messages, tokens }) => ({
      window,
      durationMs: limit.durationMs,
      messages,
      maxMessages: limit.maxMessages,
      tokens,
      maxTokens: limit.maxTokens,
    })),
    policy: self.policy ?? input.settings.policy,
    ...(self.policy && { policySet: true }),
    ...((value as { control: string }).control === 'muted' && { muted: true }),
    ...(input.paused && { paused: true }),
  }
}

/** Of a chart that has no such figures. */
export const statesOf = ({ _nodes: nodes }: AnyMachineSnapshot, timers: readonly PendingTimer[]): Standing => ({
  active: activeIn(nodes),
  vitality: 'DORMANT',
  timers: timers.map(runningTimer),
  messagesIn5m: 0,
  speakersIn5m: 0,
  waiting: 0,
  skipsInARow: 0,
  budget: [],
})

/** By the list of nodes, which snapshots in the same states share. */
const known = new WeakMap<object, string[]>()

function activeIn(nodes: AnyMachineSnapshot['_nodes']): string[] {
  let active = known.get(nodes)
  if (!active) {
    active = nodes.toSorted((a, b) => a.order - b.order).flatMap(({ id, parent }) => (parent ? [id] : []))
    known.set(nodes, active)
  }
  return active
}

const runningTimer = ({ id, due }: PendingTimer): RunningTimer => ({ id, name: delayNameOf(id), due })
