// Pruning is killed in the middle of it, again and again: what is left is whole, and the next one goes on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { openTalkIndex } from '../../src/store/talk-index.ts'
import { addActors, prunedWorld, writeSecond } from './pruner-world.ts'
import { folder } from '../world/folders.ts'

const program = fileURLToPath(new URL('pruning-process.ts', import.meta.url))
const day = 24 * 3_600_000
const start = 20_000 * day

/** Kills it after so many steps; whether it was still at work. */
async function killedAfter(steps: number, path: string): Promise<boolean> {
  const child = spawn(process.execPath, [program, path, String(start + 3 * day)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let seen = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    seen += 1
    if (seen === steps) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode === 'SIGKILL'
}

test('a kill between or within steps loses nothing that stays, damages nothing, and the rest goes after the next start', async () => {
  const home = folder()
  const path = join(home, 'chime.sqlite')
  const db = openDatabase(path)
  const { index } = prunedWorld({ db, path, retainMs: day, maxBytes: 1e9 })
  db.exec('PRAGMA synchronous = OFF')
  addActors(db, 10)
  const load = { messages: 1_000, entries: 8, verdicts: 8 }
  for (const n of [0, 1, 2]) writeSecond(db, start + n * 1_000, 10, load)
  writeSecond(db, start + 3 * day, 10, load)
  db.exec(`INSERT INTO entry (actor, seq, at, kind, body) VALUES (3, 0, ${start}, 'held', '{}')`)
  while (index.catchUp());
  db.close()

  const killed: boolean[] = []
  // oxlint-disable-next-line no-await-in-loop -- one process at a time holds the store
  for (const steps of [1, 30, 2, 30, 10]) killed.push(await killedAfter(steps, path))
  const again = openDatabase(path)
  onTestFinished(() => again.close())
  const count = (from: string): number => Number(again.prepare(`SELECT count(*) AS n FROM ${from}`).get()?.['n'])
  const left = count(`entry WHERE at < ${start + day}`) + count(`verdict WHERE at < ${start + day}`)
  prunedWorld({ db: again, path, retainMs: day, maxBytes: 1e9 }).pruneAll(start + 3 * day)
  const words = openTalkIndex(again).search('web:r5', ['14'], 50)
  expect({
    killed,
    isWhole: again
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => row['integrity_check']),
    isPartly: left > 1 && left < 2 * 24_000,
    old: ['message', 'room_message', 'inbox', 'entry', 'verdict'].map((table) =>
      count(`${table} WHERE ${table.endsWith('message') ? 'ts' : 'at'} < ${start + day}`),
    ),
    young: ['message', 'room_message', 'inbox', 'entry', 'verdict'].map((table) =>
      count(`${table} WHERE ${table.endsWith('message') ? 'ts' : 'at'} > ${start + day}`),
    ),
    found: words[0]?.rows.length,
  }).toEqual({
    killed: [true, true, true, true, true],
    isWhole: ['ok'],
    isPartly: true,
    // What is held.
    old: [0, 0, 0, 1, 0],
    young: [1_000, 1_000, 2_000, 8_000, 8_000],
    found: 1,
  })
}, 60_000)
