// Tools at work beside the turns: one run at a time, which may outlive the turn that began it (A5).
import { and, not, sendTo } from 'xstate'
import type { RunEnd } from '../agent/context.ts'
import { messageOf } from './events.ts'
import { outcomeOf, refusalOf } from './posts.ts'
import { failedRun, runInput } from './run.ts'
import { stopSignInput } from './run-stops.ts'
import { gated } from './record.ts'
import { groupSetup } from './setup.ts'
import type { GroupContext } from './context.ts'
import {
  askAnswered,
  postLoops,
  postRefused,
  runDetaches,
  runEnds,
  runFails,
  runSilenced,
  runStops,
} from './verdicts/work.ts'

const end = ({ event }: { event: { output: RunEnd } }): RunEnd => event.output
const ofRun = ({ context }: { context: GroupContext }) => ({ run: context.run?.id ?? '' })
const approval = ({ run }: GroupContext, event: { type: string }) => {
  const { n, allow } = event as unknown as { n: number; allow: boolean }
  return { type: 'run.approve', n, digest: run?.ask?.digest ?? '', allow }
}
const failRun = {
  type: 'failRun',
  params: ({ context, event }: { context: GroupContext; event: { type: string } }) => failedRun(context, event),
} as const
const stop = { target: '#group.work.idle', ...gated('work', runStops, failRun, 'dropRun') } as const
const drop = { target: '#group.work.idle', ...gated('work', runStops, 'dropRun') } as const
/** The line that told of the work bears the sign: what asked for it is gone. */
const onRecall = <const A extends readonly unknown[]>(...fails: A) =>
  [
    {
      description: 'What asked for it was taken back.',
      guard: and(['isRunRecalled', 'isRunTold']),
      target: '#group.work.stopping',
      ...gated('work', runStops, ...fails, 'keepRecall', 'dropRun'),
    },
    { guard: 'isRunRecalled', target: '#group.work.idle', ...gated('work', runStops, ...fails, 'dropRun') },
    { description: 'Others ask for it still.', guard: 'isPartOfRun', actions: 'forgetMessage' },
  ] as const
const onDrop = { 'operator.drop': drop, 'operator.mute': drop, 'operator.pause': drop } as const
const onOperator = { 'operator.drop': stop, 'operator.mute': stop, 'operator.pause': stop } as const

const tell = {
  description: 'The room is told how it goes, as soon as there is something new to say.',
  actions: 'offerLine',
} as const

export const work = groupSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      description: 'No tools are at work.',
      always: { guard: 'hasRun', target: 'running', meta: { gate: 'work' } },
      on: {
        'message.received': {
          description: 'Who asked calls off what a turn is about to say of it.',
          guard: 'isStop',
          target: 'stopping',
          actions: ['keepStop', 'askAgain'],
        },
      },
    },
    running: {
      description:
        'A run of model calls and tool calls: its turn waits a while for it, then ordinary turns go on beside it.',
      meta: { gate: 'work' },
      always: [
        {
          description: 'It was not told itself: a crash came in between.',
          guard: 'isSilenced',
          target: 'idle',
          ...gated('work', runSilenced, failRun, 'dropRun'),
        },
        {
          description: 'The turn of what it sent is over: it is told what became of that.',
          guard: 'isPostOver',
          actions: [sendTo('work', ({ context }) => outcomeOf(context)), 'endPost'],
        },
      ],
      invoke: {
        id: 'work',
        src: 'agent',
        input: ({ context }) => runInput(context),
        onDone: [
          {
            guard: { type: 'endsWell', params: end },
            target: 'reporting',
            ...gated('work', runEnds, { type: 'mergeRun', params: ofRun }, { type: 'endRun', params: end }),
          },
          {
            description: 'It ends without an answer: what it did stays out of every context.',
            target: 'reporting',
            ...gated('work', runEnds, failRun, { type: 'endRun', params: end }),
          },
        ],
        onError: { target: 'idle', ...gated('work', runFails, failRun, 'dropRun') },
      },
      on: {
        'work.progress': { actions: 'keepProgress' },
        'work.posts': [
          {
            guard: 'isPostRepeated',
            ...gated(
              'work',
              postRefused('repeated'),
              sendTo('work', ({ event }) => refusalOf(event)),
            ),
          },
          {
            guard: 'isPostLooping',
            ...gated(
              'loop',
              postLoops,
              sendTo('work', ({ event }) => refusalOf(event)),
            ),
          },
          { description: 'It sends by its own tool: a turn posts that.', actions: 'keepPost' },
        ],
        'work.asks': { description: 'A call of it needs the word of an operator, or no more.', actions: 'keepAsk' },
        'operator.approve': {
          description: 'The word is for the one call that was shown.',
          guard: 'isAnswerToAsk',
          ...gated(
            'work',
            askAnswered,
            sendTo('work', ({ context, event }) => approval(context, event)),
          ),
        },
        'message.received': [
          {
            description: 'Who asked for it, or an operator, calls it off; what others asked waits again.',
            guard: 'isStop',
            target: 'stopping',
            ...gated('work', runStops, failRun, 'keepStop', 'askAgain', 'dropRun'),
          },
          {
            description: 'Who asked says more: the next step reads it.',
            guard: 'steersRun',
            actions: sendTo('work', ({ event }) => {
              const { id, sender } = messageOf(event)
              return { type: 'run.steer', message: id, sender }
            }),
          },
        ],
        'message.recalled': onRecall(failRun),
        ...onOperator,
      },
      after: {
        inlineWait: {
          description: 'The turn waits no longer: the answer gets a turn of its own.',
          ...gated('work', runDetaches, 'detachRun'),
        },
        firstLine: tell,
        secondLine: tell,
        thirdLine: tell,
      },
    },
    stopping: {
      description: 'It was called off: a sign says so.',
      exit: 'forgetStop',
      always: { description: 'The next run does not wait for the sign.', guard: 'hasRun', target: 'running' },
      invoke: {
        id: 'signStop',
        src: 'sign',
        input: ({ context }: { context: GroupContext }) => stopSignInput(context),
        onDone: 'idle',
        onError: 'idle',
      },
      after: { signTimeout: 'idle' },
    },
    reporting: {
      description: 'It is over: a turn takes its answer, as soon as the budget allows a message.',
      meta: { gate: 'work' },
      always: [
        { description: 'A turn has taken it.', guard: not('hasRun'), target: 'idle' },
        {
          description: 'Nobody waits for a run without an answer.',
          guard: 'isForNobody',
          target: 'idle',
          actions: 'dropRun',
        },
      ],
      after: { reportWait: { target: 'reporting', reenter: true } },
      on: {
        'message.received': {
          description: 'Who asked for it, or an operator, calls its answer off.',
          guard: 'isStop',
          target: 'stopping',
          ...gated('work', runStops, 'keepStop', 'askAgain', 'dropRun'),
        },
        'message.recalled': onRecall(),
        ...onDrop,
      },
    },
  },
})
