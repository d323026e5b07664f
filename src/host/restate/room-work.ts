// What a worker does for rooms: plans their turns with charts that it has in memory, runs their jobs, tells who listens.
import { LRUCache } from 'lru-cache'
import type { AnyMachineSnapshot } from 'xstate'
import type { Conversation } from '../../room/conversation.ts'
import type { InboundMessage } from '../../room/message.ts'
import { makePlanner } from '../../room/plan.ts'
import type { Inbound, PlannedStep, TracedStep } from '../../room/steps.ts'
import { asError, textOf } from '../../room/thrown.ts'
import { slackOf } from '../../room/timers.ts'
import { begunBy } from '../begun-costs.ts'
import { contained } from '../faults.ts'
import { type Clock, type Hosted, type HostedKind, kindsOf } from '../host.ts'
import { makeRoomJobs } from './room-jobs.ts'
import type { RoomWork } from './room-contract.ts'
import type { RoomLog } from './room-log.ts'
import type { KeptChart, RoomState, TurnRow } from './room-state.ts'
import { takeTurn, type Turn, type TurnOptions, wakesAfter } from './turn.ts'

export interface RoomWorkOptions {
  clock: Clock
  hosted: Hosted
  log: RoomLog
  ordered?: ((step: Pick<PlannedStep, 'key' | 'event'>, message: InboundMessage) => readonly Inbound[]) | undefined
  tell: (step: TracedStep, isOwn: boolean) => void
  /** The words of a message may be kept. Absent: those of all. */
  keeps?: ((message: InboundMessage) => boolean) | undefined
  dropped?: ((message: InboundMessage, bots: readonly string[]) => void) | undefined
  unread?: ((message: InboundMessage, error: unknown) => void) | undefined
  halted: (key: string, error: Error) => void
  /** The room takes no turns until it is reset; told once. */
  stuck?: ((room: string, error: Error) => void) | undefined
  listenerFailed?: ((error: Error) => void) | undefined
  /** Whoever made the host wakes rooms when their timers are due. Absent: Restate does. */
  keepsTime?: boolean
  /** A part of a room's past is missing here: calls into it should rather go to others. */
  avoid?: () => void
  /** Charts and talks kept in memory. */
  hotActors: number
}

/** A chart in memory, and what it was read from. */
interface Hot {
  body: string
  seq: number
  snapshot: AnyMachineSnapshot
}

/** The memory may be away: nobody waits longer for it, ms. */
const longestReadMs = 1_000
/** Rooms and charts that stand still, and what the store refused, are counted up to so many each. */
const mostCounted = 10_000

/** With a part of its past missing here a room waits so long for a worker that knows it, or for the memory, ms; then it goes on. */
const longestGapMs = 500

/** Of a turn by this worker's store: then the room goes on, where the turn stands elsewhere, too. */
const mostRefusals = 5

