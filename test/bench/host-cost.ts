// What a durable message costs on the embedded host, beside bare SQLite transactions: one an event with every row whole,
// as a plain program would write them, and those that the host itself writes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { groupMachine } from '../../machines/group/group.ts'
import { makeStepper } from '../../src/room/step.ts'
import { openDatabase } from '../../src/store/database.ts'
import { benchHost, inboundOf, inputFor } from './bench-host.ts'
import { type Figure, median, report } from './figures.ts'
import { type Line, livelyTalk } from './lively-talk.ts'
import { makePlainTables, plainRows, type Stepped, type Tape } from './plain-rows.ts'

interface Cost {
  cpuUs: number
  perSecond: number
}
const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 5
const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
const against = 'one bare SQLite transaction an event, every row whole'
const againstOwn = 'the host’s own rows in bare SQLite transactions'
const { dump } = makeStepper(groupMachine, inputFor(''))
let files = 0

try {
  const hot = compare({ groups: 20, hotActors: 2_000 })
  const passivated = compare({ groups: 400, hotActors: 1 })
  report([...figures('hostHot', hot, 2), ...figures('hostPassivated', passivated, 3)])
} finally {
  rmSync(folder, { recursive: true })
}

function compare({ groups, hotActors }: { groups: number; hotActors: number }) {
  const lines = livelyTalk({ groups, messages: quick ? 400 : 3_000, seed: 11 })
  const startAt = (lines[0]?.ts ?? 0) - 1
  const read = lines.map(inboundOf)
  const host = (db: DatabaseSync): (() => void) => {
    const { say } = benchHost(db, hotActors, startAt)
    return () => lines.forEach((line, i) => say(line, read[i]))
  }
  const tape: Tape = []
  const steps: Stepped[] = []
  onFile((db) => {
    const { say } = benchHost(recorded(db, tape), hotActors, startAt, (step) => {
      steps.push({ step, body: dump(step.snapshot as never) })
    })
    lines.forEach((line, i) => say(line, read[i]))
  })
  const written = withoutEmpty(tape)
  const plain = plainRows(steps, lines)
  const once = (run: (db: DatabaseSync) => () => void): Cost => onFile((db) => measured(lines, run(db)))
  const costs = Array.from({ length: rounds }, () => ({
    host: once(host),
    bare: once((db) => {
      makePlainTables(db)
      return bareWriter(db, plain)
    }),
    own: once((db) => bareWriter(db, written)),
  }))
  return {
    host: medians(costs.map((each) => each.host)),
    bare: medians(costs.map((each) => each.bare)),
    own: medians(costs.map((each) => each.own)),
    transactions: written.filter(({ sql }) => sql === 'COMMIT').length / lines.length,
  }
}

function figures(
  name: string,
  { host, bare, own, transactions }: ReturnType<typeof compare>,
  mostCpu: number,
): Figure[] {
  return [
    {
      name: `${name}MessagesPerSecond`,
      value: host.perSecond,
      baseline: bare.perSecond,
      against,
      aim: { of: 'ratio', atLeast: 0.6 },
    },
    {
      name: `${name}CpuUsPerMessage`,
      value: host.cpuUs,
      baseline: bare.cpuUs,
      against,
      aim: { of: 'ratio', atMost: mostCpu },
    },
    { name: `${name}OwnRowsPerSecond`, value: host.perSecond, baseline: own.perSecond, against: againstOwn },
    { name: `${name}OwnRowsCpuUs`, value: host.cpuUs, baseline: own.cpuUs, against: againstOwn },
    { name: `${name}TransactionsPerMessage`, value: transactions, baseline: 1, against: 'one for the message alone' },
  ]
}

function medians(costs: Cost[]): Cost {
  return { cpuUs: median(costs.map(({ cpuUs }) => cpuUs)), perSecond: median(costs.map(({ perSecond }) => perSecond)) }
}

function measured(lines: readonly Line[], work: () => void): Cost {
  const cpu = process.cpuUsage()
  const started = performance.now()
  work()
  const seconds = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { cpuUs: (user + system) / lines.length, perSecond: lines.length / seconds }
}

function onFile<T>(work: (db: DatabaseSync) => T): T {
  files += 1
  using db = openDatabase(join(folder, `${files}.sqlite`))
  return work(db)
}

/** A database that notes on the tape whatever is written through it. */
function recorded(db: DatabaseSync, tape: Tape): DatabaseSync {
  const prepare = db.prepare.bind(db)
  db.prepare = (sql) => {
    const statement = prepare(sql)
    const run = statement.run.bind(statement)
    statement.run = ((...values: SQLInputValue[]) => {
      tape.push({ sql, values })
      return run(...values)
    }) as typeof statement.run
    return statement
  }
  const exec = db.exec.bind(db)
  db.exec = (sql) => {
    tape.push({ sql, values: [] })
    exec(sql)
  }
  return db
}

function bareWriter(db: DatabaseSync, tape: Tape): () => void {
  const all = [...new Set(tape.map(({ sql }) => sql))]
  // Tables that their owners make.
  for (const sql of all) if (!isWrite(sql)) db.exec(sql)
  const statements = new Map(all.filter(isWrite).map((sql) => [sql, db.prepare(sql)]))
  return () => {
    for (const { sql, values } of tape) statements.get(sql)?.run(...values)
  }
}

function isWrite(sql: string): boolean {
  return /^\s*(?:INSERT|UPDATE|DELETE|BEGIN|COMMIT)/.test(sql)
}

/** A host that wakes for nothing opens a transaction all the same; the bare writer need not. */
function withoutEmpty(tape: Tape): Tape {
  const isEmpty = (at: number): boolean => tape[at]?.sql.startsWith('BEGIN') === true && tape[at + 1]?.sql === 'COMMIT'
  return tape.filter((_, at) => !isEmpty(at) && !isEmpty(at - 1))
}
