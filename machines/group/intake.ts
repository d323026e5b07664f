// The admission gate: who is not served is heard by no other gate. The buffer gate: messages are gathered and flushed as one batch; a mention flushes at once, or as soon as who speaks to the bot pauses (B1, B2, A10, D6).
import { and, not } from 'xstate'
import { gated, record } from './record.ts'
import { groupSetup } from './setup.ts'
import { toRun } from './verdicts/work.ts'
import { flushBy, isNotServed, isOwnWord } from './verdicts/gates.ts'
import { isWithdrawalWord } from './verdicts/withdrawal.ts'

const forRun = {
  description: 'It is said to the tools at work: no turn takes it.',
  guard: 'isForRun',
  ...gated('work', toRun, 'heedPerson'),
} as const
const withdrawal = {
  description: 'It withdraws what its sender asked: no turn takes it.',
  guard: 'isWithdrawal',
  ...gated('control', isWithdrawalWord, 'heedPerson'),
} as const
/** Who speaks to the bot may have more to say: that is awaited in the buffer (A10). */
const isHeardAtOnce = and(['isMention', not('isDebounced')])
const ownWord = { guard: 'isOwn', ...gated('own', isOwnWord, 'keepSpeechTime') } as const

export const intake = groupSetup.createStateConfig({
  initial: 'idle',
  on: {
    'message.refused': {
      description: 'Who wrote it is not served: it stays out of every queue and count, and nothing is spent on it.',
      ...gated('admission', isNotServed),
    },
  },
  states: {
    idle: {
      description: 'No message is buffered.',
      on: {
        'message.received': [
          ownWord,
          forRun,
          withdrawal,
          {
            guard: isHeardAtOnce,
            actions: ['bufferMessage', record(flushBy('mentioned')), 'flushBuffer'],
            meta: { gate: 'buffer' },
          },
          { target: 'buffering', actions: 'bufferMessage' },
        ],
      },
    },
    buffering: {
      description:
        'Messages are collected until nobody has spoken for the interval, four intervals at most; who speaks to the bot has an interval of their own.',
      meta: { gate: 'buffer' },
      always: { guard: 'isBufferEmpty', target: 'idle', description: 'A full queue gave up what waited here.' },
      on: {
        'message.received': [
          ownWord,
          forRun,
          { ...withdrawal, target: 'buffering', reenter: true },
          {
            guard: isHeardAtOnce,
            target: 'idle',
            actions: ['bufferMessage', record(flushBy('mentioned')), 'flushBuffer'],
            meta: { gate: 'buffer' },
          },
          {
            description: 'The timer is late or lost: the message makes it good (D5).',
            guard: 'isBufferRipe',
            target: 'buffering',
            reenter: true,
            ...gated('buffer', flushBy('timerLate'), 'flushBuffer', 'bufferMessage'),
          },
          { target: 'buffering', reenter: true, actions: 'bufferMessage' },
        ],
      },
      after: {
        bufferInterval: {
          target: 'idle',
          ...gated('buffer', flushBy('intervalOver'), 'flushBuffer'),
        },
      },
    },
  },
})
