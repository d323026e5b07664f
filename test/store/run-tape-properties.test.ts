// The run's tape, whatever is written on it: as a plain list has it, and nothing of one place in another.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EntryKind, TapeEntry } from '../../machines/agent/children.ts'
import { openRunTape, type RunTape } from '../../src/store/run-tape.ts'
import { inMemory } from '../host/stores.ts'
import { anchor, entry, fact, idsOf } from './tape-entries.ts'

function opened() {
  const db = inMemory()
  return { db, tape: openRunTape(db) }
}

// A tape as a plain list has it.
interface Row extends TapeEntry {
  at: number
  state: 'fork' | 'merged' | 'failed'
}

const rowText = ({ run: of, id, body, state }: Pick<Row, 'run' | 'id' | 'body' | 'state'>): string =>
  `${of} ${id} ${String(body)} ${state}`
const byText = (a: string, b: string): number => (a < b ? -1 : 1)

class Model {
  rows: Row[] = []
  append(at: number, entries: readonly TapeEntry[], given?: Row['state']): void {
    for (const each of entries) {
      const ofRun = new Set(this.rows.filter(({ run: of }) => of === each.run).map(({ state }) => state))
      const inherited = ofRun.has('failed') ? 'failed' : ofRun.has('merged') ? 'merged' : 'fork'
      const row = { ...each, at, state: given ?? inherited }
      const known = this.rows.findIndex(({ run, id }) => run === each.run && id === each.id)
      if (known < 0) this.rows.push(row)
      else this.rows[known] = row
    }
  }
  end(run: string, state: 'merged' | 'failed'): void {
    for (const row of this.rows) if (row.run === run && row.state === 'fork') row.state = state
  }
  told() {
    const merged = this.rows.filter(({ state }) => state === 'merged')
    const since = merged.findLastIndex(({ kind }) => kind === 'anchor')
    const context = merged.slice(since + 1)
    return {
      anchor: merged[since]?.id,
      context: idsOf(context),
      tokens: context.reduce((sum, { tokens }) => sum + tokens, 0),
      facts: idsOf(merged.filter(({ kind }) => kind === 'fact')),
      anchors: idsOf(merged.filter(({ kind }) => kind === 'anchor')),
      rows: this.rows
        .filter(({ run }) => run !== 'hand')
        .map(rowText)
        .toSorted(byText),
      found: merged.length,
    }
  }
}

const keys = ['iris web:lobby', 'rex web:lobby', 'iris direct web:lobby', 'iris web:den']
const runs = ['r1', 'r2', 'r3']
const kinds: EntryKind[] = ['message', 'tool_call', 'tool_result', 'fact', 'event']

function toldBy(tape: RunTape, key: string) {
  const { anchor: last, entries } = tape.context(key, 1_000_000)
  return {
    anchor: last?.id,
    context: idsOf(entries),
    tokens: tape.info(key)?.tokens ?? 0,
    facts: idsOf(tape.facts(key)),
    anchors: idsOf(tape.anchors(key)),
    rows: runs
      .flatMap((each) => tape.ofRun(key, each))
      .map(rowText)
      .toSorted(byText),
    found: tape.search(key, 'everywhere', { most: 1_000 }).length,
  }
}

const place = fc.constantFrom(...keys)
const run = fc.constantFrom(...runs)
const entries = fc.array(
  fc.record({ run, id: fc.constantFrom('0', '1', '2', '3'), kind: fc.constantFrom(...kinds), tokens: fc.nat(40) }),
  { minLength: 1, maxLength: 4 },
)
const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), key: place, entries }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('note' as const), key: place, entries }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const), key: place, run }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), key: place, run }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('anchor' as const), key: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undone' as const), key: place, entries }) },
)

test('whatever is written, every tape tells what a plain list of its own rows tells, and nothing of another', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 25 }), (deeds) => {
      const { db, tape } = opened()
      const models = new Map(keys.map((key) => [key, new Model()]))
      deeds.forEach((each, at) => {
        const model = models.get(each.key) ?? new Model()
        const written =
          'entries' in each ? each.entries.map((one) => ({ ...one, body: `everywhere ${each.key} ${at}` })) : []
        if (each.do === 'undone') {
          db.exec('BEGIN')
          tape.append(each.key, at, written)
          db.exec('ROLLBACK')
        } else if (each.do === 'append') {
          tape.append(each.key, at, written)
          model.append(at, written)
        } else if (each.do === 'note') {
          tape.note(each.key, at, written)
          model.append(at, written, 'merged')
        } else if (each.do === 'anchor') {
          const one = { ...anchor('hand', `a${at}`), body: 'everywhere' }
          tape.note(each.key, at, [one])
          model.append(at, [one], 'merged')
        } else if (each.do === 'merge') {
          tape.merge(each.key, each.run, at)
          model.end(each.run, 'merged')
        } else {
          const event = entry(each.run, 'failed', { kind: 'event', body: 'everywhere' })
          tape.fail(each.key, each.run, at, event)
          model.end(each.run, 'failed')
          model.append(at, [event], 'merged')
        }
      })
      const told = Object.fromEntries(keys.map((key) => [key, toldBy(tape, key)]))
      const modelled = [...models].map(([key, model]) => [key, model.told()])
      expect(told).toEqual(Object.fromEntries(modelled))
    }),
    { numRuns: 150 },
  )
})

test('what one bot in one group knows is found by no other, in no way of asking', () => {
  const { tape } = opened()
  for (const key of keys) {
    tape.note(key, 1, [fact('same', 'f', `the safe of ${key} opens with 7741 密码`), anchor('same', 'a')])
    tape.append(key, 2, [entry('same', 'x', { body: `safe ${key} 7741` })])
  }
  const [mine = '', ...others] = keys
  tape.forgetUntil(mine, 5)
  const all = (key: string) => [
    ...['7741', 'safe', '密码', '密', 'sfae safe opens'].flatMap((words) =>
      tape.search(key, words, { all: true }).map((hit) => hit.entry),
    ),
    ...tape.facts(key),
    ...tape.anchors(key),
    ...tape.ofRun(key, 'same'),
    ...tape.after(key, 0, 100),
    ...tape.before(key, 1e9, 100),
    ...tape.context(key, 1_000).entries,
    ...[tape.entry(key, 'same', 'x')].flatMap((found) => found ?? []),
  ]
  const foreign = keys.map((key) =>
    all(key).filter(({ body }) => keys.some((other) => other !== key && JSON.stringify(body).includes(` ${other} `))),
  )
  expect([all(mine), others.map((key) => all(key).length > 9), foreign]).toEqual([
    [],
    [true, true, true],
    [[], [], [], []],
  ])
})
