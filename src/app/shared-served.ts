// Whom an operator added to the lists of who is served, on all workers of a cluster.
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { AddedRow, ServedStore } from '../store/served.ts'
import { inTransaction } from '../store/transaction.ts'
import { makeSharedTable, type SharedTableOptions } from './shared-table.ts'

interface Options extends Pick<SharedTableOptions, 'rows' | 'log'> {
  db: DatabaseSync
  store: ServedStore
}

const nameSchema = z.tuple([z.string(), z.string()])
const bodySchema = z.object({ list: z.enum(['allowFrom', 'denyFrom']), at: z.number() })
const nameOf = ({ place, id }: Pick<AddedRow, 'place' | 'id'>): string => JSON.stringify([place, id])
const bodyOf = ({ list, at }: Pick<AddedRow, 'list' | 'at'>): string => JSON.stringify({ list, at: Math.round(at) })

export function makeSharedServed({ db, store, ...shared }: Options) {
  const table = makeSharedTable({
    ...shared,
    kind: 'served',
    own: () => new Map(store.rows().map((row) => [nameOf(row), bodyOf(row)])),
    changed(name, body) {
      const [place, id] = nameSchema.parse(JSON.parse(name))
      inTransaction(db, () => {
        if (body === undefined) store.remove(place, id)
        else store.put({ place, id, ...bodySchema.parse(JSON.parse(body)) })
      })
      store.refresh()
    },
  })
  return {
    start: table.start,
    stop: table.stop,
    order: (place: string, id: string): Promise<void> => {
      const row = store.rows().find((each) => each.place === place && each.id === id)
      return table.order(nameOf({ place, id }), row && bodyOf(row))
    },
  }
}
