// The reply is written by a model, and shaped (T1–T5).
import { and, not } from 'xstate'
import { composeInput } from '../call-inputs.ts'
import type { Composed } from '../children.ts'
import { gated, record } from '../record.ts'
import { groupSetup } from '../setup.ts'
import type { GroupContext } from '../context.ts'
import { composes, pauses } from '../verdicts/calls.ts'
import { timeOf } from '../../rules/time.ts'
import { ofPersonLimit } from './person-limit.ts'
import { modelCall } from './model-call.ts'

const composed = ({ event }: { event: { output: Composed } }): Composed => event.output
const begunEntries = ({ event }: { event: { output: Composed } }) => event.output.run?.entries ?? []
const keepDraft = { type: 'keepDraft', params: composed } as const
const ends = '#group.turn.cooling'

export const composing = groupSetup.createStateConfig(
  modelCall({
    id: 'compose',
    src: 'compose',
    description: 'The reply is written and shaped.',
    meanwhile: 'What is said meanwhile may answer the batch: the draft is then judged again (L3).',
    entry: [],
    input: ({ context, event }: { context: GroupContext; event: { type: string } }) =>
      composeInput(context, timeOf(event)),
    onDone: [
      {
        description: 'It calls tools: the answer is what they lead to.',
        guard: 'callsTools',
        target: '#group.turn.working',
        ...gated(
          'compose',
          composes('draft', 'toolsCalled'),
          { type: 'recordEntries', params: begunEntries },
          {
            type: 'beginRun',
            params: composed,
          },
        ),
      },
      {
        description: 'It wrote in place of sending: that is posted nowhere (A14).',
        guard: 'sendsItself',
        target: ends,
        ...gated('compose', composes('skip', 'sendsItself')),
      },
      {
        description: 'It was asked, and has nothing to say (I6).',
        guard: 'isSilence',
        target: ends,
        ...gated('compose', composes('skip', 'modelSilent')),
      },
      {
        guard: 'isBlank',
        target: ends,
        ...gated('compose', composes('skip', 'emptyReply')),
      },
      {
        description: 'A person asked for what was said before: it is pointed at (T5).',
        guard: and(['isRepetition', 'isRequestedByPerson', not('isScheduled')]),
        target: '#group.turn.delaying',
        ...gated(
          'compose',
          composes('draft', 'repeatedAsReaction'),
          'countRepeat',
          keepDraft,
          'pointBack',
          record(pauses),
        ),
      },
      {
        guard: 'isRepetition',
        target: ends,
        ...gated('compose', composes('skip', 'repeated'), 'countRepeat'),
      },
      {
        target: '#group.turn.delaying',
        ...gated('compose', composes('draft', 'written'), keepDraft, record(pauses)),
      },
    ],
    again: 'rechecking',
    onError: ofPersonLimit,
    failed: [],
    on: {},
  }),
)
