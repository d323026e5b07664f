// What a room keeps of a turn, for its past and while it waits.
import { expect, test } from 'vitest'
import type { InboundMessage } from '../../src/room/message.ts'
import { newRoom } from '../../src/host/restate/room-state.ts'
import { rowOf, unkeptIn, waitingAs } from '../../src/host/restate/turn-row.ts'
import type { Turn } from '../../src/host/restate/turn.ts'

const message = (id: string, more: Partial<InboundMessage> = {}): { message: InboundMessage } => ({
  message: {
    id,
    group: 'web:lobby',
    ts: 1,
    sender: { id, name: id.toUpperCase(), bot: false },
    text: `the words of ${id}`,
    ...more,
  },
})
const incoming = [
  message('ann'),
  message('eve', {
    mentions: [{ id: 'x', name: 'the words of eve' }],
    parts: [{ kind: 'image', ref: 'r', name: 'words' }],
  }),
  { key: 'iris web:lobby', event: { type: 'operator.mute' } },
]
const unkept = unkeptIn(incoming, ({ sender }) => sender.id !== 'eve')
const turn = (more: Partial<Turn>): Turn => ({
  receipts: [],
  room: { ...newRoom, turn: 7 },
  charts: [],
  seen: [],
  outlived: [],
  steps: [],
  starts: [],
  stops: [],
  dropped: [],
  unread: [],
  halted: [],
  kept: 0,
  ...more,
})

test('the words of a message that is not kept are in no row: that tells who wrote it', () => {
  expect(rowOf(turn({ unkept }), incoming)).toEqual({
    turn: 7,
    messages: [message('ann').message],
    steps: [],
    unkept: [{ group: 'web:lobby', sender: { id: 'eve', name: 'EVE', bot: false } }],
  })
})

test('a row of messages that are all kept says nothing of it', () => {
  expect(rowOf(turn({}), incoming.slice(0, 1))).toEqual({
    turn: 7,
    messages: [message('ann').message],
    steps: [],
  })
})

test('while its room takes no turns it waits without its words, and wakes nobody', () => {
  const { message: eve } = message('eve')
  expect(waitingAs(incoming, unkept)).toEqual([
    message('ann'),
    { message: { ...eve, text: '', contextOnly: true } },
    incoming[2],
  ])
})
