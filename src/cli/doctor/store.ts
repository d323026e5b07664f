// Looks at the store without writing to it, also while a service runs: place, integrity, and every group's snapshot.
import { isBot } from '../../room/key.ts'
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { groupMachine } from '../../../machines/group/group.ts'
import type { Config } from '../../config/config.ts'
import { makeStepper } from '../../room/step.ts'
import { groupInputs } from '../../jobs/group-inputs.ts'
import { groupMigrations } from '../../../machines/group/migrations.ts'
import { type Actors, openActors } from '../../store/actors.ts'
import { isOlder, openForReading } from '../../store/database.ts'
import { checkClock } from './clock.ts'
import { bad, bytesText, type Finding, ok, warn } from './finding.ts'
import { checkKept } from './kept.ts'
import { checkAdded } from './served.ts'

/** A larger file would take too long to be read whole. */
const checkedBytes = 200e6
const lowBytes = 1e9
const tooLowBytes = 64e6
const shownGroups = 5

export function checkStore(config: Config): Finding[] {
  const { path } = config.store
  const found = [checkPlace(path)]
  if (!existsSync(path)) return [...found, ok('store', `${path}: none yet, the first start makes it`)]
  let db: DatabaseSync | undefined
  try {
    const { nlink } = statSync(path)
    if (nlink > 1) {
      const names = `${path} has ${nlink} names (hard links): a service does not open it`
      return [...found, bad('store', names, 'remove the others')]
    }
    db = openForReading(path)
    if (isOlder(db)) {
      const older = `${path} is of an earlier version of Chime: the next start brings it up to date`
      return [...found, checkFile(db, path), ok('store', older)]
    }
    return [
      ...found,
      checkFile(db, path),
      checkKept(db, config.store),
      checkClock(db),
      ...checkGroups(db, config),
      ...checkAdded(db),
    ]
  } catch (error) {
    return [...found, bad('store', (error as Error).message)]
  } finally {
    db?.close()
  }
}

/** Space is left and the folder, or the nearest that exists, may be written. */
function checkPlace(path: string): Finding {
  let folder = dirname(path)
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const place = `${folder}: ${bytesText(free)} free`
  try {
    accessSync(folder, constants.W_OK)
    if (existsSync(path)) accessSync(path, constants.W_OK)
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown'
    const next = 'give this user the right to write there, or set store.path (CHIME_DATA) to another place'
    return bad('disk', `${folder} may not be written (${why})`, next)
  }
  const next = 'make room: without it the bots fall silent'
  if (free < tooLowBytes) return bad('disk', place, next)
  return free < lowBytes ? warn('disk', place, next) : ok('disk', place)
}

function checkFile(db: DatabaseSync, path: string): Finding {
  const bytes = statSync(path).size
  if (bytes > checkedBytes) return ok('store', `${path}: ${bytesText(bytes)}, too large to check here`)
  const rows = db.prepare('PRAGMA quick_check(3)').all()
  const problems = rows.map(({ quick_check: text }) => String(text)).filter((text) => text !== 'ok')
  if (problems.length === 0) return ok('store', `${path}: ${bytesText(bytes)}, sound`)
  const next = 'stop the service and restore a copy, or move the file away: Chime then starts a new one'
  return bad('store', `${path} is damaged: ${problems.join('; ')}`, next)
}

function checkGroups(db: DatabaseSync, config: Config): Finding[] {
  const inputOf = groupInputs(config, () => [])
  const stepper = makeStepper(groupMachine, inputOf(''))
  const actors = openActors(db)
  const version = groupMachine.version ?? ''
  const groups = ofBots(actors)
  const stopped: Finding[] = []
  for (const key of groups) {
    const row = actors.get(key)
    if (!row) continue
    const waiting = actors.quarantined(row.id).length
    const current = row.version === version ? (body: unknown) => body : groupMigrations[row.version]
    const why = current
      ? whyUnreadable(() => stepper.load(JSON.stringify(current(JSON.parse(row.body))), inputOf(key)))
      : `its snapshot is of chart version ${row.version}, this is ${version}`
    if (why === undefined && waiting === 0) continue
    const found = `${key} is stopped, ${waiting} messages wait: ${why ?? 'its chart failed'}`
    const reset = `stop the service, then: chime doctor --reset "${key}"`
    const next = why === undefined ? `start the service anew to try them again; if it stops again, ${reset}` : reset
    stopped.push(bad('group', found, next))
  }
  const figures = `${groups.length} in the store, ${stopped.length} stopped`
  const more = stopped.length - shownGroups
  return [
    (stopped.length === 0 ? ok : bad)('groups', figures),
    ...stopped.slice(0, shownGroups),
    ...(more > 0 ? [bad('group', `${more} more are stopped`)] : []),
  ]
}

/** Keys of all bots' groups. Other charts are nobody's to reset: what cannot be read of them begins anew. */
export const ofBots = (actors: Pick<Actors, 'list'>): string[] =>
  actors.list().flatMap(({ key }) => (isBot(key) ? [key] : []))

function whyUnreadable(load: () => unknown): string | undefined {
  try {
    load()
    return undefined
  } catch (error) {
    return `its snapshot cannot be read (${(error as Error).message})`
  }
}
