// Somebody spoke during the typing delay: the draft is judged again before it is sent (L3, L4).
import { and, not } from 'xstate'
import { decideInput } from '../call-inputs.ts'
import { gated, record } from '../record.ts'
import { groupSetup } from '../setup.ts'
import type { GroupContext } from '../context.ts'
import { callsOff, draftGoes, outrun, rejudges } from '../verdicts/calls.ts'
import { timeOf } from '../../rules/time.ts'
import { writtenAnew } from './delaying.ts'
import { modelCall } from './model-call.ts'
import { onStopOfCall } from './stops.ts'
import { calledOff, cutShort } from './withdrawn.ts'

export const rejudging = groupSetup.createStateConfig(
  modelCall({
    id: 'rejudge',
    src: 'decide',
    description: 'Somebody spoke during the typing delay: does the draft still add something?',
    meanwhile: 'It has the draft judged once more; more of the request has it written anew.',
    entry: ['beginRejudgement'],
    input: ({ context, event }: { context: GroupContext; event: { type: string } }) =>
      decideInput(context, timeOf(event)),
    onDone: [
      { ...calledOff, actions: [record(rejudges), record(callsOff)] },
      { ...cutShort, actions: [record(rejudges), ...cutShort.actions] },
      { ...writtenAnew, actions: [record(rejudges), ...writtenAnew.actions] },
      {
        guard: 'isDropped',
        target: 'cooling',
        ...gated('rejudge', rejudges),
      },
      {
        description: 'Somebody spoke while it was judged: it is judged by that, too.',
        guard: and(['isOvertaken', not('isJudgedOut')]),
        target: 'delaying.due',
        ...gated('rejudge', rejudges, 'keepRejudgement'),
      },
      {
        description: 'The talk goes on faster than it can be judged, and nobody asked.',
        guard: and(['isOvertaken', not('isRequestedByPerson')]),
        target: 'cooling',
        ...gated('rejudge', outrun),
      },
      {
        description: 'The judgement took so long that what it answers is too old by now (L6).',
        guard: 'isExpired',
        target: 'cooling',
        ...gated('delay', rejudges, record(draftGoes('skip', 'messageTooOld'))),
      },
      {
        guard: 'isShortened',
        target: 'sending',
        ...gated('rejudge', rejudges, 'shortenDraft'),
      },
      { target: 'sending', ...gated('rejudge', rejudges) },
    ],
    again: 'delaying.due',
    onError: [],
    failed: [],
    on: onStopOfCall,
  }),
)
