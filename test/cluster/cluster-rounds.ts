// A cluster under load whose parts are killed and halted: what was acknowledged is there once, and what was said was said once.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, startCluster } from '../../src/cluster/cluster.ts'
import { startProvider } from '../crash/provider.ts'
import { seeded } from '../crash/seeded.ts'
import { nextLine, type Policy, type Said, soakConfig } from '../soak/load.ts'
import { sayIn } from '../world/posting.ts'
import { type AgentFigures, startAgents } from './agents.ts'
import { type Cpu, cpuOf, untilQuiet } from './cluster-state.ts'
import { type Acknowledged, clusterProblems, type ClusterFigures } from './promises.ts'

export interface RoundsOptions {
  folder: string
  rounds: number
  seed: number
  nodes: number
  workers: number
  rooms: number
  /** In every room. */
  bots: number
  /** Rooms in which bots work with tools, beside those. */
  agents?: number
  /** `judged`: nearly each line is judged; `mention`: only who is called answers, and three lines of ten call somebody. */
  policy?: Policy
  /** A round. */
  messages: number
  /** Posts a second. */
  rate: number
  /** Nothing is killed nor halted. */
  isCalm?: boolean
  /** How long a halted worker stands still, ms. */
  haltMs: number
  tell: (line: string) => void
}

export interface Rounds extends ClusterFigures {
  messages: number
  /** Of what was killed meanwhile, since it began anew. */
  cpu: Cpu
  agents?: AgentFigures
  problems: string[]
}

export async function clusterRounds(options: RoundsOptions): Promise<Rounds> {
  const { folder, rounds, seed, nodes, workers, rooms, bots, policy = 'judged', tell } = options
  const random = seeded(seed)
  const provider = await startProvider({ seed, latencyMs: [50, 400], wantShare: 0.2, faultShare: 0 })
  const config = `${folder}.yaml`
  const agents = options.agents
    ? await startAgents({ folder: mkdtempSync(`${folder}-agents-`), rooms: options.agents, random: seeded(seed + 1) })
    : undefined
  const soak = soakConfig({ rooms, bots, policy, retainDays: 30, deliveryMs: 15_000 }, provider.baseUrl)
  writeFileSync(config, JSON.stringify(agents ? joined(soak, agents.config) : soak))
  const cluster = await startCluster({ folder, nodes, workers, config, tell })
  const acknowledged: Acknowledged[] = []
  const down = new Set<number>()
  let count = 0

  const post = (): Promise<void> => {
    count += 1
    return say(nextLine(count, { rooms, bots, policy, ...(policy === 'mention' && { calledShare: 0.3 }) }, random))
  }

  async function say({ room, id, name, text, called }: Said): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      const up = cluster.workers.pages.filter((_, n) => !down.has(n))
      // oxlint-disable-next-line no-await-in-loop -- until it is taken
      const isTaken = await sayIn(
        random.one(up),
        room,
        { id, name, text },
        { signal: AbortSignal.timeout(15_000) },
      ).then(
        (response) => (void response.body?.cancel(), response.ok),
        () => false,
      )
      if (isTaken) return void acknowledged.push({ id, room, ...(called !== undefined && { called }) })
      // oxlint-disable-next-line no-await-in-loop
      await wait(200)
    }
    throw new Error(`message ${id} was never taken`)
  }

  async function load(): Promise<void> {
    const posts: Promise<void>[] = []
    let isOver = false
    const work = agents?.work(
      (room, id, text) => say({ room, id, name: 'Mia', text }),
      (room) => linesAt(random.one(cluster.workers.pages.filter((_, n) => !down.has(n))), room),
      () => isOver,
    )
    const started = performance.now()
    for (let n = 0; n < options.messages; n += 1) {
      posts.push(post())
      // oxlint-disable-next-line no-await-in-loop -- so many a second
      await wait(Math.max(0, started + ((n + 1) * 1_000) / options.rate - performance.now()))
    }
    isOver = true
    await Promise.all([...posts, work])
  }

  async function faults(): Promise<void> {
    const spanMs = (options.messages / options.rate) * 1_000
    const [killed, halted] = [random.between(0, workers - 1), random.between(0, workers - 1)]
    const strike = async (share: number, what: string, work: () => Promise<void>): Promise<void> => {
      await wait(spanMs * share)
      tell(what)
      await work()
    }
    await Promise.all([
      strike(0.15, `worker ${killed} is killed`, () => revive(cluster, killed)),
      ...(workers > 1
        ? [strike(0.4, `worker ${halted} is halted for ${options.haltMs} ms`, () => halt(cluster, halted))]
        : []),
      ...(nodes > 1
        ? [
            strike(0.5, 'a Restate node is killed', async () => {
              const node = random.between(0, nodes - 1)
              await cluster.nodes.kill(node)
              await wait(3_000)
              await cluster.nodes.start(node)
            }),
          ]
        : []),
      strike(0.65, 'Postgres is killed', async () => {
        await cluster.database.kill()
        await wait(3_000)
        await cluster.database.start()
      }),
    ])
  }

  async function revive({ workers: all }: Cluster, n: number): Promise<void> {
    down.add(n)
    await all.kill(n)
    await wait(1_000)
    await all.start(n)
    down.delete(n)
  }

  async function halt({ workers: all }: Cluster, n: number): Promise<void> {
    down.add(n)
    await all.stopFor(n, options.haltMs)
    down.delete(n)
  }

  try {
    const problems: string[] = []
    const before = cpuOf(cluster)
    for (let round = 1; round <= rounds; round += 1) {
      tell(`round ${round} of ${rounds}`)
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      await Promise.all([load(), ...(options.isCalm ? [] : [faults()])])
    }
    const unquiet = await untilQuiet(cluster.workers.pages)
    const cpu = cpuOf(cluster, before)
    if (unquiet) problems.push(unquiet)
    const found = await clusterProblems({
      url: cluster.database.url,
      pages: cluster.workers.pages,
      acknowledged,
      botsOf: (room) => (agents?.rooms.includes(room) ? 1 : bots),
      served: provider.figures().served + (agents?.chat.figures().served ?? 0),
    })
    problems.push(...found.problems)
    const worked = agents?.found(storeOf(folder, 0))
    problems.push(...(worked?.problems ?? []))
    return { ...found.figures, messages: acknowledged.length, cpu, ...(worked && { agents: worked.figures }), problems }
  } finally {
    await cluster.stop()
    await provider.stop()
    await agents?.chat.stop()
  }
}

/** Of a worker. */
const storeOf = (folder: string, n: number): string => join(folder, `w${n + 1}`, 'chime.sqlite')

/** One configuration for both: their bots and rooms are apart. */
function joined(
  soak: object,
  { bots, mcp, channels }: { bots: object[]; mcp: object; channels: { web: { rooms: object[] } } },
) {
  const { bots: others, channels: theirs, ...rest } = soak as { bots: object[]; channels: { web: { rooms: object[] } } }
  const rooms = [...theirs.web.rooms, ...channels.web.rooms]
  return { ...rest, bots: [...others, ...bots], mcp, channels: { web: { ...theirs.web, rooms } } }
}

async function linesAt(page: string, room: string): Promise<string[]> {
  try {
    const response = await fetch(`${page}/api/rooms/${room}/messages?limit=500`, { signal: AbortSignal.timeout(5_000) })
    const { messages } = (await response.json()) as { messages: { text: string; bot: boolean }[] }
    return messages.flatMap(({ text, bot }) => (bot ? [text] : []))
  } catch {
    // It has just been killed.
    return []
  }
}
