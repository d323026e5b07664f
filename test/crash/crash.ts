// `npm run crash -- --rounds 20`: crashes the service again and again; exit 1 when a promise broke.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clusterRounds } from '../cluster/cluster-rounds.ts'
import { agentRounds } from './agent-rounds.ts'
import { crashRounds } from './crash-rounds.ts'

const usage = `npm run crash -- [options]
  --rounds N   so many kills, each at a moment of its own (20); with --agent, kills that fall into a run
  --seed N     (1)
  --jumps      its clocks move, too: set, or a machine that slept, hours at most
  --faults     the provider of its model fails and bills strangely, too
  --agent      while a bot works with tools, instead
  --cluster    workers, Restate nodes and Postgres of a cluster, instead, N rounds of all of them; with
               --nodes N (3) --workers N (3) --rooms N (100) --agents N (10) --messages N (1500) --rate N (40 a second)
               --halt SECONDS (30) --policy judged|mention (judged)
`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    jumps: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    agent: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    nodes: { type: 'string', default: '3' },
    workers: { type: 'string', default: '3' },
    rooms: { type: 'string', default: '100' },
    agents: { type: 'string', default: '10' },
    messages: { type: 'string', default: '1500' },
    rate: { type: 'string', default: '40' },
    halt: { type: 'string', default: '30' },
    policy: { type: 'string', default: 'judged' },
    help: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (values.help) say(usage)
else if (values.cluster) await crashCluster()
else if (values.agent) await crashAtWork()
else await crash()

async function crashAtWork(): Promise<void> {
  const { kills, hits, during, madeBefore, done, cutOff, again, runs, money, problems } = await agentRounds({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    progress: say,
  })
  say(`${kills} kills, ${hits} of them while a run was under way, in the middle of:`)
  for (const [middle, count] of Object.entries(during)) {
    const before = madeBefore[middle as keyof typeof madeBefore]
    say(
      `  ${middle} ${count}${before === undefined ? '' : `, ${before} of them when it had been done and was not booked`}`,
    )
  }
  say(
    `Done: ${Object.entries(done)
      .map(([change, count]) => `${change} ${count}`)
      .join(', ')}.`,
  )
  say(`${cutOff} calls were told to be cut off, ${again} of them were made again by the model.`)
  say(`${runs.answered} runs answered, ${runs.failed} ended without an answer. ${money}.`)
  conclude(problems)
}

async function crashCluster(): Promise<void> {
  const folder = join(mkdtempSync(join(tmpdir(), 'chime-cluster-')), 'cluster')
  const { problems, agents, cpu, ...figures } = await clusterRounds({
    folder,
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    nodes: Number(values.nodes),
    workers: Number(values.workers),
    rooms: Number(values.rooms),
    bots: 3,
    agents: Number(values.agents),
    policy: values.policy === 'mention' ? 'mention' : 'judged',
    messages: Number(values.messages),
    rate: Number(values.rate),
    haltMs: Number(values.halt) * 1_000,
    tell: (line) => say(`${new Date().toISOString().slice(11, 19)} ${line}`),
  })
  const { messages, replies, called, answered, unsure, turns, latest, booked, served } = figures
  say(`${messages} messages acknowledged, ${replies} lines of bots (${unsure} unsure), ${turns} turns.`)
  say(`${called} called a bot by its name, ${answered} of them were answered.`)
  say(`Timers: the latest by ${Math.round(latest)} ms. Tokens: ${served} served, ${booked} booked.`)
  if (agents) {
    const done = Object.entries(agents.done).map(([change, count]) => `${change} ${count}`)
    say(`${agents.jobs} jobs: ${agents.answered} runs answered, ${agents.failed} ended without an answer.`)
    say(`Done: ${done.join(', ')}. ${agents.cutOff} calls were told to be cut off.`)
  }
  say(
    `CPU: ${Object.entries(cpu)
      .map(([what, seconds]) => `${what} ${seconds.toFixed(0)} s`)
      .join(', ')}.`,
  )
  conclude(problems)
}

async function crash(): Promise<void> {
  const { during, timers, messages, problems } = await crashRounds({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    jumps: values.jumps,
    faults: values.faults,
    progress: say,
  })
  say(
    `${values.rounds} kills, ${messages} messages acknowledged. ` +
      `During: pending timer ${during.timer}, call in flight ${during.call}, undelivered reply ${during.reply} ` +
      `(${during.posted} posted, not booked), message half taken ${during.intake}. ` +
      `Timers: ${timers.kept} kept, ${timers.fired} fired late, ${timers.left} left.`,
  )
  conclude(problems)
}

function conclude(problems: readonly string[]): void {
  for (const problem of problems) say(`BROKEN: ${problem}`)
  say(problems.length === 0 ? 'No rule was broken.' : `${problems.length} rules were broken.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
