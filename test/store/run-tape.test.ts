// The run's tape: what is in force and what is not, where a context begins, and how its words are found.
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { inTransaction } from '../../src/store/transaction.ts'
import { inMemory, storeFile } from '../host/stores.ts'
import { anchor, entry, fact, idsOf, lobby } from './tape-entries.ts'

function opened() {
  const db = inMemory()
  return { db, tape: openRunTape(db) }
}

test('a run’s rows are in no context until it ends well; then they are in force in their order', () => {
  const { tape } = opened()
  tape.append(lobby, 1, [entry('r1', 'ask', { kind: 'message' }), entry('r1', '0.0', { kind: 'tool_call' })])
  tape.append(lobby, 2, [entry('r1', '0.0.result')])
  const before = tape.context(lobby, 1_000)
  tape.merge(lobby, 'r1', 3)
  expect([before, idsOf(tape.context(lobby, 1_000).entries), tape.info(lobby)]).toEqual([
    { entries: [] },
    ['r1/ask', 'r1/0.0', 'r1/0.0.result'],
    { entries: 3, anchors: 0, tokens: 30, bytes: 58 },
  ])
})

test('a run that failed leaves the context as it was, and one event; its rows can still be read', () => {
  const { tape } = opened()
  tape.note(lobby, 1, [entry('c1', 'command', { kind: 'event' })])
  const before = tape.context(lobby, 1_000).entries
  tape.append(lobby, 2, [entry('r1', '0.0'), entry('r1', '1.0'), entry('r1', '2.0')])
  tape.fail(lobby, 'r1', 3, entry('r1', 'failed', { kind: 'event' }))
  tape.append(lobby, 4, [entry('r1', 'late')])
  const after = tape.context(lobby, 1_000).entries
  expect({
    kept: after.slice(0, -1),
    added: idsOf(after.slice(-1)),
    audit: tape.ofRun(lobby, 'r1').map(({ id, state }) => [id, state]),
  }).toEqual({
    kept: before,
    added: ['r1/failed'],
    audit: [
      ['0.0', 'failed'],
      ['1.0', 'failed'],
      ['2.0', 'failed'],
      ['failed', 'merged'],
      ['late', 'failed'],
    ],
  })
})

test('an entry of the same run and id takes the place of the first, and is found by its own words alone', () => {
  const { tape } = opened()
  tape.append(lobby, 1, [entry('r1', '0.0', { body: { text: 'the blue key' } }), entry('r1', '0.1')])
  tape.append(lobby, 2, [entry('r1', '0.0', { body: { text: 'the green door' }, tokens: 4 })])
  tape.merge(lobby, 'r1', 3)
  expect({
    rows: tape.ofRun(lobby, 'r1').map(({ n, id, at, body }) => ({ n, id, at, body })),
    tokens: tape.info(lobby)?.tokens,
    found: ['blue', 'green'].map((word) => tape.search(lobby, word).length),
  }).toEqual({
    rows: [
      { n: 1, id: '0.0', at: 2, body: { text: 'the green door' } },
      { n: 2, id: '0.1', at: 1, body: { text: 'r1 0.1' } },
    ],
    tokens: 14,
    found: [0, 1],
  })
})

test('a transaction that is rolled back leaves nothing', () => {
  const { db, tape } = opened()
  tape.append(lobby, 1, [entry('r1', '0.0')])
  const fails = () =>
    inTransaction(db, () => {
      tape.append(lobby, 2, [entry('r1', '1.0', { body: { text: 'elephant' } }), anchor('r1', 'a')])
      tape.merge(lobby, 'r1', 3)
      throw new Error('no room')
    })
  expect(fails).toThrow('no room')
  expect([tape.ofRun(lobby, 'r1').map(({ state }) => state), tape.search(lobby, 'elephant', { all: true })]).toEqual([
    ['fork'],
    [],
  ])
})

test('a context begins at the last anchor in force', () => {
  const { tape } = opened()
  tape.note(lobby, 1, [entry('c1', 'a'), anchor('c1', 'first'), entry('c1', 'b')])
  tape.append(lobby, 2, [entry('r1', 'c'), anchor('r1', 'second'), entry('r1', 'd')])
  const seen = () => {
    const { anchor: last, entries } = tape.context(lobby, 1_000)
    return { anchor: last?.id, entries: idsOf(entries), tokens: tape.info(lobby)?.tokens }
  }
  const before = seen()
  tape.merge(lobby, 'r1', 3)
  expect([before, seen(), tape.anchors(lobby).map(({ id }) => id)]).toEqual([
    { anchor: 'first', entries: ['c1/b'], tokens: 10 },
    { anchor: 'second', entries: ['r1/d'], tokens: 10 },
    ['first', 'second'],
  ])
})

