// `npm run crash -- --rounds 20`: crashes the service again and again; exit 1 when a promise broke.
import { parseArgs } from 'node:util'
import { agentRounds } from './agent-rounds.ts'
import { crashRounds } from './crash-rounds.ts'

const usage = `npm run crash -- [options]
  --rounds N   so many kills, each at a moment of its own (20); with --agent, kills that fall into a run
  --seed N     (1)
  --jumps      its clocks move, too: set, or a machine that slept, hours at most
  --faults     the provider of its model fails and bills strangely, too
  --agent      while a bot works with tools, instead
`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    jumps: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    agent: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (values.help) say(usage)
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
