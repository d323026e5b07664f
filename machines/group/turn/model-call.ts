// What the model calls of a turn have in common: what they cost, and what is said meanwhile.
import type { Failure } from '../children.ts'

export const failure = ({ event }: { event: { error: unknown } }): Failure => event.error as Failure
export const costOfFailure = ({ event }: { event: { error: unknown } }) => ({ tokens: failure({ event }).tokens })
export const costOfOutput = ({ event }: { event: { output: { tokens: number } } }) => ({ tokens: event.output.tokens })

export const meanwhile = {
  description: 'What is said meanwhile may answer the batch: the draft is then judged again (L3).',
  guard: 'isOthers',
  actions: 'noteTalk',
} as const
