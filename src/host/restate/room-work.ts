// What a worker does for rooms: plans their turns with charts that it has in memory, runs their jobs, tells who listens.
import { LRUCache } from 'lru-cache'
import type { AnyMachineSnapshot } from 'xstate'
import type { Conversation } from '../../room/conversation.ts'
import type { Outcome } from '../../room/feeds.ts'
import type { InboundMessage } from '../../room/message.ts'
import { roomOf } from '../../room/key.ts'
import { makePlanner } from '../../room/plan.ts'
import type { Inbound, PlannedStep, TracedStep } from '../../room/steps.ts'
import { asError, textOf } from '../../room/thrown.ts'
import { slackOf } from '../../room/timers.ts'
import { begunBy } from '../begun-costs.ts'
import { contained } from '../faults.ts'
import { type Clock, type Hosted, type HostedKind, isInterrupted, kindsOf } from '../host.ts'
import { interruption } from '../local/stored-jobs.ts'
import { type JobRef, runningJobs } from '../running-jobs.ts'
import type { RoomWork, Settled, Work, WorkContext } from './room-object.ts'
import type { KeptChart, RoomState, TurnRow } from './room-state.ts'
import { unkeptIn } from './turn-row.ts'
import { type Start, type Stop, takeTurn, type Turn, type TurnOptions, wakesAfter } from './turn.ts'

/** Where the worker keeps what rooms said and did, to be searched and shown. */
export interface RoomLog {
  /** A turn is durable. A second time is harmless. Returns its steps with the ids of their charts there. */
  write(room: string, row: TurnRow, steps: readonly PlannedStep[]): readonly TracedStep[]
  /** Of a worker that is one of several; absent: its store is all there is. */
  shared?: SharedLog
}

/** The memory of a cluster, and what of it stands in this worker's store. */
export interface SharedLog {
  /** Up to which turn this worker's store tells all of a room. */
  known(room: string): number
  /** The rows of a room's turns after one, as the memory has them; rejects while it is away. */
  after(room: string, turn: number): Promise<readonly TurnRow[]>
  /** Up to which turn the memory has a room's rows, as far as this worker knows. */
  kept(room: string): number
  /** Hands rows over, which may have been handed over before; resolves once it is known what becomes of them. */
  ship(room: string, rows: readonly TurnRow[]): Promise<void>
}

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
  /** Charts and talks kept in memory. */
  hotActors: number
}

/** A chart in memory, and what it was read from. */
interface Hot {
  body: string
  seq: number
  snapshot: AnyMachineSnapshot
}

interface Answer {
  outcome: Outcome
  release: () => void
}

/** The memory may be away: a room goes on with what it has itself, ms. */
const longestReadMs = 1_000

/** What a job held goes after so long, also where nobody tells that its outcome was taken. */
const longestHoldMs = 30_000

/** Of a turn by this worker's store: then the room goes on, where the turn stands elsewhere, too. */
const mostRefusals = 5

