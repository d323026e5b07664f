// A person has had their share of the day: what they ask leaves the turn, which goes on with what others said.
import { and } from 'xstate'
import type { Failure } from '../children.ts'
import { gated, record } from '../record.ts'
import { othersGoOn, refusesAsker } from '../verdicts/budget.ts'

const failure = ({ event }: { event: { error: unknown } }): Failure => event.error as Failure

const refuses = gated('budget', refusesAsker, { type: 'refuseAsker', params: failure })

/** The limits of the day say no to a call, or to the post: what that person asks leaves the turn. */
export const ofPersonLimit = [
  { guard: and(['isPersonLimit', 'hasSigns']), target: '#group.turn.declining', ...refuses },
  {
    guard: and(['isPersonLimit', 'asksWithOthers']),
    target: '#group.turn.dispatching',
    ...gated('budget', refusesAsker, { type: 'refuseAsker', params: failure }, record(othersGoOn)),
  },
  { guard: 'isPersonLimit', target: '#group.turn.cooling', ...refuses },
] as const
