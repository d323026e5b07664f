// One call of the model: its tokens are held before it is made, and told to the group's chart before and after (U3).
import { momentOf, thinkInput } from './changes.ts'
import type { Failure } from '../group/children.ts'
import { causeOf } from '../group/failures.ts'
import type { Answer, Thought } from './children.ts'
import type { AgentContext } from './context.ts'
import { agentSetup } from './setup.ts'
import { ends, thinkFails, thinks } from './verdicts.ts'

const thought = ({ event }: { event: { output: Thought } }): Thought => event.output
const entries = ({ event }: { event: { output: Thought } }) => event.output.entries
const answer = ({ event }: { event: { output: Thought } }): Answer => event.output.answer as Answer
const record = { type: 'recordEntries', params: entries } as const
const because = ({ event }: { event: { error: unknown } }) => ({ why: causeOf(event.error as Failure).why })
const failed = { type: 'recordVerdict', params: thinkFails } as const

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
        guard: 'isConcluding',
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
      {
        description: 'The ceilings of the day are reached, or cannot be read.',
        guard: 'isCeiling',
        target: 'exhausted',
        meta: { gate: 'work' },
        actions: [failed, { type: 'keepWhy', params: because }],
      },
      {
        description: 'The prompt is longer than the model reads: a summary takes the place of what was done.',
        guard: 'isFirstOverflow',
        target: 'paying',
        meta: { gate: 'work' },
        actions: [failed, 'askHandoff', 'undoStep'],
      },
      {
        description: 'And so it is again.',
        guard: 'isOverflow',
        target: 'failed',
        meta: { gate: 'work' },
        actions: [
          failed,
          { type: 'recordVerdict', params: ends('failed', 'runTooLong') },
          { type: 'keepWhy', params: { why: 'runTooLong' } },
        ],
      },
      {
        description: 'It failed too often.',
        guard: 'isLastStraw',
        target: 'failed',
        meta: { gate: 'work' },
        actions: [failed, { type: 'recordVerdict', params: ends('failed', 'runFailed') }],
      },
      { target: 'backingOff', meta: { gate: 'work' }, actions: [failed, 'countFailure'] },
    ],
  },
  after: {
    thinkTimeout: [
      {
        guard: 'isLastStraw',
        target: 'failed',
        meta: { gate: 'work' },
        actions: [failed, { type: 'recordVerdict', params: ends('failed', 'runFailed') }],
      },
      { target: 'backingOff', meta: { gate: 'work' }, actions: [failed, 'countFailure'] },
    ],
  },
})
