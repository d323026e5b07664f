// The store's tapes for a command: beside a running service, or alone.
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Config } from '../../config/config.ts'
import { suggest } from '../../config/explain.ts'
import { isOlder, openDatabase, openForReading, StoreError, type Store } from '../../store/database.ts'
import { openRunTape, type RunTape } from '../../store/run-tape.ts'
import { InputError } from '../../terminal/failure.ts'

type Stored = Pick<Config, 'store'>

/** For reading only. Throws a StoreError, or an InputError that names the next step. */
export function tapesOf({ store: { path } }: Stored): { db: DatabaseSync; tape: RunTape } {
  const db = openForReading(thereAt(path))
  if (isOlder(db)) {
    db.close()
    throw new InputError(
      `the store ${path} is of an earlier version of Chime: start the service once, it brings it up to date`,
    )
  }
  return { db, tape: openRunTape(db) }
}

/** For writing, with no service beside it. */
export function ownTapesOf({ store: { path } }: Stored): { db: Store; tape: RunTape } {
  try {
    const db = openDatabase(thereAt(path))
    return { db, tape: openRunTape(db) }
  } catch (error) {
    if (!(error instanceof StoreError) || !/is held by another/.test(error.message)) throw error
    throw new InputError(`a service holds the store ${path}: stop it, reset the tape, and start it again`, {
      cause: error,
    })
  }
}

/** The key of the bot in the group. Throws an InputError with what there is. */
export function keyOf(tape: RunTape, bot: string, group: string): string {
  const known = tape.places()
  const key = `${bot} ${group}`
  if (known.includes(key)) return key
  if (known.length === 0) throw new InputError('there are no tapes: no run has written anything yet')
  throw new InputError(`there is no tape of ${bot} in ${group}: ${suggest(key, known)}`)
}

function thereAt(path: string): string {
  if (existsSync(path)) return path
  throw new InputError(`there is no store at ${path}: start the service first, or name its configuration with --config`)
}
