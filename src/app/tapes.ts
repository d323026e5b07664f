// What runs write down, as the service keeps it: on the tape in the store, and in files that follow it.
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../config/log.ts'
import { recordOnTape } from '../host/run-tape.ts'
import { spellingsOf } from '../llm/redact.ts'
import { openRunTape } from '../store/run-tape.ts'
import { openTapeMirror } from '../store/tape-mirror.ts'

interface Options {
  db: DatabaseSync
  config: { store: { path: string } }
  /** It may grow. */
  secrets: readonly string[]
  now: () => number
  log: Log
}

export function openTapes({ db, config, secrets, now, log }: Options) {
  const hide = (text: string): string =>
    secrets
      .flatMap((secret) => (secret === '' ? [] : spellingsOf(secret)))
      .reduce((kept, secret) => kept.replaceAll(secret, '***'), text)
  const tape = openRunTape(db, { hide })
  const mirror = openTapeMirror({
    db,
    path: config.store.path,
    now,
    failed: (error) =>
      log.error({ error: String(error) }, 'the files of the tapes could not be written: it is tried again'),
  })
  return {
    ...tape,
    /** In the transaction of the step. */
    record: (step: Parameters<typeof recordOnTape>[1]): void => recordOnTape(tape, step),
    /** From now on the files follow; returns how that is ended. */
    keepMirrored: mirror.start,
  }
}
