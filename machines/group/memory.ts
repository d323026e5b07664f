// The note of the group: renewed beside the turns when enough was said, at once when it may rest on words taken back.
import type { Failure, NoteOutput } from './children.ts'
import { groupSetup } from './setup.ts'
import { noteFails, noteInput, noteRenewed, noteStops } from './note.ts'

const lateNote = {
  target: 'backingOff',
  actions: [
    { type: 'recordVerdict', params: noteFails },
    { type: 'settleNote', params: { tokens: undefined } },
    'noteFailure',
  ],
  meta: { gate: 'memory' },
} as const

const failure = ({ event }: { event: { error: unknown } }): Failure => event.error as Failure

const renewing = groupSetup.createStateConfig({
  description: 'A model writes the new note.',
  meta: { gate: 'memory' },
  entry: 'holdNote',
  invoke: {
    id: 'renewNote',
    src: 'renewNote',
    input: ({ context }) => noteInput(context),
    onDone: {
      target: 'resting',
      actions: [
        { type: 'recordVerdict', params: noteRenewed },
        { type: 'recordNote', params: ({ event }: { event: { output: NoteOutput } }) => event.output },
        {
          type: 'settleNote',
          params: ({ event }: { event: { output: NoteOutput } }) => ({ tokens: event.output.tokens }),
        },
        { type: 'startWatch', params: ({ event }: { event: { output: NoteOutput } }) => event.output },
      ],
      meta: { gate: 'memory' },
    },
    onError: [
      {
        description: 'A crash cut the call off: it is charged, and made again if the budget allows.',
        guard: { type: 'isInterrupted', params: failure },
        target: 'resting',
        actions: [
          { type: 'recordVerdict', params: noteFails },
          { type: 'settleNote', params: (args) => ({ tokens: failure(args).tokens }) },
        ],
        meta: { gate: 'memory' },
      },
      {
        target: 'backingOff',
        actions: [
          { type: 'recordVerdict', params: noteFails },
          { type: 'settleNote', params: (args) => ({ tokens: failure(args).tokens }) },
          'noteFailure',
        ],
        meta: { gate: 'memory' },
      },
    ],
  },
  after: { noteTimeout: lateNote },
  on: {
    'message.received': { guard: 'isNoteLate', ...lateNote },
    'note.outdated': {
      description: 'What it is written from was forgotten or corrected meanwhile: it is called off, and charged.',
      target: 'resting',
      actions: [
        { type: 'recordVerdict', params: noteStops },
        { type: 'settleNote', params: { tokens: undefined } },
        'outdateNote',
      ],
      meta: { gate: 'memory' },
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
