// Watches every statement that is prepared in this process: its plan, and how much of the file it reads.
import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync, StatementSync } from 'node:sqlite'

export interface Watched {
  sql: string
  /** Lines of EXPLAIN QUERY PLAN. */
  plan: string[]
  runs: number
  /** Most pages of the file that one run read; 0 where the system does not tell. */
  pages: number
}

const pageBytes = 4_096
const io = '/proc/self/io'

/** From now on until `end`. */
export function watchStatements() {
  const watched = new Map<string, Watched>()
  const sqlOf = new WeakMap<StatementSync, string>()
  const { prepare } = DatabaseSync.prototype
  const methods = ['run', 'get', 'all'] as const
  const originals = methods.map(
    (method) =>
      [method, StatementSync.prototype[method] as (this: StatementSync, ...values: unknown[]) => never] as const,
  )

  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql, ...rest) {
    const statement = prepare.call(this, sql, ...rest)
    const known = watched.get(sql)
    if (!known && !sql.startsWith('EXPLAIN')) {
      const plan = prepare.call(this, `EXPLAIN QUERY PLAN ${sql}`).all()
      watched.set(sql, { sql, plan: plan.map(({ detail }) => String(detail)), runs: 0, pages: 0 })
    }
    sqlOf.set(statement, sql)
    return statement
  }
  for (const [method, original] of originals) {
    StatementSync.prototype[method] = function (this: StatementSync, ...values: unknown[]) {
      const found = watched.get(sqlOf.get(this) ?? '')
      if (!found) return original.apply(this, values)
      const before = bytesRead()
      try {
        return original.apply(this, values)
      } finally {
        found.runs += 1
        found.pages = Math.max(found.pages, Math.floor((bytesRead() - before) / pageBytes))
      }
    }
  }
  // What is read row by row counts as if it were read to its end.
  const { iterate } = StatementSync.prototype
  StatementSync.prototype.iterate = function (this: StatementSync, ...values: []) {
    return this.all(...values).values() as ReturnType<typeof iterate>
  }
  return {
    all: (): Watched[] => [...watched.values()],
    end(): void {
      DatabaseSync.prototype.prepare = prepare
      StatementSync.prototype.iterate = iterate
      for (const [method, original] of originals) Object.assign(StatementSync.prototype, { [method]: original })
    },
  }
}

/** By this process; a database without a cache reads every page that it looks at. */
const bytesRead = (): number =>
  existsSync(io) ? Number(/^rchar: (\d+)$/m.exec(readFileSync(io, 'utf8'))?.[1] ?? 0) : 0
