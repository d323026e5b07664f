// What an operator allows an actor, and what of its turn could still be dropped, read off its standing.
import type { Standing } from '../../src/feed/contract.ts'

export type Silence = 'muted' | 'paused'

/** On tapes of older versions a pause is a state, and a mute is none under it. */
export function silencesOf({ active, muted, paused }: Pick<Standing, 'active' | 'muted' | 'paused'>): Silence[] {
  const isPaused = paused ?? active.some((id) => id.endsWith('.control.paused'))
  const isMuted = muted ?? active.some((id) => id.endsWith('.control.muted'))
  return [...(isPaused ? (['paused'] as const) : []), ...(isMuted ? (['muted'] as const) : [])]
}

/** How far the reply is that a drop would end. */
export type Stage = 'waiting' | 'unwritten' | 'writing' | 'written' | 'judged' | 'undelivered'

const stages: [state: RegExp, stage: Stage][] = [
  [/\.turn\.(?:awaitingBudget|declining)$/, 'waiting'],
  [/\.turn\.dispatching\.composing$/, 'writing'],
  [/\.turn\.dispatching$/, 'unwritten'],
  [/\.turn\.delaying$/, 'written'],
  [/\.turn\.rejudging$/, 'judged'],
  [/\.turn\.sending\.backingOff$/, 'undelivered'],
]

/** undefined: nothing is under way, or it is being posted right now and nobody can hold it. */
export const stageOf = (active: readonly string[]): Stage | undefined =>
  stages.find(([state]) => active.some((id) => state.test(id)))?.[1]
