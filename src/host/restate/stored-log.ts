// What a worker keeps of rooms in a store of its own: their talk, every step with what it led to, what it cost.
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { isOfBot, roomOf } from '../../room/key.ts'
import type { InboundMessage } from '../../room/message.ts'
import type { RoomNote } from '../../room/notes.ts'
import type { TracedStep } from '../../room/steps.ts'
import { openActors } from '../../store/actors.ts'
import { isStoreProblem } from '../../store/database.ts'
import type { DeltaBase } from '../../store/tape.ts'
import { inTransaction, lightly } from '../../store/transaction.ts'
import { asError } from '../../room/thrown.ts'
import { contained } from '../faults.ts'
import type { HostedKind } from '../host.ts'
import type { TapeWriter } from '../local/feeds.ts'
import type { MovedPart } from '../moving/moved-room.ts'
import { openRoomStore, type RoomStore } from '../moving/room-store.ts'
import { type KnownTurns, openKnownTurns } from './known-turns.ts'
import type { Rooms } from './restate-host.ts'
import type { RoomLog } from './room-log.ts'
import type { Unkept } from './room-state.ts'

export interface StoredLogOptions {
  db: DatabaseSync
  kindOf: (key: string) => HostedKind
  tape?: TapeWriter | undefined
  record: (step: TracedStep) => void
  keep?: ((message: InboundMessage) => void) | undefined
  /** Who wrote what is not kept. */
  unkept?: ((message: Unkept) => void) | undefined
  /** After the commit: the store has it. */
  heard?: ((message: InboundMessage) => void) | undefined
  /** A second time changes nothing. */
  noted?: ((note: RoomNote) => void) | undefined
  /** Others have all of it, too: nothing waits for this worker's disk. */
  isReplica?: boolean
  /** A step that could not be recorded: the room goes on. */
  failed: (error: Error) => void
}

export type StoredLog = RoomLog & Rooms & KnownTurns

/** Of so many charts it is known what their last row left for the next. */
const mostKnown = 2_000

/** A turn that comes again, after a crash, finds its steps there: each is written once. */
export function openStoredLog({
  db,
  kindOf,
  tape,
  record,
  keep,
  unkept,
  heard,
  noted,
  isReplica,
  failed,
}: StoredLogOptions): StoredLog {
  const actors = openActors(db)
  const turns = openKnownTurns(db)
  const whole = <T>(work: () => T): T => inTransaction(db, work)
  const transacted = isReplica ? <T>(work: () => T): T => lightly(db, () => whole(work)) : whole
  let past: RoomStore | undefined
  const bases = new LRUCache<string, { seq: number; base: DeltaBase }>({ max: mostKnown })

  function append(step: TracedStep): void {
    const { actor, key, seq, at, event } = step
    const kind = event.type === 'message.received' ? 'message' : 'event'
    const known = bases.get(key)
    const row = isOfBot(key) ? tape?.row(step, known?.seq === seq - 1 ? known.base : undefined) : undefined
    actors.append(actor, seq, at, kind, row?.body ?? JSON.stringify(event), row?.led)
    if (row?.deltaBase) bases.set(key, { seq, base: row.deltaBase })
  }

  function written(step: Omit<TracedStep, 'actor'>, body: string): TracedStep {
    const { key, seq, at } = step
    const { version } = kindOf(key)
    const actor = actors.get(key)?.id ?? actors.insert(key, version, body, seq, at)
    // Restate keeps the timers: nothing of this store goes off. A turn that is read late changes nothing any more.
    if (seq >= (actors.get(key)?.seq ?? 0)) actors.update(actor, { version, body, seq, at }, step.timers, null)
    const traced = { ...step, actor }
    if (seq > 0) append(traced)
    try {
      record(traced)
    } catch (error) {
      if (isStoreProblem(error)) throw error
      contained(() => failed(asError(error)))
    }
    return traced
  }

  /** What a room left behind in the house that it came from. */
  function takeUp(room: string, moved: MovedPart): void {
    past ??= openRoomStore(db)
    past.undone()
    past.addPast(room, moved, false)
    // It has numbered words that the writer of the tape does not know.
    tape?.undone()
  }

  return {
    ...turns,
    write(room, { turn, messages, steps: kept, notes = [], unkept: refused = [], moved }, steps) {
      if (turns.has(room, turn)) return []
      // Each in transactions of its own; where the turn is not kept after that they come again.
      for (const note of notes) noted?.(note)
      try {
        const done = transacted(() => {
          if (moved) takeUp(room, moved)
          const traced = steps.map((step, n) => written(step, kept[n]?.body ?? ''))
          for (const message of messages) keep?.(message)
          turns.add(room, turn)
          return traced
        })
        for (const message of messages) contained(() => heard?.(message))
        for (const message of refused) contained(() => unkept?.(message))
        return done
      } catch (error) {
        tape?.undone()
        bases.clear()
        throw error
      }
    },
    async rooms(most) {
      const rooms = Map.groupBy(actors.newest(most), roomOf)
      return Array.from(rooms, ([key, charts]) => ({ key, charts }))
    },
    hasChart: (key) => actors.get(key) !== undefined,
  }
}
