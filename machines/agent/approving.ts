// The word of an operator on one call: what may change something is not done on the word of what came from outside (A6).
import { and } from 'xstate'
import type { Asked, AskInput } from './children.ts'
import type { AgentContext } from './context.ts'
import { agentSetup } from './setup.ts'
import { asksFor, denies, ends } from './verdicts.ts'

const text = ({ event }: { event: { output: Asked } }): Asked => event.output
const noMore = { type: 'tellAsk', params: {} } as const
/** The call stays refused: its result says so. */
const toResult = { target: '#agent.acting.doing', meta: { gate: 'work' } } as const

const denied = (why: 'callDenied' | 'nobodyApproved') =>
  [
    {
      description: 'Once more: the run ends.',
      guard: 'isLastDenial',
      target: '#agent.failed',
      meta: { gate: 'work' },
      actions: [
        { type: 'recordVerdict', params: denies(why) },
        { type: 'recordVerdict', params: ends('failed', 'callsDenied') },
        { type: 'keepWhy', params: { why: 'callsDenied' } },
        noMore,
        'denyCall',
      ],
    },
    { ...toResult, actions: [{ type: 'recordVerdict', params: denies(why) }, noMore, 'denyCall'] },
  ] as const

const [lastDenied, onceDenied] = denied('callDenied')

export const approving = agentSetup.createStateConfig({
  description: 'An operator is asked for a word on the next call, and on no other.',
  tags: 'busy',
  meta: { gate: 'work' },
  initial: 'wording',
  states: {
    wording: {
      description: 'The call is put into words for the room.',
      entry: 'beginAsk',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context }: { context: AgentContext }): AskInput => {
          const { input, asking, current } = context
          if (!asking || !current) throw new Error('no call is taken')
          return { run: input.run, n: asking.n, call: current }
        },
        onDone: {
          target: 'waiting',
          meta: { gate: 'work' },
          actions: [
            { type: 'recordVerdict', params: asksFor },
            { type: 'tellAsk', params: text },
          ],
        },
        onError: toResult,
      },
      after: { askTimeout: toResult },
    },
    waiting: {
      description: 'It waits for the answer; none within ten minutes is a no.',
      on: {
        'run.approve': [
          { guard: 'isApproval', ...toResult, actions: [noMore, 'approveCall'] },
          { ...lastDenied, guard: and(['isDenial', 'isLastDenial']) },
          { ...onceDenied, guard: 'isDenial' },
        ],
      },
      after: { approvalTimeout: denied('nobodyApproved') },
    },
  },
})
