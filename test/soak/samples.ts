// What is measured of the running service every second, from outside, from its probe and from its store.
import { readdirSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { quantile } from '../bench/figures.ts'
import { cpuSeconds, residentOf } from '../bench/process-figures.ts'
import { openForReading } from '../../src/store/database.ts'
import { keptSteps } from '../../src/store/old-rows.ts'
import type { ProbeFigures } from '../crash/probe-contract.ts'
import type { Traffic } from './traffic.ts'

export interface Sample extends Partial<ProbeFigures> {
  /** Since the soak began, s. */
  at: number
  /** Since the sample before, or the service's start, s. */
  spanS: number
  /** Of the service, counted from 1. */
  life: number
  /** In this time. */
  posts: number
  /** ms; absent: nothing was acknowledged. */
  postMedianMs?: number
  postP99Ms?: number
  /** Of the service's process in this time. */
  cpuMs: number
  rssMb: number
  /** Of it: pages of files. */
  rssFilesMb: number
  fds: number
  walMb: number
  fileMb: number
  /** Pages in use, whether they stand in the file or still in the WAL. */
  usedMb: number
  /** Groups whose next timer should have fired, and how late the latest of them is. */
  overdue: number
  overdueMs: number
  /** How long the oldest row has outlived what the store keeps. */
  pruneLagMs: number
  /** How late this very measurement is: of a harness that is starved no figure is worth much. */
  harnessLagMs: number
}

export interface Sampler {
  /** From the service to the soak. */
  probed(figures: ProbeFigures): void
  take(moment: Moment): { sample: Sample; latencies: number[] }
  /** Tokens held for model calls that the store knows to be under way. */
  reservedTokens(): number
  /** Before the service starts anew: nobody else may keep its files open. */
  close(): void
}

interface Moment {
  at: number
  harnessLagMs: number
  /** As the service's time should have it, ms: it passes while the machine sleeps, and heeds no setting of the clock. */
  now: number
}

const mb = 1_024 * 1_024
const dayMs = 24 * 3_600_000
const timeColumns = { verdict: 'at', message: 'ts', room_message: 'ts' }
/** The newest steps of a bot stay, however old they are; those that newer ones have followed since are looked at later. */
const stepsSince = 200
const oldestEntry = `SELECT at FROM entry AS row
  WHERE seq <= (SELECT max(seq) FROM entry WHERE actor = row.actor) - ${keptSteps + stepsSince} ORDER BY n LIMIT 1`

export function makeSampler(options: {
  pid: number
  path: string
  traffic: Traffic
  retainDays: number
  life: number
}): Sampler {
  const { pid, path, traffic, retainDays, life } = options
  const db = openForReading(path)
  const overdue = db.prepare('SELECT count(*) AS n, min(due) AS due FROM actor WHERE due <= ?')
  const held = db.prepare("SELECT coalesce(sum(json_extract(input, '$.maxTokens')), 0) AS n FROM job")
  const has = db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?')
  const oldest = Object.entries(timeColumns)
    .filter(([table, column]) => has.get(table, column))
    .map(([table, column]) => db.prepare(`SELECT ${column} AS at FROM ${table} ORDER BY rowid LIMIT 1`))
    .concat(db.prepare(oldestEntry))
  let probe: ProbeFigures | undefined
  let cpu = cpuSeconds(pid)
  let since = performance.now()
  // What was acknowledged until now is not this life's.
  traffic.takeLatencies()
  let acknowledged = traffic.acknowledged.length
  return {
    probed: (figures) => void (probe = figures),
    take({ at, harnessLagMs, now }) {
      const latencies = traffic.takeLatencies()
      const before = cpu
      const acknowledgedBefore = acknowledged
      acknowledged = traffic.acknowledged.length
      cpu = cpuSeconds(pid)
      const spanS = (performance.now() - since) / 1_000
      since = performance.now()
      const resident = residentOf(pid)
      const late = overdue.get(now) as { n: number; due: number | null }
      const first = Math.min(...oldest.map((each) => Number(each.get()?.['at'] ?? Infinity)))
      const sample: Sample = {
        at,
        spanS,
        life,
        posts: acknowledged - acknowledgedBefore,
        ...(latencies.length > 0 && { postMedianMs: quantile(latencies, 0.5), postP99Ms: quantile(latencies, 0.99) }),
        cpuMs: (cpu - before) * 1_000,
        rssMb: resident.all,
        rssFilesMb: resident.files,
        fds: readdirSync(`/proc/${pid}/fd`).length,
        walMb: sizeMb(`${path}-wal`),
        fileMb: sizeMb(path),
        usedMb: usedMb(db),
        overdue: late.n,
        overdueMs: late.due === null ? 0 : now - late.due,
        pruneLagMs: Math.max(0, now - retainDays * dayMs - first),
        harnessLagMs,
        ...probe,
      }
      return { sample, latencies }
    },
    reservedTokens: () => Number(held.get()?.['n']),
    close: () => db.close(),
  }
}

const sizeMb = (path: string): number => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / mb

function usedMb(db: DatabaseSync): number {
  const value = (name: string): number => Number(db.prepare(`PRAGMA ${name}`).get()?.[name])
  return ((value('page_count') - value('freelist_count')) * value('page_size')) / mb
}
