// One call of the model: its tokens are held before it is made, and told to the group's chart before and after (U3).
import { momentOf, thinkInput } from './changes.ts'
import { ceilingReached, failed, failsTooOften, refusedByHook, stillTooLong } from './call-failures.ts'
import type { Answer, Thought } from './children.ts'
import type { AgentContext } from './context.ts'
import { agentSetup } from './setup.ts'
import { thinks } from './verdicts.ts'

const thought = ({ event }: { event: { output: Thought } }): Thought => event.output
const entries = ({ event }: { event: { output: Thought } }) => event.output.entries
const answer = ({ event }: { event: { output: Thought } }): Answer => event.output.answer as Answer
const record = { type: 'recordEntries', params: entries } as const
const again = { target: 'backingOff', meta: { gate: 'work' }, actions: [failed, 'countFailure'] } as const

export const thinking = agentSetup.createStateConfig({
  description: 'A model reads the talk and the tape of the run: it calls tools, or it answers.',
  tags: 'busy',
  meta: { gate: 'work' },
  entry: ['reserveTokens', 'tellHeld'],
  exit: ['settleTokens', 'tellSpent'],
  invoke: {
    id: 'think',
    src: 'think',
    input: ({ context, event }: { context: AgentContext; event: { type: string } }) =>
      thinkInput(context, momentOf(context, event)),
    onDone: [
      {
        guard: { type: 'isAnswer', params: thought },
        target: 'routing',
        meta: { gate: 'work' },
        actions: [
          { type: 'recordVerdict', params: thinks('runAnswered') },
          record,
          { type: 'keepAnswer', params: answer },
        ],
      },
      {
        description: 'It calls tools though none are on offer.',
        guard: { type: 'isBeyondLast', params: thought },
        target: 'exhausted',
        meta: { gate: 'work' },
        actions: [{ type: 'recordVerdict', params: thinks('toolsCalled') }, record],
      },
      {
        target: 'routing',
        meta: { gate: 'work' },
        actions: [
          { type: 'recordVerdict', params: thinks('toolsCalled') },
          record,
          { type: 'takeCalls', params: thought },
        ],
      },
    ],
    onError: [
      ceilingReached,
      refusedByHook,
      {
        description: 'The prompt is longer than the model reads: a summary takes the place of what was done.',
        guard: 'isFirstOverflow',
        target: 'paying',
        meta: { gate: 'work' },
        actions: [failed, 'askHandoff', 'undoStep'],
      },
      { description: 'And so it is again.', ...stillTooLong },
      { description: 'It failed too often.', ...failsTooOften },
      again,
    ],
  },
  after: { thinkTimeout: [failsTooOften, again] },
})
