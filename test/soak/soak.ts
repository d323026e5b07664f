// `npm run soak -- --minutes 15 --rate 50`: a real service under steady load; exit 1 when a promise broke.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { areFiguresKept, soakReport } from './lines.ts'
import { type Policy } from './load.ts'
import { profilesIn, profileShares, profileText } from './profile.ts'
import { reportText } from './report.ts'
import { runSoak, type SoakOptions } from './soak-run.ts'

const usage = `npm run soak -- [options]
  --minutes N        how long people post (2)
  --rate R           posts a second (50)
  --rooms N          over so many rooms (300)
  --bots N           so many bots in each (2)
  --policy NAME      judged: nearly each line is judged; mention: only who is called answers (judged)
  --kills N          kill -9 and restart at so many random moments (0)
  --jumps N          move the wall clock so many times, hours at most (0)
  --faults SHARE     so much of the model calls goes wrong, 0 to 1 (0)
  --prune TIMES      a second part of the run removes what the first wrote, so many times as fast as it writes (0)
  --warm-up S        nothing is measured before, seconds (a third of the time, 300 at most)
  --seed N           (1)
  --awake            processors are kept from sleeping: virtual machines charge the waking to whoever is woken
  --report FILE      everything measured, as JSON
  --profile FOLDER   CPU profiles of the service, and a summary of them
  --strict           exit 1 when a figure misses its bound or a slope is not flat, too
`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    rate: { type: 'string', default: '50' },
    rooms: { type: 'string', default: '300' },
    bots: { type: 'string', default: '2' },
    policy: { type: 'string', default: 'judged' },
    kills: { type: 'string', default: '0' },
    jumps: { type: 'string', default: '0' },
    faults: { type: 'string', default: '0' },
    prune: { type: 'string', default: '0' },
    'warm-up': { type: 'string' },
    seed: { type: 'string', default: '1' },
    awake: { type: 'boolean', default: false },
    report: { type: 'string' },
    profile: { type: 'string' },
    strict: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
type Numeric = 'minutes' | 'rate' | 'rooms' | 'bots' | 'kills' | 'jumps' | 'faults' | 'prune' | 'seed'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

if (values.help) say(usage)
else await soak(optionsOf())

function optionsOf(): SoakOptions {
  const number = (name: Numeric): number => {
    const value = Number(values[name])
    if (!(value >= 0)) throw new TypeError(`--${name} is a number: ${values[name]}`)
    return value
  }
  if (!['judged', 'mention'].includes(values.policy)) throw new TypeError('--policy is judged or mention')
  const minutes = number('minutes')
  return {
    minutes,
    rate: number('rate'),
    rooms: number('rooms'),
    bots: number('bots'),
    policy: values.policy as Policy,
    kills: number('kills'),
    jumps: number('jumps'),
    faults: number('faults'),
    prune: number('prune'),
    awake: values.awake,
    warmUpS: Number(values['warm-up'] ?? Math.min(300, minutes * 20)),
    seed: number('seed'),
    latencyMs: [100, 500],
    ...(values.profile !== undefined && { profile: values.profile }),
  }
}

async function soak(options: SoakOptions): Promise<void> {
  const leaving = new AbortController()
  // npm passes a signal on that the terminal has already sent: the second one must not cut the clearing up short.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leaving.abort())
  const result = await runSoak(options, { progress: say, signal: leaving.signal }).catch((error: unknown) => {
    if (leaving.signal.aborted) return undefined
    throw error
  })
  if (!result) {
    say('called off: the service is ended and its store removed')
    process.exitCode = 130
    return
  }
  const report = soakReport(options, result)
  if (values.report !== undefined) writeFileSync(values.report, `${JSON.stringify(report, undefined, 1)}\n`)
  say(`\n${reportText(report)}`)
  if (options.profile !== undefined) say(`\n${profileText(profileShares(profilesIn(options.profile)))}`)
  const isCorrect = result.checks.every(({ problems }) => problems.length === 0)
  process.exitCode = isCorrect && (!values.strict || areFiguresKept(report)) ? 0 : 1
}
