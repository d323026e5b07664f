// A database in which many rooms left a lot, and how Postgres would read a statement in it.
import type { Connections, Found } from '../../../src/store/postgres/connection.ts'

/** 60 000 lines, turns and verdicts of 600 rooms; the first room has a long past, and 200 people are in it. */
export async function addManyRooms({ query }: Pick<Connections, 'query'>): Promise<void> {
  const rooms = `(SELECT g, CASE WHEN g % 10 = 0 THEN 'web:0' ELSE 'web:' || g % 600 END AS room FROM generate_series(1, 60000) g)`
  for (const sql of [
    `INSERT INTO message (grp, seq, idx, id, ts, sender, name, bot, text, terms)
     SELECT room, g, 0, 'm' || g, g * 1000, 'p' || g % 200, 'N', (g % 5 = 0)::int, 'line ' || g, ARRAY[g % 1000, hashtext(room)]
     FROM ${rooms} AS given`,
    `INSERT INTO room_commit (room, seq, at) SELECT room, g, g * 1000 FROM ${rooms} AS given`,
    `INSERT INTO room (room, hour) SELECT 'web:' || g, g / 100 FROM generate_series(0, 60000) g`,
    `INSERT INTO verdict (room, seq, idx, n, bot, key, at, gate, outcome, why, messages)
     SELECT room, g, 1, g, 'bot' || g % 3, 'iris ' || room, g, 'decide', 'speak', 'replied', '[]' FROM ${rooms} AS given`,
    `INSERT INTO turn (room, seq, body) SELECT room, g, '{}' FROM ${rooms} AS given`,
    `INSERT INTO book (room, seq, idx, bot, at, messages, tokens)
     SELECT room, g, 2, 'bot' || g % 3, g, 1, 1 FROM ${rooms} AS given`,
    `INSERT INTO usage (bot, minute, messages, tokens) SELECT 'bot' || g % 20, g / 20, 1, 1 FROM generate_series(1, 60000) g`,
    `INSERT INTO person_usage (bot, person, minute, messages, tokens)
     SELECT 'bot' || g % 20, 'ann', g / 20, 1, 1 FROM generate_series(1, 60000) g`,
    'ANALYZE',
  ])
    // oxlint-disable-next-line no-await-in-loop -- one table after the other
    await query(sql)
}

/** What a service asks with. */
const values: Record<string, readonly unknown[]> = {
  place: ['web:0', 'm30000'],
  lines: ['web:0', ['m30000', 'm40000', 'm50000']],
  linesBefore: ['web:0', 30_000_000, 30_000, 0, 100],
  linesSince: ['web:0', 59_000_000, 100],
  author: ['web:0', 'm30000'],
  senders: ['web:0'],
  found: ['web:0', [7, 8], 50],
  verdictsOfRoom: ['web:0', 30_000, 0, 100],
  verdictsOfBot: ['bot1', 30_000, 0, 100],
  spentBy: ['bot1', 2_900],
  spent: [2_950],
  spentForPersons: [2_950],
  turnsAfter: ['web:0', 30_000, 100],
  commitsAfter: [30_000, 100],
  newestCommit: [],
  oldestCommit: [],
  roomsBefore: [300, 'web:30000', 100],
  commitOf: [['web:0', 'web:1', 'web:2']],
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Tables that are read whole, indexes that are used, and how many rows are looked at. */
export async function planOf({ query }: Pick<Connections, 'query'>, name: string, sql: string, mode: string) {
  const given = values[name]
  if (!given) throw new Error(`many-rooms.ts has no values for the statement ${name}`)
  const asked = given.length === 0 ? '' : `(${given.map(literal).join(', ')})`
  await query(`SET plan_cache_mode = ${mode}`)
  await query(`PREPARE looked_at AS ${sql}`)
  try {
    const [row] = await query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE looked_at${asked}`)
    const told = (row as Found)['QUERY PLAN']
    const [{ Plan: plan }] = (typeof told === 'string' ? JSON.parse(told) : told) as [{ Plan: PlanNode }]
    const nodes = nodesOf(plan)
    return {
      scanned: nodes.flatMap((node) => (node['Node Type'].endsWith('Seq Scan') ? [node['Relation Name']] : [])),
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      rows: Math.max(...nodes.map(rowsOf)),
    }
  } finally {
    await query('DEALLOCATE looked_at')
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

function literal(value: unknown): string {
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(', ')}]`
  return typeof value === 'string' ? `'${value}'` : String(value)
}
