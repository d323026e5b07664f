// The mirror of the tapes: whatever happens to its files, they come to say what the store says.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { draw as drawn } from '../../machines/rules/random.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { lineOf, tapeFileName } from '../../src/store/tape-lines.ts'
import { openTapeMirror, tapesFolder } from '../../src/store/tape-mirror.ts'
import { folder } from '../world/folders.ts'
import { entry, lobby } from './tape-entries.ts'

const den = 'iris web:den'
const hour = 3_600_000

function opened() {
  const path = join(folder(), 'chime.sqlite')
  const db = openDatabase(path)
  onTestFinished(() => db.close())
  db.exec('PRAGMA synchronous = OFF')
  const tape = openRunTape(db)
  const clock = { now: 3_000 }
  const fileOf = (key: string): string => join(tapesFolder(path), `${tapeFileName(key)}.jsonl`)
  const start = () => {
    const mirror = openTapeMirror({
      db,
      path,
      now: () => clock.now,
      failed: (error) => {
        throw error
      },
    })
    return () => {
      for (let steps = 0; mirror.step(); steps += 1) if (steps > 10_000) throw new Error('it never ends')
      mirror.step()
    }
  }
  return {
    db,
    tape,
    clock,
    fileOf,
    start,
    text: (key: string): string => (existsSync(fileOf(key)) ? readFileSync(fileOf(key), 'utf8') : ''),
    stored: (key: string): string => tape.after(key, 0, 1_000_000).map(lineOf).join(''),
  }
}

test('lines are readable, the files are their owner’s alone, and a run is told when it has ended', () => {
  const { tape, start, text, fileOf } = opened()
  const follow = start()
  tape.append(lobby, 1_000, [entry('r1', '0.0', { body: { text: '一' } }), entry('r1', '0.1', { body: 'two' })])
  tape.note(den, 2_000, [entry('c1', 'x', { kind: 'event', body: { command: ',help' } })])
  follow()
  const during = text(lobby)
  tape.merge(lobby, 'r1', 3_000)
  follow()
  const rest = { run: 'r1', kind: 'tool_result', at: '1970-01-01T00:00:01.000Z', state: 'merged', tokens: 10 }
  expect({
    during,
    lines: text(lobby)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    den: text(den).split('\n').length,
    modes: [fileOf(lobby), dirname(fileOf(lobby))].map((path) => (statSync(path).mode & 0o777).toString(8)),
  }).toEqual({
    during: '',
    lines: [
      { ...rest, n: 1, id: '0.0', body: { text: '一' } },
      { ...rest, n: 2, id: '0.1', body: 'two' },
    ],
    den: 2,
    modes: ['600', '700'],
  })
})

test('after 50 torn tails, at any byte, while it runs and while it does not, the file says what the store says', () => {
  const { tape, start, text, stored, fileOf } = opened()
  let seed = 7
  const draw = (): number => {
    const { value, seed: next } = drawn(seed)
    seed = next
    return value
  }
  let follow = start()
  for (let round = 0; round < 50; round += 1) {
    const rows = Array.from({ length: 1 + Math.floor(draw() * 20) }, (_, i) => entry(`r${round}`, String(i)))
    tape.append(lobby, round, rows)
    if (draw() < 0.2) tape.fail(lobby, `r${round}`, round, entry(`r${round}`, 'failed', { kind: 'event' }))
    else tape.merge(lobby, `r${round}`, round)
    follow()
    expect(text(lobby)).toBe(stored(lobby))
    const { size } = statSync(fileOf(lobby))
    const at = Math.floor(draw() * (size + 1))
    truncateSync(fileOf(lobby), at)
    if (draw() < 0.5) continue
    // Where power was lost the tail may be there as nothing but zeros, too.
    if (draw() < 0.5) truncateSync(fileOf(lobby), size)
    follow = start()
  }
  tape.note(lobby, 99, [entry('end', 'end')])
  follow()
  start()()
  expect([text(lobby).length > 10_000, text(lobby)]).toEqual([true, stored(lobby)])
})

