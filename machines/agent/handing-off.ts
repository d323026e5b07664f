// The run has become long: one model call without tools writes what it needs to go on, and that takes the place of what was.
import { thinkInput, momentOf } from './changes.ts'
import { ceilingReached, failed, failsTooOften, refusedByHook, stillTooLong } from './call-failures.ts'
import type { Thought } from './children.ts'
import type { AgentContext } from './context.ts'
import { agentSetup } from './setup.ts'
import { handsOff } from './verdicts.ts'

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
      ceilingReached,
      refusedByHook,
      {
        description: 'It is longer than the model reads: a shorter one is asked for.',
        guard: 'isFirstOverflow',
        target: 'paying',
        meta: { gate: 'work' },
        actions: [failed, 'askHandoff'],
      },
      { description: 'What is left of it is still longer than the model reads.', ...stillTooLong },
      failsTooOften,
      again,
    ],
  },
  after: { thinkTimeout: [failsTooOften, again] },
})
