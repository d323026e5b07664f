// The note of the group: renewed beside the turns when enough was said, at once when it may rest on words taken back.
import type { NoteOutput } from './children.ts'
import { noteFails, noteInput, noteRenewed, noteStops } from './note.ts'
import { gated } from './record.ts'
import { groupSetup } from './setup.ts'

const output = ({ event }: { event: { output: NoteOutput } }): NoteOutput => event.output
const fails = { target: 'backingOff', ...gated('memory', noteFails, 'settleNoteTokens', 'keepNoteFailure') } as const

const renewing = groupSetup.createStateConfig({
  description: 'A model writes the new note.',
  meta: { gate: 'memory' },
  entry: 'reserveNoteTokens',
  invoke: {
    id: 'renewNote',
    src: 'renewNote',
    input: ({ context }) => noteInput(context),
    onDone: {
      target: 'resting',
      ...gated('memory', noteRenewed, { type: 'recordNote', params: output }, 'settleNoteTokens', {
        type: 'startWatch',
        params: output,
      }),
    },
    onError: [
      {
        description: 'A crash cut the call off: it is charged, and made again if the budget allows.',
        guard: 'isInterrupted',
        target: 'resting',
        ...gated('memory', noteFails, 'settleNoteTokens'),
      },
      fails,
    ],
  },
  after: { noteTimeout: fails },
  on: {
    'message.received': { guard: 'isNoteLate', ...fails },
    'note.outdated': {
      description: 'What it is written from was forgotten or corrected meanwhile: it is called off, and charged.',
      target: 'resting',
      ...gated('memory', noteStops, 'settleNoteTokens', 'outdateNote'),
    },
  },
})

export const memory = groupSetup.createStateConfig({
  initial: 'resting',
  on: { 'note.outdated': { actions: 'outdateNote' } },
  states: {
    resting: {
      description: 'Little was said since the note was updated, or the budget does not allow an update.',
      always: { guard: 'mayRenewNote', target: 'renewing', meta: { gate: 'memory' } },
    },
    renewing,
    backingOff: {
      description: 'An update failed: the next one waits.',
      always: { guard: 'isNoteBackoffOver', target: 'resting' },
      after: { noteBackoff: 'resting' },
    },
  },
})
