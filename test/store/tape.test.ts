// The tape read back: what was told of every step, whatever was left out because it had not changed.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { transitionIds } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import type { Verdict } from '../../machines/group/types.ts'
import { type Recorded, recordStep } from '../../src/feed/recorder.ts'
import { type TracedStep, verdictsOf } from '../../src/room/steps.ts'
import { openActors } from '../../src/store/actors.ts'
import { openTape, type DeltaBase } from '../../src/store/tape.ts'
import type { Standing } from '../../src/store/tape-record.ts'
import { inputWith } from '../fakes/group-life.ts'
import { handClock } from '../host/hand-clock.ts'
import { localLife, settled } from '../host/local-life.ts'
import { inMemory } from '../host/stores.ts'
import { standing } from './standing.ts'

const place = { bot: 'iris', group: 'web:lobby' }

/** A group on the host; `told` is what the tape was told of each step. */
function taped(db = inMemory(), clock = handClock()) {
  const tape = openTape(db)
  const told: Recorded['record'][] = []
  const row = (step: TracedStep, before: DeltaBase | undefined) => {
    const { record, standing: stands } = recordStep(step, place, verdictsOf(step))
    told.push(record)
    return tape.row(step.event, step.seq, { ...record, standing: stands }, before)
  }
  const input = inputWith({ batching: { intervalMs: 1_000 } })
  const hosted = { transitions: transitionIds(groupMachine) }
  const life = localLife({ db, clock, input, hosted, host: { tape: { row, undone: tape.undone } } })
  const read = (before = Infinity, most = 1_000) =>
    tape.read('g', before, most).map((each) => ({ ...each, ...place, key: 'g' }))
  return { ...life, tape, told, read }
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('whatever a group lives through, each step is read as it was told, also from the middle and after a restart', async () => {
  const moves = fc.array(fc.nat({ max: 9 }), { minLength: 80, maxLength: 140 })
  await fc.assert(
    fc.asyncProperty(moves, async (play) => {
      const db = inMemory()
      const clock = handClock()
      let life = taped(db, clock)
      const all: unknown[] = []
      for (const [n, move] of play.entries()) {
        if (move < 5) life.say({ id: `m${n}`, mentioned: move === 0, sender: `p${move}` })
        else if (move < 8) clock.advance(clock.now() + move * 400)
        else if (move === 8 && life.calls.length > 0) {
          // oxlint-disable-next-line no-await-in-loop -- one answer after the other
          await life.settle({
            output: {
              want: true,
              reason: 'it is asked',
              tokens: 30,
              text: 'yes',
              type: 'short',
              similarity: 0,
              model: 'x',
              rehearsal: true,
            },
          })
        } else if (move === 9) life.host.passivate('g')
        if (n % 40 === 39) {
          all.push(...life.told)
          // oxlint-disable-next-line no-await-in-loop -- a restart ends what was under way
          await life.host.stop()
          life = taped(db, clock)
        }
      }
      all.push(...life.told)
      const told = asJson(all) as { seq: number }[]
      expect(life.read()).toEqual(told)
      for (const before of [1, 2, 63, 64, 65, 66, 70]) {
        expect(life.read(before, 5)).toEqual(told.filter(({ seq }) => seq < before).slice(-5))
      }
      const verdicts = (told as unknown as { verdicts: Verdict[] }[]).flatMap((each) => each.verdicts)
      expect(life.tape.recent('g', 7)).toEqual(verdicts.slice(-7))
      expect(life.tape.since(1, -1)).toEqual(verdicts)
      await settled()
    }),
    { numRuns: 12 },
  )
})

test('numbers, texts and messages of a verdict come back as they were, those without are without', () => {
  const db = inMemory()
  const tape = openTape(db)
  const verdicts: Verdict[] = [
    {
      turn: null,
      at: 7,
      gate: 'buffer',
      outcome: 'flush',
      why: 'intervalOver',
      messages: ['a', 'b'],
      numbers: { size: 2 },
    },
    { turn: 1, at: 7, gate: 'dispatch', outcome: 'start', why: 'batchReady', messages: ['a', 'b'] },
    {
      turn: 1,
      at: 7,
      gate: 'decide',
      outcome: 'failed',
      why: 'timeout',
      messages: [],
      tokens: 0,
      numbers: { to: 'Ann' },
    },
    { turn: 1, at: 7, gate: 'compose', outcome: 'skip', why: 'repeated', messages: ['a'], tokens: 12 },
    { turn: 1, at: 7, gate: 'decide', outcome: 'skip', why: 'modelDeclines', messages: [], reason: '["' },
  ]
  const actor = openActors(db).insert('g', '1', '{}', 0, 0)
  const row = tape.row({ type: 'x', at: 7 }, 1, { took: ['t'], verdicts, standing }, undefined)
  openActors(db).append(actor, 1, 7, 'event', row.body, row.led)
  expect(tape.recent('g', 10)).toEqual(verdicts)
  expect(tape.read('g', 2, 1)).toEqual([{ seq: 1, at: 7, event: { type: 'x' }, took: ['t'], verdicts, ...standing }])
})

test('a mute, a policy and limits that change are told, and told no more once they are lifted', () => {
  const db = inMemory()
  const tape = openTape(db)
  const actors = openActors(db)
  const actor = actors.insert('g', '1', '{}', 0, 0)
  const lives: Standing[] = [
    standing,
    { ...standing, muted: true, timers: [] },
    { ...standing, muted: true, paused: true, timers: [] },
    { ...standing, policy: 'mention', policySet: true, vitality: 'DORMANT', active: ['group.vitality.DORMANT'] },
    { ...standing, budget: standing.budget.map((each) => ({ ...each, maxTokens: 5 })) },
    standing,
  ]
  let deltaBase: DeltaBase | undefined
  for (const [i, stands] of lives.entries()) {
    const row = tape.row({ type: 'x', at: i }, i + 1, { took: [], verdicts: [], standing: stands }, deltaBase)
    actors.append(actor, i + 1, i, 'event', row.body, row.led)
    deltaBase = row.deltaBase
  }
  const read = tape
    .read('g', 99, 99)
    .map(({ seq: _, at: __, event: ___, took: ____, verdicts: _____, ...stands }) => stands)
  expect(read).toEqual(lives)
})

/** A hundred and forty steps that change nothing: the first, the 65th and the 129th tell all. */
function longTape() {
  const db = inMemory()
  const tape = openTape(db)
  const actors = openActors(db)
  const actor = actors.insert('g', '1', '{}', 0, 0)
  let deltaBase: DeltaBase | undefined
  for (let seq = 1; seq <= 140; seq += 1) {
    const row = tape.row({ type: 'x', at: seq }, seq, { took: [], verdicts: [], standing }, deltaBase)
    actors.append(actor, seq, seq, 'event', row.body, row.led)
    deltaBase = row.deltaBase
  }
  return { db, tape }
}

test('a row that cannot be read is left out, and with it those that rest on it, until one tells all', () => {
  const { db, tape } = longTape()
  db.exec("UPDATE entry SET led = 'torn' WHERE seq = 70")
  const seqs = tape.read('g', Infinity, 1_000).map(({ seq }) => seq)
  expect(seqs).toEqual([...numbers(1, 69), ...numbers(129, 140)])
})

test('where rows between were removed, nothing is told until a row tells all', () => {
  const { db, tape } = longTape()
  db.exec('DELETE FROM entry WHERE seq BETWEEN 20 AND 80')
  expect(tape.read('g', Infinity, 1_000).map(({ seq }) => seq)).toEqual([...numbers(1, 19), ...numbers(129, 140)])
})

test('steps that were removed are known to be missing, up to the last of them', () => {
  const db = inMemory()
  const tape = openTape(db)
  const actors = openActors(db)
  for (let seq = 1; seq <= 100; seq += 1) actors.append(1, seq, seq * 10, 'event', '', '[]')
  expect(tape.goneUntil(1, -1)).toBeUndefined()
  db.exec('DELETE FROM entry WHERE seq BETWEEN 21 AND 29 OR seq BETWEEN 41 AND 60')
  expect([-1, 300, 605, 610, 900].map((from) => tape.goneUntil(1, from))).toEqual([610, 610, 610, undefined, undefined])
  db.exec('DELETE FROM entry WHERE seq < 70')
  expect([-1, 690, 700, 800].map((from) => tape.goneUntil(1, from))).toEqual([700, 700, undefined, undefined])
})

test('errors of channels are said once and are no words; halves of a sign are all the same', () => {
  const db = inMemory()
  const tape = openTape(db)
  const words = () => Number(db.prepare('SELECT count(*) AS n FROM word').get()?.['n'])
  const retry = (reason: string): Verdict => ({
    turn: 1,
    at: 1,
    gate: 'send',
    outcome: 'retry',
    why: 'channelUnavailable',
    messages: [],
    reason,
  })
  const row = (verdict: Verdict) =>
    tape.row({ type: 'x', at: 1 }, 1, { took: [], verdicts: [verdict], standing }, undefined)
  row(retry('no route to 10.0.0.1'))
  const known = words()
  for (let n = 0; n < 50; n += 1) row(retry(`no route to 10.0.0.${n}`))
  expect(words()).toBe(known)
  for (const half of ['\uD800', '\uDBFF']) row({ ...retry('x'), outcome: half })
  expect(words() - known).toBeLessThanOrEqual(4)
})

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('words of a transaction that was undone are written again by the next', () => {
  const db = inMemory()
  const tape = openTape(db)
  const actors = openActors(db)
  const actor = actors.insert('g', '1', '{}', 0, 0)
  const write = (type: string, seq: number): void => {
    const row = tape.row({ type, at: seq }, seq, { took: [], verdicts: [], standing }, undefined)
    actors.append(actor, seq, seq, 'event', row.body, row.led)
  }
  db.exec('BEGIN')
  write('first', 1)
  db.exec('ROLLBACK')
  tape.undone()
  write('second', 1)
  write('first', 2)
  expect(
    openTape(db)
      .read('g', 9, 9)
      .map(({ event }) => event.type),
  ).toEqual(['second', 'first'])
})

test('a row that tells changes alone is a fraction of the record', () => {
  const db = inMemory()
  const life = taped(db)
  for (let n = 0; n < 200; n += 1) {
    life.say({ id: `m${n}`, sender: `p${n % 3}` })
    life.clock.advance(life.clock.now() + 700)
  }
  const whole = life.told.map((record) => JSON.stringify(record).length)
  const { bytes } = db.prepare('SELECT sum(length(led)) AS bytes FROM entry').get() as { bytes: number }
  expect(bytes * 5).toBeLessThan(whole.reduce((sum, size) => sum + size, 0))
})
