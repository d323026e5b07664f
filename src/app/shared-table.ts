// A small table that all workers of a cluster have: what an operator orders at one of them, the others read again and again.
import type { Log } from '../config/log.ts'
import { StoreError } from '../store/database.ts'
import type { SharedRows } from '../store/postgres/shared-rows.ts'

export interface SharedTableOptions {
  /** Of the rows in the cluster's memory. */
  kind: string
  /** Once the host is open; undefined: this process is alone. */
  rows: () => Pick<SharedRows, 'list' | 'put' | 'remove'> | undefined
  /** What this worker's own store has, by name. */
  own: () => ReadonlyMap<string, string>
  /** Another worker's row was read, or that it is gone. In no transaction. */
  changed: (name: string, body: string | undefined) => void | Promise<void>
  log: Log
  everyMs?: number
}

export function makeSharedTable({ kind, rows, own, changed, log, everyMs = 1_000 }: SharedTableOptions) {
  /** What was ordered here and is not in the memory yet. */
  const untold = new Map<string, { body: string | undefined }>()
  let orders = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function tell(): Promise<void> {
    for (const [name, order] of untold) {
      const { body } = order
      // oxlint-disable-next-line no-await-in-loop -- as they were ordered
      await (body === undefined ? rows()?.remove(kind, name) : rows()?.put(kind, name, body))
      if (untold.get(name) === order) untold.delete(name)
    }
  }

  /** What was ordered meanwhile here counts for more than what was read before it. */
  async function look(): Promise<void> {
    await tell()
    const asOf = orders
    const theirs = new Map((await rows()?.list(kind))?.map(({ name, body }) => [name, body]))
    if (asOf !== orders) return
    const ours = own()
    for (const name of new Set([...theirs.keys(), ...ours.keys()]))
      if (theirs.get(name) !== ours.get(name)) await changed(name, theirs.get(name))
  }

  function later(): void {
    if (isStopped) return
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => log.debug({ kind, error: String(error) }, 'what workers share could not be read'))
        .finally(later)
    }, everyMs).unref()
  }

  return {
    /** Before the first turn; rejects while the memory is away. */
    async start(): Promise<void> {
      if (!rows()) return
      await look()
      later()
    },
    /** Rejects with StoreError where the memory is away: others are told later, while this worker runs. */
    async order(name: string, body: string | undefined): Promise<void> {
      if (!rows()) return
      orders += 1
      untold.set(name, { body })
      await tell().catch((cause: unknown) => {
        throw new StoreError('the memory of the cluster is away: other workers are told once it is back', { cause })
      })
    },
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
