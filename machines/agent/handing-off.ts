// The run has become long: one model call without tools writes what it needs to go on, and that takes the place of what was.
import { thinkInput, momentOf } from './changes.ts'
import type { Failure } from '../group/children.ts'
import { causeOf } from '../group/failures.ts'
import type { Thought } from './children.ts'
import type { AgentContext } from './context.ts'
import { agentSetup } from './setup.ts'
import { ends, handsOff, thinkFails } from './verdicts.ts'

const because = ({ event }: { event: { error: unknown } }) => ({ why: causeOf(event.error as Failure).why })
const failed = { type: 'recordVerdict', params: thinkFails } as const
const tooOften = {
  guard: 'isLastStraw',
  target: 'failed',
  meta: { gate: 'work' },
  actions: [failed, { type: 'recordVerdict', params: ends('failed', 'runFailed') }],
} as const
const again = { target: 'backingOff', meta: { gate: 'work' }, actions: [failed, 'countHandoffFailure'] } as const

export const handingOff = agentSetup.createStateConfig({
  description: 'The prompt has become too long: a model writes a summary from which the run goes on.',
  tags: 'busy',
  meta: { gate: 'work' },
  entry: ['reserveHandoff', 'tellHeld'],
  exit: ['settleTokens', 'tellSpent'],
  invoke: {
    id: 'handoff',
    src: 'think',
    input: ({ context, event }: { context: AgentContext; event: { type: string } }) => ({
      ...thinkInput(context, momentOf(context, event)),
      tools: [],
      handoff: context.handoff === 'due' ? ('overflow' as const) : ('long' as const),
    }),
    onDone: {
      target: 'paying',
      meta: { gate: 'work' },
      actions: [
        { type: 'recordVerdict', params: handsOff },
        { type: 'recordEntries', params: ({ event }: { event: { output: Thought } }) => event.output.entries },
        { type: 'beginAtSummary', params: ({ event }: { event: { output: Thought } }) => event.output },
      ],
    },
    onError: [
      {
        description: 'The ceilings of the day are reached, or cannot be read.',
        guard: 'isCeiling',
        target: 'exhausted',
        meta: { gate: 'work' },
        actions: [failed, { type: 'keepWhy', params: because }],
      },
      {
        description: 'It is longer than the model reads: a shorter one is asked for.',
        guard: 'isFirstOverflow',
        target: 'paying',
        meta: { gate: 'work' },
        actions: [failed, 'askHandoff'],
      },
      {
        description: 'What is left of it is still longer than the model reads.',
        guard: 'isOverflow',
        target: 'failed',
        meta: { gate: 'work' },
        actions: [
          failed,
          { type: 'recordVerdict', params: ends('failed', 'runTooLong') },
          { type: 'keepWhy', params: { why: 'runTooLong' } },
        ],
      },
      tooOften,
      again,
    ],
  },
  after: { thinkTimeout: [tooOften, again] },
})
