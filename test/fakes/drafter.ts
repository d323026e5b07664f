// A chart in the place of the job that writes replies: it asks a model by another job, records what that cost, and answers.
import { setup, type AnyStateMachine } from 'xstate'
import { onTestFinished } from 'vitest'
import type { Composed, ComposeInput, DecideInput, Decision, Failure } from '../../machines/group/children.ts'
import type { Verdict } from '../../machines/group/types.ts'
import { transitionIds } from '../../machines/graph.ts'
import { machines } from '../../machines/index.ts'
import { kinds } from '../../src/room/kinds.ts'
import { given } from '../host/contract/machines.ts'

export const draft = 'Take seven samples.'

type Thought = Pick<Verdict, 'outcome' | 'why'> & { tokens: number | undefined }

const thought = (input: ComposeInput, { outcome, why, tokens }: Thought): Omit<Verdict, 'at'> => ({
  turn: input.turn,
  gate: 'decide',
  outcome,
  why,
  messages: input.batch,
  ...(tokens !== undefined && { tokens }),
})

const drafter = setup({
  types: { context: {} as { input: ComposeInput }, input: {} as ComposeInput, output: {} as Composed },
  actors: { decide: given<Decision, DecideInput>() },
  actions: { recordVerdict: (_, __: Omit<Verdict, 'at'>) => undefined },
}).createMachine({
  id: 'drafter',
  context: ({ input }) => ({ input }),
  initial: 'thinking',
  output: ({ context: { input } }) => ({
    text: draft,
    type: input.type,
    similarity: 0,
    model: 'drafter',
    rehearsal: false,
    tokens: 0,
  }),
  states: {
    thinking: {
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context }) => context.input,
        onDone: {
          target: 'drafted',
          actions: {
            type: 'recordVerdict',
            params: ({ context: { input }, event: { output } }) =>
              thought(input, { outcome: 'yes', why: 'modelWants', tokens: output.tokens }),
          },
        },
        onError: {
          target: 'drafted',
          actions: {
            type: 'recordVerdict',
            params: ({ context: { input }, event }) =>
              thought(input, { outcome: 'failed', why: 'interrupted', tokens: (event.error as Failure).tokens }),
          },
        },
      },
    },
    drafted: { type: 'final' },
  },
})

/** Until the test ends, every service has it as a kind of its own: before the service is opened. */
export function withDrafter(): void {
  const all = machines as unknown as AnyStateMachine[]
  Object.assign(kinds, {
    '#compose': {
      machine: drafter,
      transitions: transitionIds(drafter),
      version: '1',
      migrations: {},
      inputOf: () => ({}),
    },
  })
  all.push(drafter)
  onTestFinished(() => {
    all.pop()
    delete (kinds as Record<string, unknown>)['#compose']
  })
}
