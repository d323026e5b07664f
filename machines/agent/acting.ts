// Calls of tools: reads side by side, the rest one by one, in the model's order (A6).
import { type actInput as inputOf, actInput, momentOf, mostReads, noResult, resultOf } from './changes.ts'
import type { Acted, TakenCall } from './children.ts'
import type { AgentContext } from './context.ts'
import { agentSetup } from './setup.ts'
import { actFails, acts, ends } from './verdicts.ts'

type CallOf = (context: AgentContext) => TakenCall | undefined
type Failed = 'timeout' | 'interrupted' | 'failed'

const output = ({ event }: { event: { output: Acted } }): Acted => event.output
const entries = ({ event }: { event: { output: Acted } }) => event.output.entries

/** Its own result, or what is told in its place. */
const answered = (callOf: CallOf) =>
  [
    { type: 'recordVerdict', params: acts(callOf) },
    { type: 'recordEntries', params: entries },
    { type: 'keepResult', params: output },
  ] as const
const toldFor = (callOf: CallOf, error: Failed) =>
  [
    { type: 'recordVerdict', params: actFails(callOf, error === 'failed' ? 'toolFailed' : error) },
    {
      type: 'recordEntries',
      params: ({ context }: { context: AgentContext }) => {
        const call = callOf(context)
        return call ? [resultOf(context, call, error)] : []
      },
    },
    { type: 'keepResult', params: noResult },
  ] as const

/** It is asked for as what follows on something from outside is. */
const held = <const Target extends string>(callOf: CallOf, target: Target) =>
  ({
    description: 'A hook wants an operator’s word on it: it is not made.',
    guard: { type: 'isHeld', params: output },
    target,
    meta: { gate: 'work' },
    actions: [
      { type: 'recordVerdict', params: acts(callOf) },
      {
        type: 'holdCall',
        params: ({ context, event }: { context: AgentContext; event: { output: Acted } }) => ({
          call: callOf(context),
          digest: event.output.holds?.digest ?? '',
        }),
      },
    ],
  }) as const

const endedByHook = (callOf: CallOf) =>
  ({
    description: 'A hook ends the run.',
    guard: { type: 'isEnded', params: output },
    target: '#agent.failed',
    meta: { gate: 'work' },
    actions: [
      ...answered(callOf),
      { type: 'recordVerdict', params: ends('failed', 'hookEnded') },
      { type: 'keepWhy', params: { why: 'hookEnded' } },
    ],
  }) as const

const call = <const Id extends string, const Target extends string, const First extends readonly unknown[]>(
  id: Id,
  callOf: CallOf,
  target: Target,
  first: First,
) =>
  ({
    invoke: {
      id,
      src: 'act',
      input: ({ context, event }: { context: AgentContext; event: { type: string } }): ReturnType<typeof inputOf> =>
        actInput(context, callOf(context), momentOf(context, event)),
      onDone: [
        ...first,
        held(callOf, target),
        endedByHook(callOf),
        { target, meta: { gate: 'work' }, actions: answered(callOf) },
      ],
      onError: [
        {
          description: 'A crash cut it off, and it may have been done: the model is told.',
          guard: 'isInterrupted',
          target,
          meta: { gate: 'work' },
          actions: toldFor(callOf, 'interrupted'),
        },
        { target, meta: { gate: 'work' }, actions: toldFor(callOf, 'failed') },
      ],
    },
    after: {
      actTimeout: { target, meta: { gate: 'work' }, actions: toldFor(callOf, 'timeout') },
    },
  }) as const

/** It is the group's chart that posts. */
const posts = {
  description: 'It posts something: that goes the way of a reply.',
  guard: { type: 'isPost', params: output },
  target: '#agent.posting',
  meta: { gate: 'work' },
  actions: { type: 'tellPost', params: output },
} as const

/** There is one read at the least. */
const firstSlot = {
  initial: 'reading',
  states: { reading: call('read1', ({ reads }) => reads[0], 'finished', []), finished: { type: 'final' } },
} as const

const slot = <const Id extends string>(id: Id, place: number) =>
  ({
    initial: 'starting',
    states: {
      starting: {
        always: [{ guard: { type: 'isRead', params: { slot: place } }, target: 'reading' }, { target: 'finished' }],
      },
      reading: call(id, ({ reads }) => reads[place], 'finished', []),
      finished: { type: 'final' },
    },
  }) as const

export const acting = agentSetup.createStateConfig({
  description: 'The calls of this step are made; an error is a result that the model reads.',
  tags: 'busy',
  meta: { gate: 'work' },
  initial: 'choosing',
  states: {
    choosing: {
      always: [
        { guard: 'isReadNext', target: 'reading', actions: 'takeReads' },
        {
          description:
            'Something from outside was read, and what comes next may change something; or a hook wants a word on it.',
          guard: 'needsApproval',
          target: '#agent.approving',
          actions: 'takeNext',
        },
        { guard: 'hasCalls', target: 'doing', actions: 'takeNext' },
        { target: '#agent.paying' },
      ],
    },
    reading: {
      description: `Up to ${mostReads} reads that stand together, side by side.`,
      type: 'parallel',
      states: { first: firstSlot, second: slot('read2', 1), third: slot('read3', 2), fourth: slot('read4', 3) },
      onDone: 'choosing',
    },
    doing: {
      description: 'What may change something, alone.',
      ...call('act', ({ current }) => current, 'choosing', [posts]),
    },
  },
})
