// `npm run mutate`: applies every mutant, one at a time and in a copy, and tells which ones no test notices.
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { areas } from './every-mutant.ts'
import { type Listed, problemsOf, selected } from './listed.ts'
import { makeTrial, type Outcome, type Stage, type Trial } from './trial.ts'

/** The generated paths are to notice half of all these, though no path runs a job or writes a prompt. */
const ofMachines = ['rules', 'charts', 'host', 'jobs', 'prompts']

const usage = `npm run mutate [-- OPTIONS]
  --only NAME     mutants whose name contains NAME
  --area NAME     mutants of one area: ${Object.keys(areas).join(', ')}
  --paths-only    only the generated paths (test/paths) are run, on mutants of ${ofMachines.join(', ')};
                  exit 1 when they catch fewer than half
  --near          leaves out the last stage, every test, for what the tests of its area did not notice
  --list          tells the mutants and runs nothing
  --seconds N     most seconds for one run of tests (600)`

const root = resolve(import.meta.dirname, '../..')
const lives: Stage = { files: ['test/paths/lives.test.ts'], names: '^in ' }
const worlds: Stage = { files: ['test/paths/group-paths.test.ts'], names: '^in .* no step breaks a promise' }
const walks: Stage = { files: ['test/paths/group-paths.test.ts'], names: '^in .* the host follows' }
/** The generated tests; what is walked by hand beside them does not count. */
const paths: Record<string, readonly Stage[]> = { rules: [lives, worlds], charts: [lives, worlds], host: [walks] }
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    area: { type: 'string' },
    'paths-only': { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '600' },
    help: { type: 'boolean', default: false },
  },
})
process.exitCode = await main()

async function main(): Promise<number> {
  if (values.help) return say(usage)
  const mutants = selected(areas, values).filter(({ area }) => !values['paths-only'] || ofMachines.includes(area))
  const problems = problemsOf(areas, (file) => readFileSync(resolve(root, file), 'utf8'))
  if (problems.length > 0) return say(problems.join('\n'), 2)
  if (mutants.length === 0) return say('no mutant has that name: --list tells them all', 2)
  if (values.list) return say(mutants.map(({ area, mutant }) => `${area}: ${mutant.name} (${mutant.file})`).join('\n'))
  setPriority(10)
  const trial = makeTrial(root, Number(values.seconds))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
  process.once('exit', () => trial.end())
  return report(await tryAll(trial, mutants))
}

interface Tried extends Listed {
  outcome: Outcome
}

async function tryAll(trial: Trial, mutants: readonly Listed[]): Promise<Tried[]> {
  const sound = new Set<string>()
  const tried: Tried[] = []
  for (const listed of mutants) {
    bar(tried, mutants.length, listed.mutant.name)
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    const { outcome: found, names } = await trial.with(listed.mutant, () => firstCatch(trial, stagesOf(listed)))
    // oxlint-disable-next-line no-await-in-loop -- once a file of tests
    const doubt = found.kind === 'caught' ? await doubtOf(trial, { files: [found.file], names }, sound) : undefined
    const outcome = doubt ?? found
    tried.push({ ...listed, outcome })
    say(lineOf({ ...listed, outcome }))
  }
  bar(tried, mutants.length, '')
  return tried
}

/** Says nothing against a file of tests that passes without any mutant, at one of two tries: a slow machine may fail one. */
async function doubtOf(trial: Trial, stage: Stage, sound: Set<string>): Promise<Outcome | undefined> {
  const [file = ''] = stage.files
  const tests = `${file} ${stage.names ?? ''}`
  if (file === '(all)' || sound.has(tests)) return undefined
  for (let tries = 0; tries < 2; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    if ((await trial.run(stage)).kind !== 'missed') continue
    sound.add(tests)
    return undefined
  }
  return { kind: 'broken', why: `${file} fails without any mutant: mend it first` }
}

/** Each is run only when all before it noticed nothing; the last one is every test. */
function stagesOf({ area, tests }: Listed): readonly Stage[] {
  if (!values['paths-only'])
    return [...tests.map((each) => ({ files: [each] })), ...(values.near ? [] : [{ files: [] }])]
  return paths[area] ?? []
}

/** `names`: of the stage that noticed it. */
async function firstCatch(
  trial: Trial,
  stages: readonly Stage[],
): Promise<{ outcome: Outcome; names?: string | undefined }> {
  for (const stage of stages) {
    // oxlint-disable-next-line no-await-in-loop -- the fast ones first
    const outcome = await trial.run(stage)
    if (outcome.kind !== 'missed') return { outcome, names: stage.names }
  }
  return { outcome: { kind: 'missed' } }
}

function lineOf({ area, mutant, outcome }: Tried): string {
  const by = outcome.kind === 'caught' ? ` by ${outcome.file}: ${outcome.test}` : ''
  return `${outcome.kind.padEnd(6)} ${area}: ${mutant.name}${by}${outcome.kind === 'broken' ? ` (${outcome.why})` : ''}`
}

function report(tried: readonly Tried[]): number {
  const caught = tried.filter(({ outcome }) => outcome.kind === 'caught').length
  const rest = tried.filter(({ outcome }) => outcome.kind !== 'caught')
  const names = [...new Set(tried.map(({ area }) => area))]
  const ofAreas = names.map((name) => {
    const own = tried.filter(({ area }) => area === name)
    return `${name} ${own.filter(({ outcome }) => outcome.kind === 'caught').length} of ${own.length}`
  })
  say(
    `\n${caught} of ${tried.length} mutants are caught${values['paths-only'] ? ' by the generated paths alone' : ''}: ${ofAreas.join(', ')}`,
  )
  if (rest.length > 0) say(`not caught:\n${rest.map((each) => `  ${lineOf(each)}`).join('\n')}`)
  return (values['paths-only'] ? 2 * caught >= tried.length : rest.length === 0) ? 0 : 1
}

function bar(tried: readonly Tried[], total: number, name: string): void {
  if (!process.stderr.isTTY) return
  const done = Math.round((30 * tried.length) / total)
  const missed = tried.filter(({ outcome }) => outcome.kind !== 'caught').length
  const line = `[${'#'.repeat(done)}${'.'.repeat(30 - done)}] ${tried.length}/${total}, ${missed} not caught  ${name}`
  process.stderr.write(`\r\u001B[K${name === '' ? '' : line.slice(0, process.stderr.columns - 1)}`)
}

function say(text: string, code = 0): number {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  process.stdout.write(`${text}\n`)
  return code
}
