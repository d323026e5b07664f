// What keeps the bot silent: an operator mutes it in this group, or a person asks it for quiet. A pause in all groups is input.
import { and, not } from 'xstate'
import { commandRefused, refusedEntries } from './verdicts/commands.ts'
import { gated } from './record.ts'
import { groupSetup } from './setup.ts'
import { operates, policyChanges, wishes } from './verdicts/gates.ts'

export const control = groupSetup.createStateConfig({
  initial: 'free',
  on: {
    'message.received': [
      {
        description:
          'A person asked it for quiet: from now on it speaks when asked, or where a question of its field stays open.',
        guard: and(['asksForQuiet', not('isAside')]),
        ...gated('control', wishes('hushed', 'askedForQuiet'), 'hush'),
      },
      { guard: 'asksToSpeak', ...gated('control', wishes('unhushed', 'askedToSpeak'), 'unhush') },
      {
        description: 'Who is no operator writes a command: it is talk as any other, and the tape tells of it.',
        guard: 'triesCommand',
        ...gated('control', commandRefused, { type: 'noteEntries', params: refusedEntries }),
      },
    ],
    'operator.mute': { target: '.muted', ...gated('control', operates('muted', 'operatorMuted')) },
    'operator.unmute': { target: '.free', ...gated('control', operates('unmuted', 'operatorUnmuted')) },
    'operator.pause': gated('control', operates('paused', 'operatorPaused'), 'pauseBot'),
    'operator.resume': gated('control', operates('resumed', 'operatorResumed'), 'resumeBot'),
    'operator.policy': gated('control', policyChanges, 'keepPolicy'),
  },
  states: {
    free: { description: 'The gates alone decide whether it speaks.' },
    muted: { description: 'It reads along in this group but stays silent.' },
  },
})
