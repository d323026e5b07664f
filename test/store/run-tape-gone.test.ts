// What leaves a tape with time: old rows but facts and the last anchor, a bounded number at once; and tapes as a whole.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openExtent } from '../../src/store/extent.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { archiveTapeOnce } from '../../src/store/tape-archive.ts'
import { inMemory } from '../host/stores.ts'
import { folder } from '../world/folders.ts'
import { anchor, entry, fact, idsOf, lobby } from './tape-entries.ts'

function opened() {
  const db = inMemory()
  const tape = openRunTape(db)
  const [old, swept] = tape.oldRows
  const count = (table: string): number => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
  const figures = () => ({
    ...tape.info(lobby),
    extent: openExtent(db, ':memory:').extent().tape,
    refers: count('tape_refers'),
  })
  return { db, tape, old, swept, count, figures }
}

test('of old rows the facts stay, and the anchor at which the context begins; the figures follow', () => {
  const { tape, old, figures } = opened()
  tape.note(lobby, 1, [anchor('c', 'first'), fact('c', 'f', 'Ann likes tea'), entry('c', 'x')])
  tape.note(lobby, 2, [anchor('c', 'second'), entry('c', 'y', { body: { messages: ['m1', 'm2'] } })])
  tape.append(lobby, 3, [entry('r1', '0')])
  tape.fail(lobby, 'r1', 4, entry('r1', 'failed', { kind: 'event' }))
  tape.note(lobby, 9, [entry('c', 'z', { body: 'late' })])
  const before = figures()
  const looked = [old?.step(9, 4), old?.step(9, 4), old?.step(9, 4)]
  const body = { text: 'Ann likes tea' }
  const summary = { name: 'second', summary: 'so far' }
  const bytes = JSON.stringify(body).length + JSON.stringify(summary).length + JSON.stringify('late').length
  expect({ before, looked, left: idsOf(tape.after(lobby, 0, 10)), after: figures() }).toEqual({
    before: { entries: 8, anchors: 2, tokens: 30, bytes: 174, extent: { entries: 8, bytes: 174 }, refers: 2 },
    looked: [4, 3, 0],
    left: ['c/f', 'c/second', 'c/z'],
    after: { entries: 3, anchors: 1, tokens: 10, bytes, extent: { entries: 3, bytes }, refers: 0 },
  })
})

test('a tape that is reset is empty at once, goes bit by bit, and what is written then stays', () => {
  const { tape, swept, figures, count } = opened()
  for (let i = 0; i < 120; i += 1)
    tape.note(lobby, i, [entry('c', String(i)), ...(i % 40 === 0 ? [anchor('c', `a${i}`)] : [])])
  tape.note('rex web:lobby', 1, [entry('c', 'of rex')])
  tape.reset(lobby)
  tape.note(lobby, 200, [entry('c', 'new')])
  const seen = { ...tape.context(lobby, 1_000), found: tape.search(lobby, 'c').length, anchors: tape.anchors(lobby) }
  const steps: number[] = []
  for (let more = 1; more > 0;) {
    more = swept?.step(0, 50) ?? 0
    steps.push(count('tape'))
  }
  expect({ seen: { ...seen, entries: idsOf(seen.entries) }, steps, after: figures() }).toEqual({
    seen: { entries: ['c/new'], found: 1, anchors: [] },
    steps: [75, 25, 2, 2],
    after: { entries: 1, anchors: 0, tokens: 10, bytes: 16, extent: { entries: 2, bytes: 35 }, refers: 0 },
  })
})

test('what is struck is in no context, no search and no figure; a short word is nobody’s quote', () => {
  const { tape } = opened()
  tape.note(lobby, 1, [
    entry('c', 'a', { body: 'She said: “The door is blue.” Fine.' }),
    entry('c', 'b', { body: 'ok' }),
  ])
  const struck = [
    tape.strike('rex web:lobby', { id: 'm', text: 'the door is blue' }),
    tape.strike(lobby, { id: 'm', text: 'ok' }),
    tape.strike(lobby, { id: 'm', text: ' THE DOOR IS BLUE ' }),
  ]
  expect([struck, tape.after(lobby, 0, 9).map(({ body, tokens }) => [body, tokens]), tape.info(lobby)?.tokens]).toEqual(
    [
      [0, 0, 1],
      [
        [{ forgotten: true }, 0],
        ['ok', 10],
      ],
      10,
    ],
  )
})

test('an operator’s word empties a tape up to a row, and again changes nothing; its copy is whole however often it is made', () => {
  const { tape } = opened()
  const store = join(folder(), 'store.sqlite')
  tape.note(lobby, 1, [anchor('c', 'first'), fact('c', 'f', 'Ann likes tea')])
  const until = tape.before(lobby, Number.MAX_SAFE_INTEGER, 1)[0]?.n ?? 0
  const path = archiveTapeOnce(store, tape, lobby, 5_000)
  // A crash cuts the next one short.
  writeFileSync(`${path}.part`, '{"n":1')
  expect(archiveTapeOnce(store, tape, lobby, 5_000)).toBe(path)
  expect([readdirSync(dirname(path)).length, readFileSync(path, 'utf8').trim().split('\n').length]).toEqual([1, 2])
  tape.note(lobby, 6, [entry('c', 'late')])
  const word = entry('command m1', 'reset', { kind: 'event', body: { name: 'tape.reset', until, messages: ['m1'] } })
  for (const at of [7, 8]) {
    tape.note(lobby, at, [word])
    expect([idsOf(tape.after(lobby, 0, 10)), tape.facts(lobby), tape.anchors(lobby)]).toEqual([
      ['c/late', 'command m1/reset'],
      [],
      [],
    ])
  }
})
