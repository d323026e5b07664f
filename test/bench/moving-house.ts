// `node test/bench/moving-house.ts --rooms 10000`: rooms with pending timers move into a cluster and back, killed at random points.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '../../src/cluster/ports.ts'
import { startPostgres } from '../../src/cluster/postgres-server.ts'
import { startRestateNodes } from '../../src/cluster/restate-nodes.ts'
import { differences, type Tallies } from '../../src/host/moving/tally.ts'
import { openDatabase } from '../../src/store/database.ts'
import { fillStore } from '../host/restate/moving/scribes.ts'

const { values } = parseArgs({
  options: { rooms: { type: 'string', default: '10000' }, kills: { type: 'string', default: '4' } },
})
const [rooms, kills] = [Number(values.rooms), Number(values.kills)]
const program = fileURLToPath(new URL('../../bin/chime.mjs', import.meta.url))
const say = (line: string): void => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`

const folder = mkdtempSync(join(tmpdir(), 'chime-moving-'))
const [nodes, database, port] = await Promise.all([
  startRestateNodes({ folder }),
  startPostgres({ folder: join(folder, 'postgres') }),
  freePort(),
])

/** `killAfterMs`: it is killed then, and says nothing. */
async function migrate(
  from: string,
  to: string,
  killAfterMs?: number,
): Promise<{ from: Tallies; to: Tallies } | undefined> {
  const args = ['migrate', '--from', from, '--to', to, '--restate', nodes.ingress, '--restate-admin', nodes.admin]
  args.push('--store', database.url, '--worker-port', String(port), '--json')
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.on('data', (told: Buffer) => process.stdout.write(`  ${String(told).trim().split('\n').at(-1)}\n`))
  const ended = Promise.all([text(child.stdout), once(child, 'exit')])
  if (killAfterMs !== undefined) {
    await Promise.race([wait(killAfterMs), ended])
    child.kill('SIGKILL')
    await ended
    return undefined
  }
  const [out, [code]] = await ended
  if (code !== 0) throw new Error(`chime migrate ended with ${String(code)}: ${out}`)
  return JSON.parse(out) as { from: Tallies; to: Tallies }
}

async function moved(from: string, to: string): Promise<Tallies | undefined> {
  const begun = performance.now()
  for (let n = 0; n < kills; n += 1) {
    const ms = 1_500 + Math.random() * rooms
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await migrate(from, to, ms)
    say(`killed after ${(ms / 1_000).toFixed(1)} s`)
  }
  const last = performance.now()
  const found = await migrate(from, to)
  if (!found) return undefined
  const different = differences(found.from, found.to)
  say(`${from} → ${to}: ${seconds(begun)} with the kills, ${seconds(last)} of it the last run`)
  say(different.length === 0 ? `equal: ${JSON.stringify(found.to)}` : `DIFFERENT: ${different.join(', ')}`)
  if (different.length > 0) process.exitCode = 1
  return from === 'cluster' ? found.to : found.from
}

try {
  const [old, fresh] = [join(folder, 'old.sqlite'), join(folder, 'fresh.sqlite')]
  const filling = performance.now()
  const db = openDatabase(old)
  await fillStore(db, rooms, 3_600_000, (n) => (n % 10 === 0 ? 'work that may be done again' : 'a long nap'))
  db.close()
  say(`${rooms} rooms in ${seconds(filling)}, ${(statSync(old).size / 1e6).toFixed(1)} MB`)
  const [before, after] = [await moved(old, 'cluster'), await moved('cluster', fresh)]
  // No worker was there: what comes back is what left.
  const changed = before && after ? differences(before, after) : ['all']
  say(changed.length === 0 ? 'there and back: equal hashes' : `there and back: DIFFERENT ${changed.join(', ')}`)
  if (changed.length > 0) process.exitCode = 1
} finally {
  await Promise.all([nodes.stop(), database.stop()])
  rmSync(folder, { recursive: true, force: true })
}
