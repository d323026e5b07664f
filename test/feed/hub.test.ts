import { expect, test, vi } from 'vitest'
import type { BoardRow } from '../../src/feed/contract.ts'
import { rowOf, start, steppedHub } from './feed-fixture.ts'

const seqs = (happenings: readonly object[]) =>
  happenings.map((happening) => ('record' in happening ? (happening.record as { seq: number }).seq : 0))

test('a reader is told what happened after its cursor, at most so much at once', () => {
  const { hub, step } = steppedHub()
  for (let n = 0; n < 5; n += 1) step('iris web:a')
  const first = hub.read(start, 3)
  expect([seqs(first.happenings), first.cursor, first.missed]).toEqual([[1, 2, 3], start + 3, 0])
  const second = hub.read(first.cursor, 3)
  expect([seqs(second.happenings), second.cursor, second.missed]).toEqual([[4, 5], start + 5, 0])
  expect(hub.read(second.cursor, 3)).toEqual({ happenings: [], cursor: start + 5, missed: 0 })
})

test('what fell out of the ring is counted, and what is left of it told', () => {
  const { hub, step } = steppedHub({ size: 4 })
  for (let n = 0; n < 10; n += 1) step('iris web:a')
  const { happenings, cursor, missed } = hub.read(start + 2, 100)
  expect([seqs(happenings), cursor, missed]).toEqual([[7, 8, 9, 10], start + 10, 4])
})

test('what could not be read of the known rows is asked for again', () => {
  const known = vi.fn<() => Iterable<BoardRow>>(() => [rowOf('iris web:a', 1), rowOf('rex web:a', 1)])
  known.mockImplementationOnce(function* () {
    yield rowOf('iris web:a', 1)
    throw new Error('the store is busy')
  })
  const { hub } = steppedHub({ known })
  expect(() => hub.board()).toThrow('the store is busy')
  expect(hub.board().map(({ key }) => key)).toEqual(['iris web:a', 'rex web:a'])
})

test('a full ring is read to the last of it without a gap', () => {
  const { hub, step } = steppedHub({ size: 4 })
  for (let n = 0; n < 4; n += 1) step('iris web:a')
  expect(hub.read(start, 100).missed).toBe(0)
  expect(seqs(hub.read(start, 100).happenings)).toEqual([1, 2, 3, 4])
})

test.each([
  ['of an earlier process', start - 700],
  ['of a process whose clock was ahead', start + 700],
])('a cursor %s starts over, with a gap and every row', (_, cursor) => {
  const { hub, step } = steppedHub()
  step('iris web:a')
  step('rex web:a')
  const read = hub.read(cursor, 100)
  expect([seqs(read.happenings), read.cursor, read.missed]).toEqual([[1, 1], start + 2, 1])
  expect(hub.changed(cursor)).toEqual(['iris web:a', 'rex web:a'])
})

test('of the rows, those are told that changed after the cursor', () => {
  const { hub, step } = steppedHub()
  step('iris web:a')
  step('rex web:a')
  expect([hub.changed(start + 1), hub.changed(start + 2), hub.changed()]).toEqual([
    ['rex web:a'],
    [],
    ['iris web:a', 'rex web:a'],
  ])
})

test('rows that are known of old are asked for once, and never stand before newer ones', () => {
  const last = { gate: 'policy', outcome: 'skip', why: 'heldBack', at: 1 } as const
  const known = vi.fn<() => BoardRow[]>(() => [{ ...rowOf('iris web:a', 7), last }, rowOf('rex web:a', 8)])
  const { hub, step } = steppedHub({ known })
  step('iris web:a')
  expect(known).not.toHaveBeenCalled()
  expect(hub.board()).toEqual([{ ...rowOf('iris web:a', 1), last }, rowOf('rex web:a', 8)])
  expect(hub.board()).toHaveLength(2)
  expect(known).toHaveBeenCalledOnce()
})

test('who waits is woken once, by the next happening, and not after calling off', () => {
  const { hub, step } = steppedHub()
  const [woken, calledOff] = [vi.fn<() => void>(), vi.fn<() => void>()]
  hub.next(woken)
  hub.next(calledOff)()
  step('iris web:a')
  step('iris web:a')
  hub.said('web:a', 'm1')
  expect([woken.mock.calls.length, calledOff.mock.calls.length]).toEqual([1, 0])
})

test('of actors that stepped so many rows are kept, the newest, beside those that are known of old', () => {
  const { hub, step } = steppedHub({ mostRows: 2, known: () => [rowOf('uma web:a', 7), rowOf('rex web:a', 8)] })
  const keys = (): string[] => hub.board().map(({ key }) => key)
  for (const key of ['iris web:a', 'rex web:a', 'iris web:a']) step(key)
  expect(keys()).toEqual(['rex web:a', 'iris web:a', 'uma web:a'])
  step('uma web:a')
  expect([keys(), hub.row('rex web:a'), hub.changed(start + 3)]).toEqual([
    ['iris web:a', 'uma web:a'],
    undefined,
    ['uma web:a'],
  ])
})