test('a file that was removed, is of another store, or was written over is written anew', () => {
  const { tape, start, text, stored, fileOf } = opened()
  for (let i = 0; i < 300; i += 1) tape.note(lobby, i, [entry('c', String(i))])
  start()()
  const whole = text(lobby)
  const after: boolean[] = []
  const change = (how: () => void) => {
    how()
    tape.note(lobby, 500, [entry('more', String(after.length))])
    start()()
    after.push(text(lobby) === stored(lobby))
  }
  change(() => rmSync(fileOf(lobby)))
  change(() => writeFileSync(fileOf(lobby), whole.replaceAll('"n":', '"n":9')))
  change(() => writeFileSync(fileOf(lobby), 'nothing of it\n'))
  change(() => writeFileSync(fileOf(lobby), ''))
  change(() => rmSync(dirname(fileOf(lobby)), { recursive: true }))
  expect(after).toEqual([true, true, true, true, true])
})

test('what was struck, forgotten or pruned leaves the file, what was pruned within the hour', () => {
  const { tape, clock, start, text, stored } = opened()
  const follow = start()
  const told = () => {
    follow()
    return [text(lobby) === stored(lobby), text(lobby).split('\n').length - 1]
  }
  tape.note(lobby, 1, [entry('c', 'a', { body: { text: 'Bob said: my number is 5551' } }), entry('c', 'b')])
  tape.note(lobby, 100 * hour, [entry('c', 'd', { kind: 'fact', body: { text: 'Ann likes tea' } }), entry('c', 'e')])
  const seen = [told()]
  tape.strike(lobby, { id: 'm', text: 'my number is 5551' })
  seen.push(told())
  tape.forgetFact(lobby, tape.facts(lobby)[0]?.n ?? 0)
  seen.push(told(), [text(lobby).includes('5551'), text(lobby).includes('tea') ? 1 : 0])
  for (const rows of tape.oldRows) rows.step(50 * hour, 100)
  seen.push(told())
  clock.now += hour
  seen.push(told())
  tape.reset(lobby)
  seen.push(told())
  expect(seen).toEqual([
    [true, 4],
    [true, 4],
    [true, 3],
    [false, 0],
    [false, 3],
    [true, 1],
    [true, 0],
  ])
})

test('a run that has not ended after a day is told as it stands, and once more when it ends', () => {
  const { tape, clock, start, text } = opened()
  const follow = start()
  tape.append(lobby, clock.now, [entry('r1', '0')])
  const states = () => {
    follow()
    return [...text(lobby).matchAll(/"state":"(\w+)"/g)].map(([, state]) => state)
  }
  const first = states()
  clock.now += 25 * hour
  const later = states()
  tape.merge(lobby, 'r1', clock.now)
  expect([first, later, states()]).toEqual([[], ['fork'], ['merged']])
})

test('a step writes a bounded part, however much there is, and what stands in the way of one file is told', () => {
  const { db, tape, text, fileOf } = opened()
  for (let i = 0; i < 1_000; i += 1) tape.note(lobby, i, [entry('c', String(i))])
  tape.note(den, 1, [entry('c', 'big', { body: 'x'.repeat(3_000_000) }), entry('c', 'last')])
  const mirror = openTapeMirror({
    db,
    path: join(dirname(fileOf(lobby)), '..', 'chime.sqlite'),
    now: () => 1,
    failed: () => {},
  })
  mirror.step()
  const partly = readFileSync(`${fileOf(lobby)}.new`, 'utf8').split('\n').length - 1
  while (mirror.step());
  expect([
    partly,
    text(lobby).split('\n').length - 1,
    text(den).length > 3_000_000,
    readdirSync(dirname(fileOf(lobby))).length,
  ]).toEqual([100, 1_000, true, 2])
  rmSync(fileOf(lobby))
  mkdirSync(fileOf(lobby))
  tape.note(lobby, 2, [entry('c', 'more')])
  expect(() => mirror.step()).toThrow('EISDIR')
})

test('two keys never share a file, whatever they are made of', () => {
  const keys = [
    'iris web:Lobby',
    'iris web:lobby',
    'iris web lobby',
    '艾 web:大厅',
    `iris web:${'长'.repeat(300)}`,
    `iris web:${'长'.repeat(301)}`,
    '../../etc/passwd x',
  ]
  const names = keys.map(tapeFileName)
  expect([
    new Set(names.map((name) => name.toLowerCase())).size,
    names.filter((name) => /[/\\\s:]|^\./.test(name) || Buffer.byteLength(`${name}.jsonl.new`) > 255),
  ]).toEqual([keys.length, []])
})