export function makeRoomWork(options: RoomWorkOptions) {
  const { clock, hosted, log, ordered, tell, dropped, unread, halted, listenerFailed, keepsTime, hotActors } = options
  const { stuck, avoid, keeps = () => true } = options
  const kinds = kindsOf<HostedKind>(hosted)
  const { kindOf } = kinds
  const planner = makePlanner({ ...kinds, ...hosted.room })
  const hot = new LRUCache<string, Hot>({ max: hotActors })
  const talks = new LRUCache<string, { turn: number; talk: Conversation }>({ max: hotActors })
  /** Turns that were planned here and are not durable yet, by their rooms. */
  const fresh = new LRUCache<string, { turn: number; steps: readonly PlannedStep[] }>({ max: hotActors })
  const stopped = new LRUCache<string, true>({ max: mostCounted })
  /** Of the turns that this worker's store refused, by their rooms, since the last one that it took. */
  const refusals = new LRUCache<string, number>({ max: mostCounted })
  /** Rooms of whose past a part is missing here and cannot be read, and since when, ms. */
  const gaps = new LRUCache<string, number>({ max: hotActors })
  /** Rooms that take no turns. */
  const stuckRooms = new LRUCache<string, true>({ max: mostCounted })
  const wakes = new LRUCache<string, number>({ max: hotActors })

  function load(chart: KeptChart): AnyMachineSnapshot {
    const known = hot.get(chart.key)
    if (known && known.seq === chart.seq && known.body === chart.body) return known.snapshot
    try {
      return planner.load(chart.key, chart)
    } catch (error) {
      throw new Error(`its snapshot (version ${chart.version}) cannot be read: ${textOf(error)}`, { cause: error })
    }
  }

  /** A talk goes on from turn to turn; after one that this process did not take it is opened anew. */
  function talkOf({ key, room: { turn } }: RoomState): Conversation {
    let known = talks.get(key)
    if (known?.turn !== turn) talks.set(key, (known = { turn, talk: planner.openTalk(key) }))
    return known.talk
  }

  const { shared } = log
  const { jobs, ...ofJobs } = makeRoomJobs(hosted, catchUp)
  const keptOf = (room: string): number => shared?.kept(room) ?? 0
  const turns = { planner, kindOf, slack: slackOf(hosted.slack), ordered, talkOf, load, keptOf, begun: begunIn }

  async function catchUp(...[{ key, turn, rows }, isNeeded = false]: Parameters<RoomWork['catchUp']>): Promise<void> {
    if (!shared) return
    if (rows.length > 0 && (rows.at(-1)?.turn ?? 0) > shared.kept(key)) void shared.ship(key, rows)
    const known = shared.known(key)
    if (known >= turn) return
    const isWhole = rows[0] !== undefined && rows[0].turn <= known + 1
    const found = isWhole ? [] : await within(longestReadMs, shared.after(key, known))
    for (const row of [...(found ?? []), ...rows])
      for (const step of stored(key, () => log.write(key, row, loaded(row)))) tell(step, false)
    if (found) gaps.delete(key)
    else waitForGap(key, isNeeded)
  }

  /** Throws, so that the call comes again. What the memory cannot tell now is read later, too: the room's own rows tell the newest. */
  function waitForGap(room: string, isNeeded: boolean): void {
    const now = performance.now()
    const since = gaps.get(room) ?? now
    gaps.set(room, since)
    if (!isNeeded && now - since > longestGapMs) return
    avoid?.()
    throw new Error(
      `a part of what was said and done in ${room} is not known here, and the memory of the cluster is away`,
    )
  }

  /** Throws what the store says, so that the call comes again, perhaps to another worker: so often, where others know of it, too. */
  function stored(room: string, write: () => readonly TracedStep[]): readonly TracedStep[] {
    try {
      const steps = write()
      refusals.delete(room)
      return steps
    } catch (error) {
      const times = (refusals.get(room) ?? 0) + 1
      refusals.set(room, times)
      if (!shared || times < mostRefusals) throw error
      // The room's own rows tell of it, and the memory: it is read once the store takes it.
      contained(() => listenerFailed?.(asError(error)))
      return []
    }
  }

  const work: RoomWork = {
    catchUp,
    sharesRows: shared !== undefined,
    async ship(room, rows) {
      await within(longestReadMs, shared?.ship(room, rows))
      return keptOf(room)
    },
    keeps,
    plan(state, incoming) {
      try {
        const { turn: made, steps, actors } = takeTurn(turns, state, incoming, clock.now())
        for (const { key, body, seq } of made.charts) {
          const actor = actors.get(key)
          if (actor) hot.set(key, { body, seq, snapshot: actor.snapshot })
        }
        fresh.set(state.key, { turn: made.room.turn, steps })
        const talk = talks.get(state.key)
        if (talk) talk.turn = made.room.turn
        return made
      } catch (error) {
        talks.delete(state.key)
        throw error
      }
    },
    durable(room, turn, incoming, row) {
      const messageOf = (n: number): InboundMessage | undefined => {
        const each = incoming[n]
        return each && 'message' in each ? each.message : undefined
      }
      const written = stored(room, () => log.write(room, row, plannedIn(room, turn, row)))
      for (const { key, error } of turn.halted) contained(() => halted(key, new Error(error)))
      for (const step of written) tell(step, true)
      void shared?.ship(room, [row])
      stuckRooms.delete(room)
      const wake = turn.room.wakes.at(-1)
      if (wake) wakes.set(room, wake.due)
      else wakes.delete(room)
      for (const { key, stopped: why } of turn.charts) {
        if (why === undefined) stopped.delete(key)
        else stopped.set(key, true)
      }
      for (const { n, bots } of turn.dropped) {
        const message = messageOf(n)
        if (message) contained(() => dropped?.(message, bots), listenerFailed)
      }
      for (const { n, error } of turn.unread) {
        const message = messageOf(n)
        if (message) contained(() => unread?.(message, new Error(error)), listenerFailed)
      }
    },
    wakesAfter: ({ room, charts }) => wakesAfter(room, [...charts.values()], turns.slack),
    until: (due) => (keepsTime ? undefined : Math.max(0, due - clock.now())),
    ...ofJobs,
    lost(room, rows) {
      const error = new Error(`${rows} turns of ${room} waited too long for the cluster's memory: they are not in it`)
      contained(() => listenerFailed?.(error))
    },
    stuck(room, error) {
      if (stuckRooms.has(room)) return
      stuckRooms.set(room, true)
      talks.delete(room)
      contained(() => stuck?.(room, new Error(error)), listenerFailed)
    },
    async newest(room) {
      const known = shared?.known(room) ?? 0
      const rows = await shared?.after(room, known).catch(() => [])
      return rows?.at(-1)?.turn ?? known
    },
    fresh(key, known) {
      const first = JSON.parse(planner.first(key)) as { value: string | object; context: object }
      // A chart without regions is in one state alone.
      const value = typeof first.value === 'string' ? (known.value ?? first.value) : { ...first.value, ...known.value }
      const context = { ...first.context, ...known.context }
      return { version: kindOf(key).version, body: JSON.stringify({ ...first, value, context }) }
    },
  }

  function begunIn(key: string, { ended, effects }: Parameters<TurnOptions['begun']>[1]): object | undefined {
    return begunBy(key, jobs.costs.get(key), { ...effects, ended }, hosted.jobs, jobs.costsOfInvoked)
  }

  /** Its steps as they were planned; where that was in another process, with their snapshots as they were kept. */
  function plannedIn(room: string, { room: { turn } }: Turn, row: TurnRow): readonly PlannedStep[] {
    const own = fresh.get(room)
    fresh.delete(room)
    return own?.turn === turn && own.steps.every(({ at }, n) => at === row.steps[n]?.at) ? own.steps : loaded(row)
  }

  /** What a worker of another version kept may be unreadable here: its lines are shown, its steps are not. */
  function loaded({ steps }: TurnRow): PlannedStep[] {
    try {
      return steps.map(({ body, ...step }) => ({
        ...step,
        snapshot: planner.load(step.key, { version: kindOf(step.key).version, body }),
      }))
    } catch (error) {
      contained(() => listenerFailed?.(asError(error)))
      return []
    }
  }

  return {
    work,
    jobs,
    load,
    /** As this worker saw it last. */
    snapshot: (key: string): AnyMachineSnapshot | undefined => hot.get(key)?.snapshot,
    hot: (): number => hot.size,
    /** Rooms whose last turn the store refused. */
    refused: (): number => refusals.size,
    /** Charts that take no events and rooms that take no turns, of those that were called here. */
    stopped: (): number => stopped.size + stuckRooms.size,
    /** The first wake of the rooms that took a turn here. */
    nextDue(): { nextDue?: number } {
      const dues = [...wakes.values()]
      return dues.length > 0 ? { nextDue: Math.min(...dues) } : {}
    },
  }
}

/** What a promise comes to in time; undefined where it is late or fails. */
async function within<T>(ms: number, work: Promise<T> | undefined): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  const found = await Promise.race([work, late]).catch(() => undefined)
  clearTimeout(timer)
  return found
}
