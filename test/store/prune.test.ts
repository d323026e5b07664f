// Old rows go a bounded number at a time, and what must stay neither goes nor stands in the way of the others.
import { expect, test } from 'vitest'
import { openActors } from '../../src/store/actors.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { openInbox } from '../../src/store/inbox.ts'
import { keptSteps, oldRows } from '../../src/store/old-rows.ts'
import { openMemoryStore } from '../../src/store/memory.ts'
import { openTalk } from '../../src/store/talk.ts'
import { inMemory } from '../host/stores.ts'

function filled() {
  const db = inMemory()
  const [actors, ledger, talk] = [openActors(db), openLedger(db), openTalk(db)]
  const actor = actors.insert('iris web:lobby', '1', '{}', 0, 0)
  const add = (at: number): void => {
    actors.append(actor, at, at, 'message', '{}')
    openInbox(db).put('web:lobby', { id: `m${at}`, bots: ['iris'], isFirst: true }, at)
    ledger.queueReply(actor, at, { key: `k${at}`, turn: at, text: '', type: 'short' })
    ledger.settleReply(actor, at, 'sent', `m${at}`)
    talk.put('web:lobby', { id: `m${at}`, ts: at, sender: 'ann', name: 'Ann', bot: false, text: 'hi' })
  }
  const times = (table: string, time = 'at') =>
    db
      .prepare(`SELECT ${time} AS at FROM ${table} ORDER BY ${time}`)
      .all()
      .map((row) => Number(row['at']))
  return { db, actors, ledger, talk, actor, add, times }
}

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('the oldest go first, so many at a time; the newest steps of a tape, what is held and what is queued stay', () => {
  const { db, actors, ledger, actor, add, times } = filled()
  for (const at of [1, 2, 3]) actors.append(actor, 0, at, 'held', '{}')
  ledger.queueReply(actor, 1, { key: 'waits', turn: 0, text: '', type: 'short' })
  for (const at of upTo(4, 150)) add(at)
  const [entry, , outbox, message, inbox] = oldRows(db)
  const steps = [entry, outbox, message, inbox].map((rows) => rows?.step(150, 10))
  const some = {
    entry: times('entry'),
    outbox: times('outbox'),
    message: times('message', 'ts'),
    inbox: times('inbox'),
  }
  const all = oldRows(db)
  for (const rows of all) while (rows.step(150, 10) > 0);
  const rest = {
    entry: times('entry'),
    outbox: times('outbox'),
    message: times('message', 'ts'),
    inbox: times('inbox'),
  }
  expect({ steps, some, rest }).toEqual({
    steps: [10, 10, 10, 10],
    some: {
      entry: [1, 2, 3, ...upTo(11, 150)],
      outbox: [1, ...upTo(13, 150)],
      message: upTo(14, 150),
      inbox: upTo(14, 150),
    },
    rest: {
      entry: [1, 2, 3, ...upTo(151 - keptSteps, 150)],
      outbox: [1, 150],
      message: [150],
      inbox: [150],
    },
  })
})

test('rows from a time when the clock was ahead do not keep the older ones', () => {
  const { db, add, times } = filled()
  for (const at of [900, 1, 2, 3]) add(at)
  const rows = oldRows(db).find(({ table }) => table === 'message')
  const looked = [rows?.step(100, 10), rows?.step(100, 10)]
  expect([looked, times('message', 'ts')]).toEqual([[4, 0], [900]])
})

test('what stayed goes when it is looked at once more and is needed no longer', () => {
  const { db, actors, actor, times } = filled()
  for (const at of upTo(1, 90)) actors.append(actor, at, at, 'message', '{}')
  const entry = oldRows(db).filter(({ table }) => table === 'entry')
  for (const rows of entry) while (rows.step(1_000, 100) > 0);
  const first = times('entry')[0]
  for (const at of upTo(91, 120)) actors.append(actor, at, at + 1_000, 'message', '{}')
  const looked = entry.map((rows) => rows.step(1_000, 100))
  for (const rows of entry) {
    rows.again()
    while (rows.step(1_000, 100) > 0);
  }
  expect([first, looked, times('entry')[0]]).toEqual([11, [0], 41])
})

test('a line that is to be forgotten stays marked for as long as it is stored', () => {
  const { db, talk, add } = filled()
  const memory = openMemoryStore(db)
  const place = { bot: 'iris', group: 'web:lobby' }
  for (const at of [1, 2]) {
    add(at)
    memory.forget(place, { id: `m${at}`, ts: at })
  }
  memory.putOrder(place, 'm1', 1, { lines: 1, everything: false })
  memory.forgetUntil(place, 2)
  const marks = () => [1, 2].map((at) => memory.isForgotten(place, `m${at}`))
  const stands = () => ({
    marks: marks(),
    order: memory.orderOf(place, 'm1') !== undefined,
    floor: memory.floorOf(place),
  })
  const seen = []
  const message = oldRows(db).find(({ table }) => table === 'message')
  for (const most of [0, 1, 1]) {
    message?.step(100, most)
    for (const rows of memory.oldRows) rows.step(100, 10)
    seen.push(stands())
  }
  expect(seen).toEqual([
    { marks: [true, true], order: true, floor: 2 },
    { marks: [false, true], order: false, floor: 2 },
    { marks: [false, false], order: false, floor: -Infinity },
  ])
  expect(talk.lines('web:lobby', ['m1', 'm2'])).toEqual([])
})
