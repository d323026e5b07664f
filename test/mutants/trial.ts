// A copy of the repository in which one mutant at a time is tried: the working tree is never touched.
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { packageFolders } from '../../src/cluster/packages.ts'
import type { Mutant } from './mutant.ts'

/** What the tests say of a mutant. */
export type Outcome =
  | { kind: 'missed' }
  | { kind: 'caught'; file: string; test: string }
  /** No test ran: the mutant is no working code, or no test is there. */
  | { kind: 'broken'; why: string }
  /** The tests did not end in their time: it is neither caught nor missed. */
  | { kind: 'late' }

/** Tests that are run together: none named is every file; `names`: a pattern of the tests of the files that are run. */
export interface Stage {
  files: readonly string[]
  names?: string | undefined
}

export interface Trial {
  run(tests: Stage): Promise<Outcome>
  /** Runs `work` with the mutant in place. */
  with<T>(mutant: Mutant, work: () => Promise<T>): Promise<T>
  end(): void
}

const leftOut = new Set(['node_modules', '.git', 'coverage'])
/** ms; thrice the usual, so that a busy machine is not taken for a mutant that was noticed. */
const testTimeout = 60_000
/** MB: what runs away fails, and does not take the machine with it. */
const heapMb = 3_000

export function makeTrial(root: string, seconds: number): Trial {
  const copy = mkdtempSync(join(tmpdir(), 'chime-mutants-'))
  const nested = Object.values(packageFolders).map((folder) => join(folder, 'node_modules'))
  cpSync(root, copy, {
    recursive: true,
    filter: (from) => !leftOut.has(relative(root, from).split('/')[0] ?? '') && !nested.includes(relative(root, from)),
  })
  for (const modules of nested)
    if (existsSync(join(root, modules))) symlinkSync(join(root, modules), join(copy, modules))
  // One by one, so that caches of the copy stay in it.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.vite') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))

  return {
    run: (tests) => runTests(copy, tests, seconds),
    async with({ file, text, replacement }, work) {
      const path = join(copy, file)
      const before = readFileSync(path, 'utf8')
      writeFileSync(
        path,
        before.replace(text, () => replacement),
      )
      try {
        return await work()
      } finally {
        writeFileSync(path, before)
      }
    },
    end: () => rmSync(copy, { recursive: true, force: true }),
  }
}

async function runTests(copy: string, { files, names }: Stage, seconds: number): Promise<Outcome> {
  const out = join(copy, 'node_modules', 'report.json')
  rmSync(out, { force: true })
  const vitest = join(copy, 'node_modules', '.bin', 'vitest')
  const named = names === undefined ? [] : [`--testNamePattern=${names}`]
  const report = ['--reporter=json', `--outputFile=${out}`]
  const args = ['run', '--bail=1', '--maxWorkers=1', `--testTimeout=${testTimeout}`, ...report, ...named, ...files]
  const env = {
    ...process.env,
    CHIME_SKIP_BROWSER: '1',
    CHIME_SKIP_XMPP: '1',
    CI: '',
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  }
  // A group of its own: what hangs is ended with all that it started.
  const child = spawn(vitest, args, { cwd: copy, env, stdio: 'ignore', detached: true })
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, seconds * 1_000)
  process.once('exit', end)
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  clearTimeout(timer)
  process.off('exit', end)
  if (isLate) return { kind: 'late' }
  if (code === 0) return { kind: 'missed' }
  return read(out, copy)
}

function read(path: string, copy: string): Outcome {
  try {
    return outcomeOf(JSON.parse(readFileSync(path, 'utf8')) as TestReport, copy)
  } catch {
    // A worker that ran out of memory writes no report.
    return { kind: 'caught', file: '(all)', test: 'the tests broke off without a report' }
  }
}

/** The part of vitest's report that is read. */
export interface TestReport {
  numTotalTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

export function outcomeOf({ numTotalTests, testResults }: TestReport, copy: string): Outcome {
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed) return { kind: 'caught', file: relative(copy, name), test: failed.fullName }
  }
  const broken = testResults.find(({ status }) => status === 'failed')
  if (numTotalTests === 0 || !broken) return { kind: 'broken', why: broken?.message.split('\n')[0] ?? 'no test ran' }
  return { kind: 'caught', file: relative(copy, broken.name), test: broken.message.split('\n')[0] ?? '' }
}
