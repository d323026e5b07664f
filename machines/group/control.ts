// What an operator allows: the bot speaks, keeps silent in this group, or keeps silent everywhere.
import { groupSetup } from './setup.ts'
import type { WhyKey } from './verdicts/why.ts'
import { operates, policyChanges, wishes } from './verdicts/gates.ts'

const noted = (action: 'mute' | 'unmute' | 'pause' | 'resume', outcome: string, why: WhyKey) =>
  ({
    actions: [{ type: action }, { type: 'recordVerdict', params: operates(outcome, why) }],
    meta: { gate: 'control' },
  }) as const

export const control = groupSetup.createStateConfig({
  initial: 'free',
  on: {
    'message.received': [
      {
        description:
          'A person asked it for quiet: from now on it speaks when asked, or where a question of its field stays open.',
        guard: 'asksForQuiet',
        actions: ['hush', { type: 'recordVerdict', params: wishes('hushed', 'askedForQuiet') }],
        meta: { gate: 'control' },
      },
      {
        guard: 'asksToSpeak',
        actions: ['unhush', { type: 'recordVerdict', params: wishes('unhushed', 'askedToSpeak') }],
        meta: { gate: 'control' },
      },
    ],
    'operator.mute': noted('mute', 'muted', 'operatorMuted'),
    'operator.unmute': noted('unmute', 'unmuted', 'operatorUnmuted'),
    'operator.pause': noted('pause', 'paused', 'operatorPaused'),
    'operator.resume': noted('resume', 'resumed', 'operatorResumed'),
    'operator.policy': {
      actions: ['keepPolicy', { type: 'recordVerdict', params: policyChanges }],
      meta: { gate: 'control' },
    },
  },
  states: {
    free: {
      description: 'The gates alone decide whether it speaks.',
      always: [
        { guard: 'isPaused', target: 'paused' },
        { guard: 'isMuted', target: 'muted' },
      ],
    },
    muted: {
      description: 'It reads along in this group but stays silent.',
      always: [
        { guard: 'isPaused', target: 'paused' },
        { guard: 'isUnmuted', target: 'free' },
      ],
    },
    paused: {
      description: 'It reads along in all its groups but stays silent.',
      always: { guard: 'isResumed', target: 'free' },
    },
  },
})
