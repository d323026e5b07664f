// What Postgres takes of rooms a second, in batches and row by row, what reading costs, and how soon a line moves.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { addressOf } from '../../src/store/postgres/address.ts'
import { openConnections } from '../../src/store/postgres/connection.ts'
import { lineTimes } from '../../src/store/postgres/lines.ts'
import { openPostgres, type Postgres } from '../../src/store/postgres/open-postgres.ts'
import type { RoomRow } from '../../src/store/postgres/rows.ts'
import { standing } from '../store/standing.ts'
import { startServer } from '../store/postgres/server.ts'
import { median, report } from './figures.ts'

const quick = process.argv.includes('--quick')
const [roomCount, commits, single] = quick ? [50, 12, 200] : [300, 40, 2_000]
/** What waits at once when three workers are busy: some commits of many rooms, a divisor of all of them. */
const atOnce = 4
const words =
  '昨天 我们 讨论 了 统计学 的 作业 please look at the table of results before Friday p = 0.05 folder branch'.split(' ')

await using server = await startServer({ isDurable: true })
const log = pino({ level: 'silent' })
const open = (url: string): Postgres => openPostgres(url, { now: Date.now, log })

/** As a message in a room with three bots leaves them: a line, two verdicts, an entry in the books. */
function commitOf(room: string, seq: number): RoomRow[] {
  const at = 1_800_000_000_000 + seq * 1_000
  const id = `${room}-${seq}`
  const text = Array.from({ length: 14 }, (_, i) => words[(seq * 7 + i * 3) % words.length]).join(' ')
  const line = { id, ts: at, sender: `p${seq % 9}`, name: 'Somebody', bot: false, text }
  const verdict = (bot: string, index: number): RoomRow => {
    const told = {
      turn: seq,
      at,
      gate: 'decide',
      outcome: 'silent',
      why: 'silent',
      messages: [id],
      tokens: 300,
    } as const
    return { room, seq, index, kind: 'verdict', key: `${bot} ${room}`, bot, verdict: { ...told, messages: [id] } }
  }
  return [
    { room, seq, index: 0, kind: 'message', line },
    ...['iris', 'rex'].map((bot, i) => verdict(bot, i + 1)),
    { room, seq, index: 3, kind: 'book', bot: 'iris', at, messages: 0, tokens: 300, persons: [line.sender] },
  ]
}

/** With all of the commit as workers read it that follow the room: some 10 kB, for the snapshots of four charts. */
function wholeCommitOf(room: string, seq: number): RoomRow[] {
  const rows = commitOf(room, seq)
  const charts = Array.from({ length: 4 }, (_, n) =>
    Array.from({ length: 4 }, (__, i) => ({ ...standing, waiting: seq + n + i })),
  )
  return [...rows, { room, seq, index: 4, kind: 'turn', body: JSON.stringify({ rows, charts }) }]
}

/** Rooms of a worker's own, every one with so many commits that it waits for. */
async function play({ write }: Postgres, rooms: readonly string[], make: typeof commitOf): Promise<number> {
  let rows = 0
  await Promise.all(
    rooms.map(async (room) => {
      for (let seq = 1; seq <= commits; seq += atOnce) {
        const given = Array.from({ length: atOnce }, (_, i) => make(room, seq + i)).flat()
        rows += given.length
        // oxlint-disable-next-line no-await-in-loop -- a room waits for its commits
        await write(given)
      }
    }),
  )
  return rows
}

const roomsOf = (worker: number): string[] => Array.from({ length: roomCount }, (_, i) => `web:${worker}-${i}`)

async function rowsASecond(workers: number, make = commitOf): Promise<{ rate: number; url: string }> {
  const url = await server.database(`batched_${workers}_${make === commitOf ? 'rows' : 'whole'}`)
  const all = Array.from({ length: workers }, () => open(url))
  await Promise.all(all.map(({ ready }) => ready()))
  const started = performance.now()
  const rows = await Promise.all(all.map((each, i) => play(each, roomsOf(i), make)))
  const seconds = (performance.now() - started) / 1_000
  await Promise.all(all.map((each) => each.close()))
  return { rate: rows.reduce((sum, n) => sum + n, 0) / seconds, url }
}

