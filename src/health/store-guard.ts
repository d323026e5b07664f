// Watches the open store's files: once they are gone nothing is written to them, and so nothing is acknowledged.
import type { Log } from '../config/log.ts'
import { type Store, StoreError } from '../store/database.ts'
import type { Failures } from './failures.ts'

interface Options {
  db: Pick<Store, 'exec' | 'files'>
  log: Log
  failures: Pick<Failures, 'note'>
  everyMs?: number
}

export function guardStore({ db, log, failures, everyMs = 500 }: Options) {
  let lost: string | undefined

  function look(): void {
    const why = db.files.whyLost()
    if (why === lost) return
    lost = why
    // Every write fails from here on, whoever asks for it, and is tried again by whoever does that.
    db.exec(`PRAGMA query_only = ${why === undefined ? 'OFF' : 'ON'}`)
    if (why === undefined) return log.info('the store is back: messages are taken again')
    failures.note('store', why)
    log.error(
      { error: why },
      'the store is gone: nothing is taken any more and the bots stay silent; put it back, or restart the service',
    )
  }

  const timer = setInterval(look, everyMs).unref()
  return {
    /** Before anything is acknowledged. Throws a StoreError. */
    check(): void {
      look()
      if (lost !== undefined) throw new StoreError(`the store is gone: ${lost}`)
    },
    isLost: (): boolean => lost !== undefined,
    stop: (): void => clearInterval(timer),
  }
}
