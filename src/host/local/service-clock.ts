// The service's clock: goes on where the store says it stood, and tells when the wall clock was set.
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../../config/log.ts'
import { realClock, type RealClock } from './real-clock.ts'
import type { TimeSources } from './service-time.ts'
import { type ClockFigures, type ClockJump, openClockStore, readClock } from '../../store/clock.ts'
import { inTransaction } from '../../store/transaction.ts'

export interface ServiceClock extends RealClock {
  figures(): ClockFigures
  /** Inside of a transaction that is written anyway: a restart of the machine then goes on from here. */
  note(): void
}

const checkEveryMs = 1_000
const noteEveryMs = 10_000
/** Small steps that keep a clock right add up, and are no jump. */
const slewMs = 500

export function openClock(
  db: DatabaseSync,
  log: Log,
  onStop: (close: () => void) => unknown,
  sources?: TimeSources,
): ServiceClock {
  const store = openClockStore(db)
  const { kept, newest, jumps } = readClock(db)
  const untold: ClockJump[] = []
  let [count, last] = [jumps?.count ?? 0, jumps?.last]
  let noted: { at: number; ahead: number } | undefined
  const jumped = (jump: ClockJump): void => {
    untold.push(jump)
    count += 1
    last = jump
  }
  const clock = realClock({ ...(sources && { sources }), kept, newest, jumped })

  // Apart from whoever noticed: that may be a transaction which is rolled back.
  function keep(): void {
    const told = [...untold]
    inTransaction(db, () => {
      store.keep(clock.kept())
      for (const jump of told) store.noteJump(jump)
    })
    noted = { at: clock.now(), ahead: clock.ahead() }
    untold.splice(0, told.length)
    for (const jump of told) log.warn({ byMs: jump.byMs, aheadMs: clock.ahead() }, jumpText(jump))
  }

  function check(): void {
    clock.check()
    const isSame = noted !== undefined && Math.abs(clock.ahead() - noted.ahead) < slewMs
    if (untold.length > 0 || !isSame) keepIfPossible()
  }

  function keepIfPossible(): void {
    try {
      keep()
    } catch (error) {
      log.error({ error: String(error) }, 'the time could not be stored: it is tried again')
    }
  }

  check()
  const timer = setInterval(check, checkEveryMs).unref()
  onStop(() => {
    clearInterval(timer)
    if (db.isOpen) keepIfPossible()
  })
  return {
    ...clock,
    figures: () => ({ aheadMs: clock.ahead(), jumps: count, ...(last && { lastJump: last }) }),
    note() {
      if (untold.length > 0 || (noted && clock.now() - noted.at < noteEveryMs)) return
      store.keep(clock.kept())
      noted = { at: clock.now(), ahead: clock.ahead() }
    },
  }
}

/** `the wall clock was set back 8 h`, for a person. */
export const jumpText = ({ byMs }: ClockJump): string =>
  `the wall clock was set ${byMs < 0 ? 'back' : 'forward'} by ${spanText(Math.abs(byMs))}: timers and windows go on by the time that passed`

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [0, 's'],
] as const

export function spanText(ms: number): string {
  const [size, unit] = units.find(([least]) => ms >= least) ?? [0, 's']
  return `${Math.round((ms / (size || 1_000)) * 10) / 10} ${unit}`
}