test('a context has the newest runs that fit whole, and of one that is too long its newest rows, from a call on', () => {
  const { tape } = opened()
  for (const run of ['r1', 'r2', 'r3']) {
    const rows = [0, 1, 2].flatMap((step) => [
      entry(run, `${step}.0`, { kind: 'tool_call' }),
      entry(run, `${step}.0.result`),
    ])
    tape.append(lobby, 1, rows)
    tape.merge(lobby, run, 2)
  }
  const seen = (tokens: number) => idsOf(tape.context(lobby, tokens).entries)
  const whole = seen(180).slice(12)
  expect([seen(0), seen(30), seen(60), seen(119), seen(120).length, seen(1_000).length]).toEqual([
    [],
    ['r3/2.0', 'r3/2.0.result'],
    whole,
    whole,
    12,
    18,
  ])
})

test('of the facts the newest 200 are in force, and one that is forgotten is nowhere', () => {
  const { tape } = opened()
  for (let i = 0; i < 210; i += 1) tape.note(lobby, i, [fact('c', `f${i}`, `Ann has the number ${1_000 + i}.`)])
  const [first] = tape.facts(lobby)
  const forgot = [tape.forgetFact('rex web:lobby', first?.n ?? 0), tape.forgetFact(lobby, first?.n ?? 0)]
  expect([
    first?.id,
    forgot,
    tape.facts(lobby).length,
    tape.search(lobby, '1010').length,
    tape.search(lobby, '1011').length,
    tape.info(lobby)?.entries,
  ]).toEqual(['f10', [false, true], 199, 0, 1, 199])
})

describe('a search', () => {
  const db = openDatabase(':memory:')
  afterAll(() => db.close())
  const tape = openRunTape(db)
  const texts = {
    a: 'Read budget.xlsx: 60 rows, 5 % of it travel',
    b: '昨天的统计学作业在第三页',
    c: 'The quick brown fox; C3 is to go',
    d: { command: 'ls -la /srv/data', exitCode: 127 },
  }
  tape.append(
    lobby,
    1,
    Object.entries(texts).map(([id, body]) => entry('r1', id, { body })),
  )
  tape.merge(lobby, 'r1', 2)
  tape.append(lobby, 3, [entry('r2', 'e', { body: 'budget of a run that goes on' })])

  test.each([
    ['budget', ['a']],
    ['BUDGET xlsx', ['a']],
    ['60', ['a']],
    ['统计学', ['b']],
    ['作业', ['b']],
    ['页', ['b']],
    ['昨天 统计', ['b']],
    ['昨天 budget', []],
    ['c3', ['c']],
    ['3', []],
    ['brown fox', ['c']],
    ['/srv/data', ['d']],
    ['127', ['d']],
    ['"quick" OR brown', []],
    ['place', []],
    ['', []],
    ['  % ', []],
    ['\ue000\ue000\ue001', []],
  ])('for %j finds %j', (words, found) => {
    expect(tape.search(lobby, words).map(({ entry: { id } }) => id)).toEqual(found)
  })

  test('that has no row with all words finds what is alike, and says so', () => {
    expect(tape.search(lobby, 'the quikc brown fox').map(({ entry: { id }, isAlike }) => [id, isAlike])).toEqual([
      ['c', true],
    ])
  })

  test('shows the text around what was found', () => {
    const body = `${'before '.repeat(30)}NEEDLE ${'after '.repeat(60)}`
    tape.note(lobby, 4, [entry('c', 'x', { body })])
    expect(tape.search(lobby, 'needle')[0]?.excerpt).toMatch(/^… (?:\w+ )+NEEDLE (?:after )+\w* ?…$/)
  })
})

test('a store of version 4 opens, has a tape, and is of version 5 then', () => {
  const open = storeFile()
  const before = open()
  for (const { type, name } of before.prepare("SELECT type, name FROM sqlite_master WHERE name LIKE 'tape%'").all())
    if (type === 'table' && ['tape', 'tape_place', 'tape_refers', 'tape_index'].includes(String(name)))
      before.exec(`DROP TABLE ${String(name)}`)
  before.exec('PRAGMA user_version = 4')
  before.close()
  const db = open()
  const tape = openRunTape(db)
  tape.note(lobby, 1, [entry('r1', '0')])
  expect([tape.search(lobby, 'r1 0').length, db.prepare('PRAGMA user_version').get()?.['user_version']]).toEqual([1, 5])
})
