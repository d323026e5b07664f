// `npm run crash -- --rounds 20 [--seed N] [--jumps] [--faults]`: crashes the service again and again, its clocks may move, its
// provider may fail and bill strangely; exit 1 when a promise broke.
import { parseArgs } from 'node:util'
import { crashRounds } from './crash-rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    jumps: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const { during, timers, messages, problems } = await crashRounds({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  jumps: values.jumps,
  faults: values.faults,
  told: say,
})
say(
  `${values.rounds} kills, ${messages} messages acknowledged. ` +
    `During: pending timer ${during.timer}, call in flight ${during.call}, undelivered reply ${during.reply} ` +
    `(${during.posted} posted, not booked), message half taken ${during.intake}. ` +
    `Timers: ${timers.kept} kept, ${timers.fired} fired late, ${timers.left} left.`,
)
for (const problem of problems) say(`BROKEN: ${problem}`)
say(problems.length === 0 ? 'No promise was broken.' : `${problems.length} promises were broken.`)
process.exitCode = problems.length === 0 ? 0 : 1
