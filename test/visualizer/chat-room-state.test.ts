// What the plain chat knows of a room, put together from pages and the stream.
import { expect, test } from 'vitest'
import type { BotVerdict, RoomMessage } from '../../src/channels/web/contract.ts'
import { isWriting } from '../../src/outcomes/writing.ts'
import { roomIn } from '../../visualizer/chat/address.ts'
import { unread, withMessages, without, withVerdicts, withWords } from '../../visualizer/chat/room-state.ts'
import { verdict } from './tape.ts'

const message = (seq: number, change: Partial<RoomMessage> = {}): RoomMessage => ({
  seq,
  room: 'lobby',
  id: `m${seq}`,
  sender: 'person:ann',
  name: 'Ann',
  bot: false,
  text: `${seq}`,
  ts: seq * 1_000,
  ...change,
})
const ids = (state: ReturnType<typeof withMessages>) => state.lines?.map(({ id }) => id)

test('messages told again by the stream or a second look are passed over, and the newest 500 stay', () => {
  const first = withMessages(unread, [message(1), message(2)])
  expect(ids(withMessages(first, [message(2), message(3)]))).toEqual(['m1', 'm2', 'm3'])
  const many = Array.from({ length: 600 }, (_, i) => message(i + 1))
  const { lines, seq } = withMessages(first, many)
  expect([lines?.length, lines?.at(-1)?.id, seq]).toEqual([500, 'm600', 600])
})

test('an empty room is read, and a reaction that is taken off goes', () => {
  expect(withMessages(unread, []).lines).toEqual([])
  const sign = message(2, { id: 'm1 ⏳ iris', sender: 'iris', name: 'Iris', bot: true, text: '⏳', type: 'reaction' })
  const state = withMessages(unread, [message(1), { ...sign, replyTo: 'm1', meta: { model: 'a', rehearsal: true } }])
  expect(state.lines?.[1]).toEqual({
    id: 'm1 ⏳ iris',
    at: 2_000,
    sender: 'iris',
    name: 'Iris',
    bot: true,
    text: '⏳',
    replyTo: 'm1',
    rehearsal: true,
    reaction: true,
  })
  expect(ids(without(state, 'm1 ⏳ iris'))).toEqual(['m1'])
})

test('a line says what it was told last, also after a while without the stream', () => {
  const state = withMessages(unread, [message(1), message(2)])
  const texts = (of: typeof state) => of.lines?.map(({ text }) => text)
  expect(texts(withWords(state, 'm1', 'other words'))).toEqual(['other words', '2'])
  expect(withWords(state, 'm9', 'other words')).toBe(state)
  expect(texts(withMessages(state, [message(1, { text: 'other words' }), message(3)]))).toEqual([
    'other words',
    '2',
    '3',
  ])
})

test('verdicts read again after newer ones change nothing, and bots are apart', () => {
  const verdictAt = (at: number, bot: string): BotVerdict => ({ ...verdict('decide', 'reply', { at }), bot })
  const live = withVerdicts(unread, [verdictAt(2, 'rex'), verdictAt(3, 'rex')])
  const { verdicts } = withVerdicts(live, [verdictAt(1, 'rex'), verdictAt(2, 'rex'), verdictAt(2, 'iris')])
  const times = [...verdicts].map(([bot, all]) => [bot, all.map(({ at }) => at)])
  expect(times).toEqual([
    ['rex', [1, 2, 3]],
    ['iris', [2]],
  ])
})

test('a bot writes from its yes to a reply until that is sent or given up', () => {
  const course = [
    verdict('dispatch', 'start', { messages: ['m1'] }),
    verdict('decide', 'reply'),
    verdict('compose', 'draft'),
    verdict('delay', 'wait'),
    verdict('buffer', 'flush', { turn: null }),
    verdict('send', 'sent'),
    verdict('dispatch', 'end'),
  ]
  expect(course.map((_, i) => isWriting(course.slice(0, i + 1)))).toEqual([false, true, true, true, true, false, false])
  expect(isWriting([verdict('decide', 'skip')])).toBe(false)
})

test('the address names a room, whatever stands behind its hash', () => {
  const rooms = ['#lobby', '#caf%C3%A9', '#%', '#%ZZ', '#a%E0%A4%A', '#50%25', '', '#', '##x'].map(roomIn)
  expect(rooms).toEqual(['lobby', 'café', '%', '%ZZ', 'a%E0%A4%A', '50%', '', '', '#x'])
})
