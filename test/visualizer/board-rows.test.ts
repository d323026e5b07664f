// What the board lists, and in which order.
import { expect, test } from 'vitest'
import { boardLines, inSight, lineHeight, nextActor, topsOf } from '../../visualizer/board/board-rows.ts'
import { row } from './tape.ts'

const rows = [row('rex', 'lobby', 5), row('iris', 'lobby', 1), row('iris', 'food', 9)]
const told = (filter: string, order: 'bots' | 'activity') =>
  boardLines(rows, filter, order).map((line) => (line.kind === 'bot' ? `${line.name} ${line.groups}` : line.row.key))

test('groups stand under their bots', () => {
  expect(told('', 'bots')).toEqual(['iris 2', 'iris food', 'iris lobby', 'rex 1', 'rex lobby'])
})

test('by activity the latest comes first, without headings', () => {
  expect(told('', 'activity')).toEqual(['iris food', 'rex lobby', 'iris lobby'])
})

test('every word of the filter must be found, in any case', () => {
  expect(told('LOBBY ir', 'bots')).toEqual(['iris 1', 'iris lobby'])
  expect(told('nobody', 'bots')).toEqual([])
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
  const tops = topsOf(boardLines(many, '', 'activity'))
  expect(tops.at(-1)).toBe(5_000 * lineHeight.group)
  expect(inSight(tops, 100 * lineHeight.group, 110 * lineHeight.group)).toEqual([100, 111])
  expect(inSight(tops, -200, 100)).toEqual([0, 3])
  expect(inSight(tops, 4_999 * lineHeight.group, 9e9)).toEqual([4_999, 5_000])
})
