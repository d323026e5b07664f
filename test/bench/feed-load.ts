// What pages that watch cost the service: two that read and one that never does, at 4 000 records a second.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BoardRow, StepRecord } from '../../src/feed/contract.ts'
import { feedStream } from '../../src/feed/feed-stream.ts'
import { type Hub, makeHub } from '../../src/feed/hub.ts'
import { publishedStep } from '../../src/feed/recorder.ts'
import { makeHttp } from '../../src/http/app.ts'
import { listen } from '../../src/http/serve.ts'
import { makeVisualizerRoutes } from '../../src/http/visualizer-routes.ts'
import { openDatabase } from '../../src/store/database.ts'
import { benchHost, inboundOf } from './bench-host.ts'
import type { Heard } from './feed-clients.ts'
import { type Aim, type Figure, median, report } from './figures.ts'
import { livelyTalk } from './lively-talk.ts'
import { residentMb } from './process-figures.ts'

const quick = process.argv.includes('--quick')
const perSecond = 4_000
const seconds = quick ? 2 : 10
const warmSeconds = quick ? 2 : 5
const rounds = quick ? 1 : 5
const messages = quick ? 300 : 2_000
const tickMs = 10
const key = 'vera web:g0'
const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
const lines = livelyTalk({ groups: 20, messages, seed: 11 })
const read = lines.map(inboundOf)
let files = 0

try {
  // The host first: memory is looked at in a process that has worked.
  const host = await throughput()
  report([...(await load()), ...host])
} finally {
  rmSync(folder, { recursive: true })
}

/** The records alone, all of the actor that the pages look at. */
async function load(): Promise<Figure[]> {
  const { row, record } = await typical()
  const hub = makeHub({ start: 0 })
  const total = perSecond * seconds
  const tell = (seq: number): void => hub.step(publishedStep({ ...record, seq }, () => row))
  // The same load without a page first: what V8 keeps for that is no page's doing.
  await paced(perSecond * warmSeconds, (n) => tell(n - total))
  const pages = await watching(hub, total)
  const before = residentMb(process.pid)
  const most = await paced(total, tell)
  const heard = await pages.heard
  await pages.stop()
  const lost = heard.map(({ steps, missed }) => total - steps - missed)
  const against = `${total} records of ${Buffer.byteLength(JSON.stringify(record))} bytes`
  return [
    { name: 'feedGrowthMb', value: most - before, baseline: before, against, aim: { of: 'value', atMost: 50 } },
    { name: 'feedRecordsLost', value: Math.max(...lost), baseline: total, against, aim: { of: 'value', atMost: 0 } },
    { name: 'feedRecordsInGaps', value: Math.max(...heard.map(({ missed }) => missed)), baseline: total, against },
  ]
}

/** So many records at the pace; returns the largest resident MB meanwhile. */
async function paced(total: number, tell: (n: number) => void): Promise<number> {
  const started = performance.now()
  let most = 0
  for (let sent = 0; sent < total;) {
    // oxlint-disable-next-line no-await-in-loop -- tick after tick
    await pause(tickMs)
    const due = Math.min(total, Math.floor(((performance.now() - started) * perSecond) / 1_000))
    while (sent < due) tell((sent += 1))
    most = Math.max(most, residentMb(process.pid))
  }
  return most
}

interface Cost {
  cpuUs: number
  perSecond: number
}

/** The host as fast as it can, with the three pages and without. */
async function throughput(): Promise<Figure[]> {
  const watched: Cost[] = []
  const alone: Cost[] = []
  // oxlint-disable no-await-in-loop -- run in turns, so that other load on the machine meets both
  for (let round = 0; round < rounds; round += 1) {
    watched.push(await cost(true))
    alone.push(await cost(false))
  }
  // oxlint-enable no-await-in-loop
  const against = 'the same host with no page open'
  const figure = (name: string, of: (cost: Cost) => number, aim: Aim): Figure => ({
    name,
    value: median(watched.map(of)),
    baseline: median(alone.map(of)),
    against,
    aim,
  })
  return [
    figure('feedHostMessagesPerSecond', (one) => one.perSecond, { of: 'ratio', atLeast: 0.8 }),
    figure('feedHostCpuUsPerMessage', (one) => one.cpuUs, { of: 'ratio', atMost: 1.25 }),
  ]
}

async function cost(isWatched: boolean): Promise<Cost> {
  const { say, hub, close } = hosted()
  const pages = isWatched ? await watching(hub, Infinity) : undefined
  const cpu = process.cpuUsage()
  const started = performance.now()
  for (const [n, line] of lines.entries()) {
    say(line, read[n])
    // A service is between two messages again and again; a page is told there.
    // oxlint-disable-next-line no-await-in-loop
    await turn()
  }
  const spent = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  await pages?.stop()
  close()
  return { cpuUs: (user + system) / lines.length, perSecond: lines.length / spent }
}

function hosted() {
  files += 1
  const db = openDatabase(join(folder, `${files}.sqlite`))
  return { ...benchHost(db, 2_000, (lines[0]?.ts ?? 0) - 1), close: () => db.close() }
}

/** The record of median size of those that a lively group made. */
async function typical(): Promise<{ row: BoardRow; record: StepRecord }> {
  const { say, tape, hub, close } = hosted()
  lines.slice(0, 200).forEach((line, n) => say(line, read[n]))
  const sizeOf = (record: StepRecord): number => JSON.stringify(record).length
  const bySize = tape(key).toSorted((a, b) => sizeOf(a) - sizeOf(b))
  const record = bySize[Math.floor(bySize.length / 2)]
  const row = hub.row(key)
  close()
  if (!record || !row) throw new Error(`${key} has taken no step`)
  return { row, record }
}

/** Three pages of another process; `heard` once both readers were told the step `last`. */
async function watching(hub: Hub, last: number) {
  const nothing = (): never[] => []
  const routes = makeVisualizerRoutes({
    knows: async () => true,
    board: async () => hub.board(),
    charts: [],
    drawn: () => Promise.reject(new Error('there is no chart')),
    feed: async (_, lastId, disconnect) =>
      feedStream({ hub, actor: { key, group: 'web:g0' }, lastId, lines: nothing, now: () => 0, disconnect }),
    tape: nothing,
    floor: async () => [],
    talk: nothing,
    calls: nothing,
    search: async () => ({ messages: [], verdicts: [], rooms: 0, lines: 0 }),
  })
  const app = makeHttp({ routes, host: '127.0.0.1', health: () => ({}) })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const url = `${server.url}/api/feed?actor=${encodeURIComponent(key)}`
  const program = fileURLToPath(new URL('feed-clients.ts', import.meta.url))
  const clients = spawn(process.execPath, [program, url, String(last)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(clients, 'exit')
  const told = createInterface(clients.stdout)[Symbol.asyncIterator]()
  await told.next()
  return {
    heard: told.next().then(({ value }) => JSON.parse(value ?? '[]') as Heard[]),
    async stop(): Promise<void> {
      clients.kill()
      await ended
      await server.stop()
    },
  }
}
