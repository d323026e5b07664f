// The intent gate: a model decides whether the bot should speak (I1–I5).
import { and, not } from 'xstate'
import { decideInput } from '../call-inputs.ts'
import type { Decision } from '../children.ts'
import { gated } from '../record.ts'
import { groupSetup } from '../setup.ts'
import type { GroupContext } from '../context.ts'
import { decides, failsAt } from '../verdicts/calls.ts'
import { timeOf } from '../../rules/time.ts'
import { ofPersonLimit } from './person-limit.ts'
import { modelCall } from './model-call.ts'

const decision = ({ event }: { event: { output: Decision } }): Decision => event.output
const backOff = {
  type: 'lengthenSkipBackoff',
  params: ({ event }: { event: { output: Decision } }) => event.output,
} as const
const ends = '#group.turn.cooling'

export const deciding = groupSetup.createStateConfig(
  modelCall({
    id: 'decide',
    src: 'decide',
    description: 'A model decides whether the bot should speak.',
    meanwhile: 'What is said meanwhile may answer the batch: the draft is then judged again (L3).',
    entry: [],
    input: ({ context, event }: { context: GroupContext; event: { type: string } }) =>
      decideInput(context, timeOf(event)),
    onDone: [
      {
        guard: 'isUnwanted',
        target: ends,
        ...gated('decide', decides('skip'), backOff),
      },
      {
        description: 'The model itself says that somebody else is meant.',
        guard: 'isForOthers',
        target: ends,
        ...gated('decide', decides('skip', 'addressedToOtherByModel'), backOff),
      },
      {
        guard: and([not('isAddressed'), 'isBelowThreshold']),
        target: ends,
        ...gated('decide', decides('skip', 'notRelevantEnough'), backOff),
      },
      {
        target: 'rechecking',
        ...gated('decide', decides('reply'), { type: 'keepDecision', params: decision }),
      },
    ],
    again: 'checking',
    onError: [
      ...ofPersonLimit,
      {
        description: 'Who asks is answered, though the judgement cannot be read: the reply may still be silence.',
        guard: and(['isUnreadable', 'isRequestedByPerson']),
        target: 'rechecking',
        ...gated('decide', failsAt('decide')),
      },
    ],
    failed: [{ type: 'lengthenSkipBackoff', params: {} }],
    on: {},
  }),
)
