// A cluster in whose rooms nobody talks any more: how they came there, what they take, and what a message to one of them costs.
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { makeNodes } from '../../src/host/restate/nodes.ts'
import type { InboundMessage } from '../../src/room/message.ts'
import type { Cpu } from '../cluster/cluster-state.ts'
import { seeded } from '../crash/seeded.ts'
import { type BenchCluster, startBenchCluster, tell } from './bench-cluster.ts'
import { residentMb } from './process-figures.ts'
import { copyRooms } from './room-copies.ts'

/** One bot that answers its name alone. The room is measured, and no model is called. */
const config = {
  bots: [{ name: 'Ada' }],
  model: { provider: 'openai', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'dummy', name: 'nobody' },
  groupSocial: {
    policy: 'mention',
    batching: { intervalMs: 300 },
    vitality: { windowMs: 5_000 },
    memory: { noteTokens: 0 },
  },
  channels: { web: { port: 0 } },
}
const sender = { id: 'person:mia', name: 'Mia', bot: false }
const words = [
  'the second experiment',
  'the figures of Monday',
  '统计学的作业',
  'a paper on sampling',
  'the section about results',
]

export interface Fleet {
  rooms: number
  cluster: BenchCluster
}

/** Bytes of a room, as it stands when nothing is under way. */
export interface Sizes {
  /** On the disk: all that the node has, and its database without what it logs. */
  folder: number
  database: number
  /** What the rooms keep, without what Restate needs to find it. */
  values: number
  postgres: number
}

/** Of a message, until nothing follows from it any more. */
export interface MessageCost {
  /** ms until its room had taken it. */
  latencies: number[]
  /** CPU ms, without what the cluster takes while nothing is said. */
  cpu: Cpu
}

/** It calls rooms as a line of a worker does. */
export async function makeFleet(rooms: number): Promise<Fleet> {
  return { rooms, cluster: await startBenchCluster({ workers: 1, config }) }
}

const idOf = (n: number): string => `idle-${String(n).padStart(6, '0')}`
const roomNamed = (n: number): string => `web:${idOf(n)}`

function lineFor(n: number, id: string): InboundMessage {
  const text = `Somebody should look at ${words[n % words.length] ?? ''} before Friday, I think: ${id}.`
  // A copy for one bot, as a chat's line hands it in: nobody has listed the room.
  return { id, group: roomNamed(n), ts: Date.now(), sender, text, bots: ['ada'] }
}

/**
 * One message to each of the first `lived` rooms, by its object's own handler, so many at once; the others are copies of them. The
 * calls have no key under which Restate would keep their answers for a while: the rooms stand as they do when that is over.
 */
export async function fill(fleet: Fleet, lived: number, atOnce = 32): Promise<void> {
  const { rooms, cluster } = fleet
  let next = 0
  const line = async (): Promise<void> => {
    while (next < lived) {
      const n = next
      next += 1
      // oxlint-disable-next-line no-await-in-loop -- one after the other, in so many lines
      await hear(cluster.nodes.ingress, n)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, line))
  await cluster.untilIdle()
  tell(`${lived} rooms have lived`)
  if (rooms > lived) await copyRooms({ cluster, lived, rooms, idOf })
  tell(`${rooms} rooms stand`)
  await untilRead(fleet, rooms)
  tell('the worker has read of them')
}

async function hear(ingress: string, n: number): Promise<void> {
  const room = roomNamed(n)
  const response = await fetch(`${ingress}/room/${encodeURIComponent(room)}/hear`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [lineFor(n, `first-${idOf(n)}`)] }),
  })
  const answer = await response.text()
  if (answer !== '["accepted"]') throw new Error(`${room} answered ${response.status}: ${answer}`)
}

/** Counted as hexadecimal digits: Restate takes the length of texts alone. */
const valueBytes = "SELECT sum(length(encode(value, 'hex'))) / 2 FROM state WHERE service_name = 'room'"