export function makeRoomWork(options: RoomWorkOptions) {
  const { clock, hosted, log, ordered, tell, dropped, unread, halted, listenerFailed, keepsTime, hotActors } = options
  const { stuck, keeps = () => true } = options
  const kinds = kindsOf<HostedKind>(hosted)
  const { kindOf } = kinds
  const planner = makePlanner({ ...kinds, ...hosted.room })
  const hot = new LRUCache<string, Hot>({ max: hotActors })
  const talks = new LRUCache<string, { turn: number; talk: Conversation }>({ max: hotActors })
  /** Turns that were planned here and are not durable yet, by their rooms. */
  const fresh = new LRUCache<string, { turn: number; steps: readonly PlannedStep[] }>({ max: hotActors })
  const stopped = new Set<string>()
  /** Of the turns that this worker's store refused, by their rooms, since the last one that it took. */
  const refusals = new Map<string, number>()
  /** Rooms that take no turns. */
  const stuckRooms = new Set<string>()
  const wakes = new LRUCache<string, number>({ max: hotActors })
  /** Of jobs that run here, by name: who waits for their end. */
  const waiting = new Map<string, (answer: Answer | undefined) => void>()
  /** What ended jobs hold until their outcome is durable. */
  const held = new Map<string, () => void>()
  const jobs = runningJobs(
    (job, outcome, release) => waiting.get(nameOf(job))?.({ outcome, release }),
    (job) => waiting.has(nameOf(job)),
  )

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
  const keptOf = (room: string): number => shared?.kept(room) ?? 0
  const turns = { planner, kindOf, slack: slackOf(hosted.slack), ordered, talkOf, load, keptOf, begun: begunIn }

  async function catchUp({ key, turn, rows }: Parameters<RoomWork['catchUp']>[0]): Promise<void> {
    if (!shared) return
    if (rows.length > 0 && (rows.at(-1)?.turn ?? 0) > shared.kept(key)) void shared.ship(key, rows)
    const known = shared.known(key)
    if (known >= turn) return
    const isWhole = rows[0] !== undefined && rows[0].turn <= known + 1
    // What the memory cannot tell now is read later; the room's own rows tell the newest.
    const found = isWhole ? [] : await within(longestReadMs, shared.after(key, known))
    for (const row of [...found, ...rows])
      for (const step of stored(key, () => log.write(key, row, loaded(row)))) tell(step, false)
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
      await within(
        longestReadMs,
        shared?.ship(room, rows).then(() => []),
      )
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
        const unkept = unkeptIn(incoming, keeps)
        return { ...made, ...(unkept.length > 0 && { unkept }) }
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
        else stopped.add(key)
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
    together,
    work: runJobs,
    stopped: stopJob,
    settled: (ref) => letGo(nameOf(ref)),
    lost(room, rows) {
      const error = new Error(`${rows} turns of ${room} waited too long for the cluster's memory: they are not in it`)
      contained(() => listenerFailed?.(error))
    },
    stuck(room, error) {
      if (stuckRooms.has(room)) return
      stuckRooms.add(room)
      talks.delete(room)
      contained(() => stuck?.(room, new Error(error)), listenerFailed)
    },
    async newest(room) {
      const known = shared?.known(room) ?? 0
      return (await shared?.after(room, known))?.at(-1)?.turn ?? known
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

  function together(starts: readonly Start[]): Start[][] {
    const groups = Map.groupBy(starts, (start) => (hosted.jobs[start.src]?.isShared ? start.src : start))
    return [...groups.values()]
  }

  async function runJobs({ starts, turn }: Work, { once, signal, rows }: WorkContext): Promise<readonly Settled[]> {
    const [first] = starts
    if (first) await catchUp({ key: roomOf(first.ref.key), turn, rows })
    const isOnce = starts.some(({ src, input }) => isInterrupted(hosted.jobs[src], input))
    const wasCutOff = ({ src, input, cost }: Start): boolean =>
      cost !== undefined && isInterrupted(hosted.jobs[src], input)
    const mayRun = !isOnce || (await isFirst(once))
    // Entered in either case: a second try has to go the way of the first.
    return once('run', async () => {
      const settled = await Promise.all(
        starts.map(async (start) =>
          mayRun && !wasCutOff(start) ? runJob(start, signal) : { error: interruption(start.cost ?? null) },
        ),
      )
      return starts.flatMap(({ ref }, n) => {
        const outcome = settled[n]
        return outcome ? [{ ref, outcome }] : []
      })
    })
  }

  /** undefined: its chart has left it. */
  async function runJob({ ref, src, input }: Start, signal: AbortSignal): Promise<Outcome | undefined> {
    const job = hosted.jobs[src]
    if (!job) return { error: { kind: 'failed', message: `no job is provided for "${src}"` } }
    const given: JobRef = { actor: 0, ...ref }
    const name = nameOf(given)
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
    // A try that was cut off may end when the next one has begun: it ends nothing but itself.
    const isOwn = (): boolean => waiting.get(name) === resolve
    signal.addEventListener('abort', () => {
      if (isOwn()) stopJob(ref)
      else resolve(undefined)
    })
    waiting.set(name, resolve)
    jobs.start(given, job, input)
    const answer = await promise
    if (isOwn()) waiting.delete(name)
    if (answer) hold(name, answer.release)
    return answer?.outcome
  }

  function stopJob(ref: Stop): void {
    jobs.stop(ref)
    waiting.get(nameOf(ref))?.(undefined)
  }

  /** Until the turn that takes the outcome is durable; where another worker takes it, not for ever. */
  function hold(name: string, release: () => void): void {
    held.get(name)?.()
    held.set(name, release)
    setTimeout(() => letGo(name), longestHoldMs).unref()
  }

  function letGo(name: string): void {
    held.get(name)?.()
    held.delete(name)
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

const nameOf = ({ key, id, gen }: { key: string; id: string; gen: number }): string => `${key} ${id} ${gen}`

/** Whether no earlier try of the job has begun it: a crash may have cut that off anywhere. */
async function isFirst(once: WorkContext['once']): Promise<boolean> {
  let isOwn = false
  await once('begin', async () => (isOwn = true))
  return isOwn
}

/** What a promise comes to in time; nothing where it is late or fails. */
async function within<T>(ms: number, work: Promise<readonly T[]> | undefined): Promise<readonly T[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly T[]>()
  const timer = setTimeout(resolve, ms, [])
  const found = await Promise.race([work ?? [], late]).catch(() => [])
  clearTimeout(timer)
  return found
}
