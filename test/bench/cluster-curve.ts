// `node test/bench/cluster-curve.ts`: how many messages a cluster takes with one, two and three workers, and what each of them costs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { untilQuiet } from '../cluster/cluster-state.ts'
import { startProvider } from '../crash/provider.ts'
import { seeded } from '../crash/seeded.ts'
import { startServiceProcess } from '../crash/service-process.ts'
import { nextLine, type Policy, soakConfig } from '../soak/load.ts'
import { sayIn } from '../world/posting.ts'
import { startBenchCluster, tell } from './bench-cluster.ts'
import { type Figure, report } from './figures.ts'
import { cpuSeconds, machineSeconds } from './process-figures.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    nodes: { type: 'string', default: '1' },
    workers: { type: 'string' },
    policies: { type: 'string', default: 'judged,mention' },
    rooms: { type: 'string', default: '100' },
    bots: { type: 'string', default: '3' },
    /** Posts under way at once. */
    'at-once': { type: 'string', default: '64' },
    /** Of load, for each cluster. */
    seconds: { type: 'string' },
    /** Posts a second; absent: as fast as they are taken. */
    rate: { type: 'string' },
  },
})
const [rooms, bots, atOnce] = [Number(values.rooms), Number(values.bots), Number(values['at-once'])]
const seconds = Number(values.seconds ?? (values.quick ? 5 : 40))
const warmUpSeconds = values.quick ? 2 : 8
const rate = values.rate === undefined ? undefined : Number(values.rate)
const policies = values.policies.split(',') as Policy[]
const afterRefusalMs = 100
const counts = (values.workers ?? (values.quick ? '1,2' : '1,2,3')).split(',').map(Number)

/** What takes posts, and what is known of it. */
interface Subject {
  posts: readonly string[]
  healths: readonly string[]
  /** CPU seconds so far, by part. */
  cpu: () => Record<string, number>
  turns?: () => Promise<number>
  calls?: () => Promise<number>
  postgresBytes?: () => Promise<number>
  stop: () => Promise<unknown>
}

/** Of a message. */
interface Cost {
  perSecond: number
  /** CPU ms, by part. */
  cpu: Record<string, number>
  /** CPU ms of this process: it posts, answers in the place of a model, and balances. */
  loadCpu: number
  turns?: number
  calls?: number
  postgresBytes?: number
  busyShare: number
  restSeconds: number
}

const figures: Figure[] = []
for (const policy of policies) {
  // oxlint-disable no-await-in-loop -- one after the other, so that they do not disturb each other
  const embedded = await measured(policy, 'embedded', startEmbedded)
  figures.push(...figuresOf(`${policy}Embedded`, embedded, embedded, 'itself'))
  let one: Cost | undefined
  for (const workers of counts) {
    const cost = await measured(policy, `${workers} workers`, (config) => startWorkers(config, workers, false))
    const against = one ?? embedded
    figures.push(...figuresOf(`${policy}Workers${workers}`, cost, against, one ? 'the first cluster' : 'one process'))
    one ??= cost
    if (workers === 1) continue
    const paged = await measured(policy, `${workers}, one page`, (config) => startWorkers(config, workers, true))
    figures.push(...figuresOf(`${policy}Workers${workers}OnePage`, paged, cost, 'every worker with a page'))
  }
  // oxlint-enable no-await-in-loop
}
report(figures)

