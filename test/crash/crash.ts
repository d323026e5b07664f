// `npm run crash -- --rounds 20`: crashes the service again and again; exit 1 when a promise broke.
import { parseArgs } from 'node:util'
import { agentRounds } from './agent-rounds.ts'
import { crashRounds } from './crash-rounds.ts'

const usage = `npm run crash -- [options]
  --rounds N   so many kills, each at a moment of its own (20)
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
  const { hits, interrupted, answered, written, problems } = await agentRounds({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    progress: say,
  })
  say(
    `${values.rounds} kills, ${hits} while a run was under way: ${answered} runs answered, ${written} changes were made, ` +
      `${interrupted} runs were told of a call that a crash had cut off.`,
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