/** The same rows, a transaction each, one after the other. */
async function oneByOne(): Promise<number> {
  const url = await server.database('one_by_one')
  const postgres = open(url)
  await postgres.ready()
  await postgres.close()
  const connections = openConnections({ address: addressOf(url), most: 1, name: 'bench', timeoutMs: 20_000 })
  const started = performance.now()
  for (let n = 0; n < single; n += 1) {
    const [row] = commitOf('web:lab', n + 1)
    if (row?.kind !== 'message') continue
    const { id, ts, sender, name, text } = row.line
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await connections.query(
      `INSERT INTO message (grp, seq, idx, id, ts, sender, name, bot, text, terms) VALUES ($1, $2, 0, $3, $4, $5, $6, 0, $7, '{}')`,
      ['web:lab', n + 1, id, ts, sender, name, text],
    )
  }
  const seconds = (performance.now() - started) / 1_000
  await connections.end()
  return single / seconds
}

async function msOf(rounds: number, ask: (round: number) => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await ask(round)
    took.push(performance.now() - started)
  }
  return median(took)
}

/** From the halt of its holder until another one has the line, with the times of a service. */
async function lineMovesMs(): Promise<number> {
  const url = await server.database('lines')
  const program = fileURLToPath(new URL('../store/postgres/line-holder.ts', import.meta.url))
  const { tickMs, leaseMs, staleMs } = lineTimes
  const child = spawn(process.execPath, [program, url, 'iris', ...[tickMs, leaseMs, staleMs].map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  const next = open(url)
  const line = next.lockLine('iris')
  await msOf(1, () => new Promise((resolve) => setTimeout(resolve, 2 * tickMs)))
  child.kill('SIGSTOP')
  const started = performance.now()
  await line
  const took = performance.now() - started
  child.kill('SIGKILL')
  await next.close()
  return took
}

const plain = await oneByOne()
const one = await rowsASecond(1)
const three = await rowsASecond(3)
const whole = await rowsASecond(3, wholeCommitOf)
const connections = openConnections({ address: addressOf(three.url), most: 1, name: 'bench', timeoutMs: 20_000 })
const [size] = await connections.query('SELECT pg_database_size(current_database())::float8 AS bytes')
const [empty] = await connections.query("SELECT pg_database_size('template1')::float8 AS bytes")
const [probe] = [await msOf(50, () => connections.query('SELECT 1'))]
await connections.end()
const reader = open(three.url)
const follower = open(whole.url)
// What is missing is read very fast.
if ((await reader.history('web:0-0', undefined, 70)).length !== commits) throw new Error('talk is missing')
const historyMs = await msOf(100, (n) => reader.history(`web:${n % 3}-${n % roomCount}`, undefined, 70))
const searchMs = await msOf(100, (n) => reader.search(`web:${n % 3}-${n % roomCount}`, '统计', 20))
const turnsMs = await msOf(50, (n) => follower.turnsAfter(`web:${n % 3}-${n % roomCount}`, 0, 200))
const afterMs = await msOf(50, (n) => reader.commitsAfter(n * 100, 100))
await Promise.all([reader.close(), follower.close()])
const moved = await lineMovesMs()
report([
  {
    name: 'postgresRowsPerSecond',
    value: one.rate,
    baseline: plain,
    against: 'the same server, a row a transaction',
    aim: { of: 'ratio', atLeast: 5 },
  },
  { name: 'postgresRowsPerSecondOfThree', value: three.rate, baseline: one.rate, against: 'one worker' },
  {
    name: 'postgresCommitsPerSecondOfThree',
    value: three.rate / 4,
    baseline: one.rate / 4,
    against: 'one worker, 4 rows each',
  },
  {
    name: 'postgresWholeCommitsPerSecondOfThree',
    value: whole.rate / 5,
    baseline: three.rate / 4,
    against: `without ${JSON.stringify(wholeCommitOf('web:0-0', 7).at(-1)).length} bytes of the whole commit in each`,
  },
  {
    name: 'postgresBytesPerCommit',
    value: (Number(size?.['bytes']) - Number(empty?.['bytes'])) / (3 * roomCount * commits),
    baseline: JSON.stringify(commitOf('web:0-0', 7)).length,
    against: 'its rows as JSON, 4 of them',
  },
  { name: 'postgresHistoryMs', value: historyMs, baseline: probe, against: 'SELECT 1' },
  { name: 'postgresSearchMs', value: searchMs, baseline: probe, against: 'SELECT 1' },
  { name: 'postgresTurnsMs', value: turnsMs, baseline: probe, against: 'SELECT 1' },
  { name: 'postgresAfterMs', value: afterMs, baseline: probe, against: 'SELECT 1' },
  {
    name: 'postgresLineMovesMs',
    value: moved,
    baseline: lineTimes.leaseMs,
    against: 'the lease of its holder, which is halted',
    aim: { of: 'value', atMost: 10_000 },
  },
])
