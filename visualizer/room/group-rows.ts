// The rows of a group, found once for every change of the board.
import type { BoardRow } from '../../src/feed/contract.ts'
import type { State } from '../store.ts'

const known = new WeakMap<State['rows'], ReadonlyMap<string, readonly BoardRow[]>>()

export function groupRows(rows: State['rows'], group: string | undefined): readonly BoardRow[] {
  const groups = known.get(rows) ?? Map.groupBy(rows.values(), (row) => row.group)
  known.set(rows, groups)
  return groups.get(group ?? '') ?? []
}
