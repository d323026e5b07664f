// What a turn leaves in its room's state.
import { rowSerde } from './room-reading.ts'
import { chartSerde, type KeptRoom, names, type TurnRow } from './room-state.ts'
import type { ObjectContext } from './sdk.ts'
import type { Turn } from './turn.ts'

/** So many turns wait in a room while the cluster's memory is away: with each call they travel to a worker. */
const mostRows = 100

export function writeTurn(ctx: ObjectContext, turn: Turn): void {
  for (const chart of turn.charts) ctx.set(names.chart(chart.key), chart, chartSerde)
  for (const [n, bucket] of turn.seen) ctx.set(names.seen(n), bucket)
  for (const n of turn.outlived) ctx.clear(names.seen(n))
  if (turn.held) ctx.set(names.held, turn.held)
}

/**
 * The row waits with those that the memory is not known to have; `kept`: up to which turn it has them. Returns the turns whose
 * rows wait now, and how many are given up for it.
 */
export function writeRow(
  ctx: ObjectContext,
  before: KeptRoom,
  kept: number,
  row: TurnRow,
): { rows: readonly number[]; lost: number } {
  const rows = [...before.rows.filter((n) => n > kept), row.turn].slice(-mostRows)
  const [first = row.turn] = rows
  for (const n of before.rows) if (n < first) ctx.clear(names.row(n))
  ctx.set(names.row(row.turn), row, rowSerde)
  return { rows, lost: before.rows.filter((n) => n > kept && n < first).length }
}