/** `before`: those of the same cluster when it had no rooms. */
export async function sizesOf({ rooms, cluster }: Fleet, before?: Sizes): Promise<Sizes> {
  const folder = join(cluster.folder, 'restate')
  const [values = {}] = await cluster.restateRows(valueBytes)
  const each = (bytes: number, had = 0): number => (bytes - had) / (before ? rooms : 1)
  return {
    folder: each(bytesIn(folder), before?.folder),
    database: each(bytesIn(folder, 'db'), before?.database),
    values: each(Number(Object.values(values)[0] ?? 0)),
    postgres: each(await cluster.postgresBytes(), before?.postgres),
  }
}

/** On the disk. `below`: of folders with that name alone. */
function bytesIn(path: string, below?: string): number {
  return readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) return sum + bytesIn(inner, entry.name === below ? undefined : below)
    return sum + (below === undefined ? lstatSync(inner).blocks * 512 : 0)
  }, 0)
}

/** CPU seconds a second while nothing is said. */
export async function idleCpu({ cluster }: Fleet, seconds: number): Promise<Cpu> {
  const before = cluster.cpu()
  await wait(seconds * 1_000)
  const { nodes, workers, postgres } = cluster.cpu(before)
  return { nodes: nodes / seconds, workers: workers / seconds, postgres: postgres / seconds }
}

/** Each call: messages to rooms of the fleet, one after the other. `isFresh`: to rooms that it has not picked before. */
export function messageCost({ rooms, cluster }: Fleet, idle: Cpu, seed: number) {
  const random = seeded(seed)
  const nodes = makeNodes([cluster.nodes.ingress])
  const picked = new Set<number>()
  let said = 0

  function pick(isFresh: boolean): number {
    for (;;) {
      const n = random.between(0, rooms - 1)
      if (isFresh && picked.has(n)) continue
      picked.add(n)
      return n
    }
  }

  return async (messages: number, isFresh = false): Promise<MessageCost> => {
    const before = cluster.cpu()
    const started = performance.now()
    const latencies: number[] = []
    for (let i = 0; i < messages; i += 1) {
      const n = pick(isFresh)
      const asked = performance.now()
      const message = lineFor(n, `again-${seed}-${(said += 1)}`)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await nodes.call({ service: 'room', key: roomNamed(n), handler: 'hear', parameter: { messages: [message] } })
      latencies.push(performance.now() - asked)
    }
    await cluster.untilIdle()
    const seconds = (performance.now() - started) / 1_000
    const cpu = cluster.cpu(before)
    const of = (part: keyof Cpu): number => (1_000 * (cpu[part] - idle[part] * seconds)) / messages
    return { latencies, cpu: { nodes: of('nodes'), workers: of('workers'), postgres: of('postgres') } }
  }
}

/** The worker is killed and starts again, with an empty folder or with what it had. */
export async function restart(fleet: Fleet, emptied: () => void): Promise<{ readyMs: number; mb: number }> {
  const { workers } = fleet.cluster
  await workers.kill(0)
  emptied()
  const started = performance.now()
  await workers.start(0)
  const readyMs = performance.now() - started
  const pid = workers.pid(0)
  if (pid === undefined) throw new Error('the worker has no process')
  await untilRead(fleet, 0)
  return { readyMs, mb: residentMb(pid) }
}

const longestMs = 900_000
const lookMs = 2_000
/** So many looks in a row find nothing new. */
const stillLooks = 3

/** The worker has read of so many rooms at least, and reads no more. */
async function untilRead({ cluster }: Fleet, atLeast: number): Promise<void> {
  const end = performance.now() + longestMs
  let [known, still] = [-1, 0]
  while (still < stillLooks) {
    // oxlint-disable-next-line no-await-in-loop -- it is looked at again and again
    await wait(lookMs)
    const count = chartsIn(join(cluster.folder, 'w1', 'chime.sqlite'))
    still = count === known && count >= atLeast ? still + 1 : 0
    known = count
    if (performance.now() > end) throw new Error(`the worker knows ${known} rooms of ${atLeast} after ${longestMs} ms`)
  }
}

/** Each room has one. */
function chartsIn(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return Number(db.prepare('SELECT count(*) AS n FROM actor').get()?.['n'])
  } finally {
    db.close()
  }
}
