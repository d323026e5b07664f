// What a run's record costs in the store: an entry, a search and a context, however much is there already.
import { openDatabase } from '../../src/store/database.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { report } from './figures.ts'

const quick = process.argv.includes('--quick')
const entries = quick ? 2_000 : 10_000
const [few, rowsARun, rounds] = [500, 10, quick ? 50 : 400]
const key = 'iris web:lobby'
const words = 'budget sleep paper table review 预算 统计 昨天 作业 deploy branch error file folder number list'.split(
  ' ',
)

const db = openDatabase(':memory:')
const tape = openRunTape(db)
/** CPU ms of each of so many: the clock of a thread is too coarse for one. */
function cpuOf(count: number, work: (n: number) => unknown): number {
  const before = process.threadCpuUsage()
  for (let n = 0; n < count; n += 1) work(n)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000 / count
}

let written = 0
writeUntil(few)
const short = look()
const first = cpuOf(few, write)
writeUntil(entries - few)
const last = cpuOf(few, write)
const long = look()
report([
  {
    name: 'runTapeAppendUs',
    value: last * 1_000,
    baseline: first * 1_000,
    against: `an entry behind ${entries - few} others, and one behind ${few}`,
    aim: { of: 'ratio', atMost: 1.5 },
  },
  {
    name: 'runTapeSearchMs',
    value: long.search,
    baseline: short.search,
    against: `a search among ${entries} entries, and among ${few}`,
    aim: { of: 'value', atMost: 10 },
  },
  {
    name: 'runTapeContextUs',
    value: long.context * 1_000,
    baseline: short.context * 1_000,
    against: `a context of 4 000 tokens out of ${entries} entries, and out of ${few}`,
    aim: { of: 'ratio', atMost: 1.3 },
  },
])

function writeUntil(count: number): void {
  while (written < count) write()
}

function look(): { search: number; context: number } {
  for (const { table, step } of tape.oldRows) {
    // As pruning does beside the work of a service.
    if (table === 'tape_index') for (let isMore = 1; isMore > 0;) isMore = step(0, 50)
  }
  const questions = Array.from({ length: rounds }, (_, n) => questionOf(n))
  cpuOf(20, () => tape.search(key, questionOf(0)) && tape.context(key, 4_000))
  return {
    search: cpuOf(rounds, (n) => tape.search(key, questions[n] ?? '')),
    context: cpuOf(rounds, () => tape.context(key, 4_000)),
  }
}

/** One row, as a step writes it; a run has ten. */
function write(): void {
  const n = written
  const run = `r${Math.floor(n / rowsARun)}`
  const text = Array.from({ length: 60 }, (_, i) => `${wordOf(n * 31 + i * i)} ${(n * 7_919 + i) % 9_973}`).join(' ')
  const entry = { run, id: String(n), kind: 'tool_result', body: { text }, tokens: 180 } as const
  tape.append(key, n, [entry])
  written += 1
  if (n % rowsARun === rowsARun - 1) tape.merge(key, run, n)
}

/** One word, two, a number, a short one, and a slip of the pen. */
function questionOf(n: number): string {
  const number = String((n * 7_919) % 9_973)
  const [a, b] = [wordOf(n), wordOf(n + 3)]
  return [a, `${a} ${b}`, number, `${a} ${number}`, `reveiw ${a}`][n % 5] ?? a
}

function wordOf(n: number): string {
  return words[n % words.length] ?? 'budget'
}
