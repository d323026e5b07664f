// What the board lists, and in which order.
import { expect, test } from 'vitest'
import {
  boardLines,
  countsOf,
  heightOf,
  inSight,
  type Line,
  nextActor,
  type Order,
  topsOf,
} from '../../visualizer/board/board-rows.ts'
import { row } from './tape.ts'

const rows = [row('rex', 'lobby', 5), row('iris', 'lobby', 1), row('iris', 'food', 9)]
const shownRows = (filter: string, order: Order, of = rows) => boardLines(of, filter, order).map(nameOf)

function nameOf(line: Line): string {
  if (line.kind === 'group') return line.row.key
  return `${line.name} ${line.kind === 'bot' ? line.groups : line.bots}`
}

test('groups stand under their bots', () => {
  expect(shownRows('', 'bots')).toEqual(['iris 2', 'iris food', 'iris lobby', 'rex 1', 'rex lobby'])
})

test('bots stand under their rooms', () => {
  expect(shownRows('', 'rooms')).toEqual(['food 1', 'iris food', 'lobby 2', 'iris lobby', 'rex lobby'])
})

test('by activity the latest comes first, without headings', () => {
  expect(shownRows('', 'activity')).toEqual(['iris food', 'rex lobby', 'iris lobby'])
})

test('room 2 stands before room 10, and bot 2 before bot 10', () => {
  const many = ['bot 10', 'bot 2'].flatMap((bot) => ['room 10', 'room 2', 'Room 1'].map((room) => row(bot, room, 1)))
  expect(shownRows('', 'bots', many).filter((name) => name.startsWith('bot 2 '))).toEqual([
    'bot 2 3',
    'bot 2 Room 1',
    'bot 2 room 2',
    'bot 2 room 10',
  ])
  expect(shownRows('', 'rooms', many)).toEqual(
    ['Room 1', 'room 2', 'room 10'].flatMap((room) => [`${room} 2`, `bot 2 ${room}`, `bot 10 ${room}`]),
  )
})

test('every word of the filter must be found, in any case', () => {
  expect(shownRows('LOBBY ir', 'bots')).toEqual(['iris 1', 'iris lobby'])
  expect(shownRows('nobody', 'bots')).toEqual([])
})

test('the filter finds a row by what its last verdict says', () => {
  const said = ({ key }: { key: string }) => (key === 'rex lobby' ? 'Budget · the five-minute budget is spent' : '')
  expect(boardLines(rows, 'five-minute lobby', 'activity', said).map(nameOf)).toEqual(['rex lobby'])
})

test('rooms and bots are counted, each once', () => {
  expect(countsOf(rows)).toEqual({ rooms: 2, bots: 2 })
})

test('the keys walk the rows as they are listed and stop at the ends', () => {
  const lines = boardLines(rows, '', 'bots')
  expect(nextActor(lines, 'iris food', 1)).toBe('iris lobby')
  expect(nextActor(lines, 'rex lobby', 1)).toBe('rex lobby')
  expect(nextActor(lines, 'iris food', -1)).toBe('iris food')
  expect(nextActor(lines, 'gone', 1)).toBe('iris food')
  expect(nextActor([], 'gone', 1)).toBe(undefined)
})

test('of thousands of rows only those in sight are drawn', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => row('iris', `g${i}`, i))
  const lines = boardLines(many, '', 'activity')
  const each = heightOf(lines[0] as Line)
  const tops = topsOf(lines)
  expect(tops.at(-1)).toBe(5_000 * each)
  expect(inSight(tops, 100 * each, 110 * each)).toEqual([100, 111])
  expect(inSight(tops, -200, 100)).toEqual([0, 3])
  expect(inSight(tops, 4_999 * each, 9e9)).toEqual([4_999, 5_000])
})

test('a bot with a long name gets two lines wherever its name stands', () => {
  const [short, long] = [row('iris', 'lobby', 1), row('Rex of the long and careful reviews', 'lobby', 1)]
  const taller = (order: Order) => {
    const [a, b] = [short, long].map((one) => boardLines([one], '', order).map(heightOf))
    return b?.map((height, i) => height - (a?.[i] ?? 0))
  }
  expect([taller('bots'), taller('rooms'), taller('activity')]).toEqual([[16, 0], [0, 16], [16]])
})