async function measured(policy: Policy, name: string, start: (config: object) => Promise<Subject>): Promise<Cost> {
  const random = seeded(7)
  const provider = await startProvider({ seed: 7, latencyMs: [50, 400], wantShare: 0.2, faultShare: 0 })
  let count = 0

  /** Why it was not taken; undefined: it was. */
  async function refusal(url: string): Promise<string | undefined> {
    count += 1
    const { room, ...said } = nextLine(count, { rooms, bots, policy }, random)
    const post = { id: said.id, name: said.name, text: said.text }
    try {
      const response = await sayIn(url, room, post, { signal: AbortSignal.timeout(30_000) })
      const answer = await response.text()
      return response.ok ? undefined : `${response.status} ${answer.slice(0, 200)}`
    } catch (error) {
      return String(error)
    }
  }

  async function load(posts: readonly string[], span: number): Promise<{ taken: number; perSecond: number }> {
    const started = performance.now()
    const end = started + span * 1_000
    let [asked, taken] = [0, 0]
    const refusals = new Map<string, number>()
    const line = async (): Promise<void> => {
      while (performance.now() < end) {
        const n = (asked += 1)
        // oxlint-disable no-await-in-loop -- one after the other, in so many lines
        if (rate !== undefined) await wait(Math.max(0, started + (n * 1_000) / rate - performance.now()))
        const why = await refusal(posts[n % posts.length] ?? '')
        if (why === undefined) taken += 1
        else {
          refusals.set(why, (refusals.get(why) ?? 0) + 1)
          await wait(afterRefusalMs)
        }
        // oxlint-enable no-await-in-loop
      }
    }
    await Promise.all(Array.from({ length: atOnce }, line))
    for (const [why, times] of refusals) tell(`${times} posts beside ${taken} were not taken: ${why}`)
    return { taken, perSecond: taken / ((performance.now() - started) / 1_000) }
  }

  const quiet = async (subject: Subject): Promise<void> => {
    const unquiet = await untilQuiet(subject.healths)
    if (unquiet !== undefined) throw new Error(`${policy}, ${name}: ${unquiet}`)
  }

  const own = (): number => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6
  const subject = await start(soakConfig({ rooms, bots, policy, retainDays: 30 }, provider.baseUrl))
  try {
    await load(subject.posts, warmUpSeconds)
    await quiet(subject)
    const state = async () => ({
      cpu: subject.cpu(),
      own: own(),
      turns: await subject.turns?.(),
      calls: await subject.calls?.(),
      bytes: await subject.postgresBytes?.(),
      machine: machineSeconds(),
    })
    const before = await state()
    const { taken, perSecond } = await load(subject.posts, seconds)
    const machine = machineSeconds()
    const loaded = performance.now()
    await quiet(subject)
    const restSeconds = (performance.now() - loaded) / 1_000
    const after = await state()
    const each = (a = 0, b = 0): number => (b - a) / taken
    const cost: Cost = {
      perSecond,
      cpu: Object.fromEntries(
        Object.keys(after.cpu).map((part) => [part, 1_000 * each(before.cpu[part], after.cpu[part])]),
      ),
      loadCpu: 1_000 * each(before.own, after.own),
      ...(after.turns !== undefined && { turns: each(before.turns, after.turns) }),
      ...(after.calls !== undefined && { calls: each(before.calls, after.calls) }),
      ...(after.bytes !== undefined && { postgresBytes: each(before.bytes, after.bytes) }),
      busyShare: (machine.busy - before.machine.busy) / (machine.all - before.machine.all),
      restSeconds,
    }
    tell(`${policy}, ${name}: ${JSON.stringify(cost, (_, value: unknown) => rounded(value))}`)
    return cost
  } finally {
    await subject.stop()
    await provider.stop()
  }
}

function rounded(value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(3)) : value
}

async function startEmbedded(config: object): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
  const file = join(folder, 'chime.yaml')
  writeFileSync(file, JSON.stringify(config))
  const { url, pid, stop } = await startServiceProcess({ config: file, folder })
  return {
    posts: [url],
    healths: [url],
    cpu: () => ({ process: cpuSeconds(pid) }),
    async stop() {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Where only the first has a page, all posts go there. */
async function startWorkers(config: object, workers: number, isOnePage: boolean): Promise<Subject> {
  const argsOf = (n: number): string[] => (isOnePage && n > 0 ? ['--roles', 'worker'] : [])
  const cluster = await startBenchCluster({ nodes: Number(values.nodes), workers, config, argsOf })
  const { pages } = cluster.workers
  return { ...cluster, posts: isOnePage ? pages.slice(0, 1) : pages, healths: pages, cpu: () => cluster.cpu() }
}

/** Names end in the unit, and begin with what was measured. */
function figuresOf(name: string, cost: Cost, other: Cost, against: string): Figure[] {
  const total = (of: Cost): number => Object.values(of.cpu).reduce((a, b) => a + b, 0)
  const { turns, calls, postgresBytes: bytes } = cost
  return [
    { name: `${name}MessagesPerSecond`, value: cost.perSecond, baseline: other.perSecond, against },
    { name: `${name}CpuMsPerMessage`, value: total(cost), baseline: total(other), against },
    ...Object.entries(cost.cpu).map(([part, value]) => ({
      name: `${name}${part[0]?.toUpperCase() ?? ''}${part.slice(1)}CpuMsPerMessage`,
      value,
      baseline: total(cost),
      against: 'all parts',
    })),
    { name: `${name}LoadCpuMsPerMessage`, value: cost.loadCpu, baseline: total(cost), against: 'what is measured' },
    ...(turns === undefined
      ? []
      : [{ name: `${name}TurnsPerMessage`, value: turns, baseline: 1, against: 'a message' }]),
    ...(turns === undefined || calls === undefined
      ? []
      : [{ name: `${name}CallsPerMessage`, value: calls, baseline: turns, against: 'turns' }]),
    ...(bytes === undefined
      ? []
      : [{ name: `${name}PostgresBytesPerMessage`, value: bytes, baseline: bytes / (turns ?? 1), against: 'a turn' }]),
    { name: `${name}MachineBusyShare`, value: cost.busyShare, baseline: 1, against: 'all cores' },
    {
      name: `${name}RestSeconds`,
      value: cost.restSeconds,
      baseline: 4,
      against: 'nothing was left: four seconds of quiet',
    },
  ]
}
