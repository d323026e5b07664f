// `node test/cluster/ceilings.ts`: a cluster whose ceilings are reached while its workers are killed and halted at random.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from '../../src/cluster/cluster.ts'
import { type Book, scopeOf, usedIn } from '../../src/host/restate/ceiling-book.ts'
import { makeNodes } from '../../src/host/restate/nodes.ts'
import { openPostgres } from '../../src/store/postgres/open-postgres.ts'
import { type Provider, startProvider } from '../crash/provider.ts'
import { seeded } from '../crash/seeded.ts'
import { nextLine, soakConfig } from '../soak/load.ts'
import { sayIn } from '../world/posting.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '3' },
    rooms: { type: 'string', default: '10' },
    messages: { type: 'string', default: '900' },
    rate: { type: 'string', default: '12' },
    /** Tokens a day: of the whole service, and of the first bot alone. */
    ceiling: { type: 'string', default: '240000' },
    own: { type: 'string', default: '60000' },
    folder: { type: 'string', default: join(tmpdir(), 'chime-ceilings') },
  },
})
const number = (name: Exclude<keyof typeof values, 'folder'>): number => Number(values[name])
const say = (line: string): void => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const random = seeded(number('seed'))
const load = { rooms: number('rooms'), bots: 3, policy: 'judged' } as const
const many = 10_000_000
const leastShare = 0.8

interface Written {
  bots: { name: string; limits: object; model?: object }[]
  model: object
  limits: object
}

/** The first bot has a provider of its own: what that served is what this bot alone has spent. */
function configOf(own: Provider, others: Provider): object {
  const config = soakConfig({ ...load, retainDays: 30 }, others.baseUrl) as Written
  const [first, ...rest] = config.bots
  const limits = (dailyTokens: number) => ({ dailyMessages: many, dailyTokens })
  return {
    ...config,
    limits: limits(number('ceiling')),
    bots: [{ ...first, model: { ...config.model, baseUrl: own.baseUrl }, limits: limits(number('own')) }, ...rest],
  }
}

const options = { latencyMs: [20, 150], wantShare: 0.2, faultShare: 0 } as const
const [own, others] = await Promise.all([
  startProvider({ seed: number('seed'), ...options }),
  startProvider({ seed: number('seed') + 1, ...options }),
])
const file = `${values.folder}.yaml`
writeFileSync(file, JSON.stringify(configOf(own, others)))
const cluster = await startCluster({
  folder: values.folder,
  nodes: 1,
  workers: number('workers'),
  config: file,
  tell: say,
})
const down = new Set<number>()
const over = new AbortController()

const served = () => ({ own: own.figures().served, all: own.figures().served + others.figures().served })

async function post(n: number): Promise<void> {
  const { room, id, name, text } = nextLine(n, load, random)
  for (let tries = 0; tries < 100; tries += 1) {
    const up = cluster.workers.pages.filter((_, worker) => !down.has(worker))
    // oxlint-disable-next-line no-await-in-loop -- until it is taken
    const isTaken = await sayIn(random.one(up), room, { id, name, text }, { signal: AbortSignal.timeout(15_000) }).then(
      (response) => (void response.body?.cancel(), response.ok),
      () => false,
    )
    if (isTaken) return
    // oxlint-disable-next-line no-await-in-loop
    await wait(200)
  }
}

/** One after the other, so that somebody is always there to be asked. */
async function strike(): Promise<void> {
  while (!over.signal.aborted) {
    // oxlint-disable no-await-in-loop -- at moments of chance
    await wait(random.between(4_000, 10_000))
    const n = random.between(0, number('workers') - 1)
    down.add(n)
    if (random.chance(0.3)) {
      const ms = random.between(2_000, 12_000)
      say(`worker ${n} is halted for ${ms} ms: ${JSON.stringify(served())}`)
      await cluster.workers.stopFor(n, ms)
    } else {
      say(`worker ${n} is killed: ${JSON.stringify(served())}`)
      await cluster.workers.kill(n)
      await wait(500)
      await cluster.workers.start(n)
    }
    down.delete(n)
    // oxlint-enable no-await-in-loop
  }
}

async function found(): Promise<string[]> {
  const log = { info() {}, warn() {}, error() {}, debug() {} } as never
  const postgres = openPostgres(cluster.database.url, { now: Date.now, log })
  const nodes = makeNodes(cluster.nodes.urls.ingress)
  const look = async (bot?: string): Promise<number> => {
    const call = { service: 'room-ceiling', key: scopeOf(bot), handler: 'look', parameter: null }
    const book = await nodes.call<Book | null>(call)
    return book ? usedIn(book).tokens : 0
  }
  const rows = await postgres.spentSince(0)
  await postgres.close()
  const booked = (bot?: string): number =>
    rows.reduce((sum, row) => sum + (bot === undefined || row.bot === bot ? row.tokens : 0), 0)
  const figures = [
    {
      what: 'the first bot',
      ceiling: number('own'),
      served: served().own,
      booked: booked('ada'),
      counted: await look('ada'),
    },
    { what: 'all bots', ceiling: number('ceiling'), served: served().all, booked: booked(), counted: await look() },
  ]
  for (const each of figures) say(JSON.stringify(each))
  return figures.flatMap(({ what, ceiling, served: tokens }) => [
    ...(tokens > ceiling ? [`${what}: ${tokens} tokens were served of ${ceiling}`] : []),
    ...(tokens < ceiling * leastShare ? [`${what}: only ${tokens} tokens were served of ${ceiling}`] : []),
  ])
}

let problems: string[] = []
try {
  const striking = strike()
  const posts: Promise<void>[] = []
  for (let n = 1; n <= number('messages'); n += 1) {
    posts.push(post(n))
    // oxlint-disable-next-line no-await-in-loop -- so many a second
    await wait(1_000 / number('rate'))
  }
  await Promise.all(posts)
  over.abort()
  await striking
  // What is under way comes to its end.
  await wait(15_000)
  problems = await found()
} finally {
  await cluster.stop()
  await Promise.all([own.stop(), others.stop()])
}
for (const problem of problems) say(`PROBLEM ${problem}`)
say(problems.length === 0 ? 'no ceiling was exceeded, and each was reached' : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
