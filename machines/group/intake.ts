// The buffer gate: messages are gathered and flushed as one batch; a mention flushes at once (B1, B2, D6).
import { groupSetup } from './setup.ts'
import { flushBy, gaveUp, isOwnWord } from './verdicts/gates.ts'

const flush = ['flushBuffer'] as const

export const intake = groupSetup.createStateConfig({
  initial: 'idle',
  always: {
    guard: 'isOverfull',
    actions: [{ type: 'recordVerdict', params: gaveUp }, 'dropOldest'],
    meta: { gate: 'dispatch' },
  },
  states: {
    idle: {
      description: 'No message is buffered.',
      on: {
        'message.received': [
          {
            guard: 'isOwn',
            actions: ['noteOwnSpeech', { type: 'recordVerdict', params: isOwnWord }],
            meta: { gate: 'own' },
          },
          {
            guard: 'isMention',
            actions: ['bufferMessage', { type: 'recordVerdict', params: flushBy('mentioned') }, ...flush],
            meta: { gate: 'buffer' },
          },
          { target: 'buffering', actions: 'bufferMessage' },
        ],
      },
    },
    buffering: {
      description: 'Messages are collected until nobody has spoken for the interval, four intervals at most.',
      meta: { gate: 'buffer' },
      always: { guard: 'isBufferEmpty', target: 'idle', description: 'A full queue gave up what waited here.' },
      on: {
        'message.received': [
          {
            guard: 'isOwn',
            actions: ['noteOwnSpeech', { type: 'recordVerdict', params: isOwnWord }],
            meta: { gate: 'own' },
          },
          {
            guard: 'isMention',
            target: 'idle',
            actions: ['bufferMessage', { type: 'recordVerdict', params: flushBy('mentioned') }, ...flush],
            meta: { gate: 'buffer' },
          },
          {
            description: 'The timer is late or lost: the message makes it good (D5).',
            guard: 'isBufferRipe',
            target: 'buffering',
            reenter: true,
            actions: [{ type: 'recordVerdict', params: flushBy('timerLate') }, ...flush, 'bufferMessage'],
            meta: { gate: 'buffer' },
          },
          { target: 'buffering', reenter: true, actions: 'bufferMessage' },
        ],
      },
      after: {
        bufferInterval: {
          target: 'idle',
          actions: [{ type: 'recordVerdict', params: flushBy('intervalOver') }, ...flush],
          meta: { gate: 'buffer' },
        },
      },
    },
  },
})
