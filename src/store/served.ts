// Who was added to allowFrom or denyFrom while the service ran, of a channel or a group: beside the configuration, in memory as committed.
import type { DatabaseSync } from 'node:sqlite'
import type { AddedIds, AdmissionList } from '../config/admission.ts'

export interface AddedRow {
  /** A channel, or a group as the log writes it. */
  place: string
  /** Of the platform. */
  id: string
  list: AdmissionList
  at: number
}

/** All channels and groups together. */
export const mostAdded = 10_000

export type ServedStore = ReturnType<typeof openServed>

export function openServed(db: DatabaseSync) {
  const read = db.prepare(`SELECT place, id, list, at FROM served LIMIT ${mostAdded}`)
  const insert = db.prepare('INSERT OR REPLACE INTO served (place, id, list, at) VALUES (?, ?, ?, ?)')
  const drop = db.prepare('DELETE FROM served WHERE place = ? AND id = ?')
  let rows: readonly AddedRow[] = []
  let byPlace: ReadonlyMap<string, AddedIds> = new Map()

  /** After the transaction: what was remembered inside would outlive one that is rolled back. */
  function refresh(): void {
    rows = read.all().map((row) => ({
      place: String(row['place']),
      id: String(row['id']),
      list: row['list'] === 'denyFrom' ? 'denyFrom' : 'allowFrom',
      at: Number(row['at']),
    }))
    const lists = new Map<string, Record<AdmissionList, Set<string>>>()
    for (const { place, id, list } of rows) {
      const ids = lists.get(place) ?? { allowFrom: new Set(), denyFrom: new Set() }
      lists.set(place, ids)
      ids[list].add(id)
    }
    byPlace = lists
  }
  refresh()

  return {
    rows: (): readonly AddedRow[] => rows,
    /** By their places. */
    added: (): ReadonlyMap<string, AddedIds> => byPlace,
    /** Inside a transaction. In one place an id stands on one of the lists: the later one. */
    put: ({ place, id, list, at }: AddedRow): void => void insert.run(place, id, list, at),
    /** Inside a transaction. */
    remove: (place: string, id: string): void => void drop.run(place, id),
    refresh,
  }
}
