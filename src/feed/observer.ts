// The visualizer's side of the service: what steps, talk and model calls leave for the page, and where it reads them.
import { dirname, join } from 'node:path'
import { createActor } from 'xstate'
import { graphOf } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import type { GroupInput } from '../../machines/group/settings.ts'
import { machines } from '../../machines/index.ts'
import type { Config } from '../config/config.ts'
import { topicPlace } from '../config/topics.ts'
import type { BoardRow, ConnectionRow, StepRecord } from './contract.ts'
import { type Hears, makeCalls } from './calls.ts'
import { builtFolder, drawingsOf } from './drawing/drawings.ts'
import { feedStream } from './feed-stream.ts'
import { floorStepOf, floorStepsOf, leadRows } from './floor.ts'
import { makeHub } from './hub.ts'
import { boardRowOf, knownOf, makeInvokedBy, type Recorded, recordStep, publishedStep } from './recorder.ts'
import { search } from './search.ts'
import { standingOf } from './standing.ts'
import { lineOf } from './talk-line.ts'
import { floorKey, isFloor } from '../room/floor.ts'
import { kinds } from '../room/kinds.ts'
import { botKey, configuredKeys, isBot, partsOf, roomOf } from '../room/key.ts'
import { isSchedule } from '../room/schedule.ts'
import { readable } from '../room/thrown.ts'
import { type TracedStep, verdictsOf } from '../room/steps.ts'
import type { ChartView, Host } from '../host/host.ts'
import type { VisualizerSource } from './source.ts'
import type { TalkStore } from '../store/talk.ts'
import type { Tape, TapeRow, DeltaBase } from '../store/tape.ts'

interface Options {
  config: Config
  /** Struck out of the model calls that are shown, in every spelling; there may come more. */
  secrets: readonly string[]
  now: () => number
  talk: TalkStore
  tape: Tape
  /** As the group's channel knows it. */
  titleOf: (group: string) => string | undefined
  /** The bots' lines. */
  connections: { rows(): ConnectionRow[]; onChange(listen: () => void): void }
  /** The record of a step could not be made: the service goes on without it. */
  failed: (error: unknown) => void
  hears?: Hears | undefined
}

interface Shown extends Pick<Host, 'room' | 'rooms'> {
  /** Of a cluster: reads what a room left that nobody has looked at here. */
  readUp?: (room: string) => Promise<void>
}

/** Groups on the board before they step again: all of a store's hundred thousand would hold up the service. */
const boardBegins = 5_000
/** Verdicts looked through for the one that says why a bot spoke or did not. */
const verdictsRead = 12
/** Positions of a process begin above all that an earlier one can have told: no more than a million steps a second. */
const positionsPerMs = 1_000

export function makeObserver({ config, secrets, now, talk, tape, titleOf, connections, failed, hears }: Options) {
  const names = namesOf(config, titleOf)
  const recorded = new WeakMap<TracedStep, Recorded>()
  let begun: readonly BoardRow[] = []
  const takeBegun = (): readonly BoardRow[] => {
    const rows = begun
    begun = []
    return rows
  }
  const hub = makeHub({ start: now() * positionsPerMs, known: () => takeBegun() })
  connections.onChange(hub.connectionsChanged)
  const calls = makeCalls({ now, secrets, hears })
  const charts = machines.map(graphOf)
  const invokedBy = makeInvokedBy(charts, (src) => Object.hasOwn(kinds, `#${src}`))
  const withInvoked = <T extends StepRecord>(record: T): T => {
    const invoked = invokedBy(record.key, record.active)
    return invoked ? { ...record, invoked } : record
  }

  function recordOf(step: TracedStep): Recorded | undefined {
    const known = recorded.get(step)
    if (known) return known
    try {
      const made = recordStep(step, partsOf(step.key), verdictsOf(step), invokedBy)
      recorded.set(step, made)
      return made
    } catch (error) {
      failed(error)
      return undefined
    }
  }

  /** Of bots. A row that cannot be read has no standing: its chart is stopped at its next event, and the log says so. */
  const storedRows = (views: readonly ChartView[]): BoardRow[] =>
    views.filter(({ key }) => isBot(key)).flatMap((chart) => readable(() => storedRow(chart)) ?? [])

  function storedRow({ key, seq, at, snapshot, timers }: ChartView): BoardRow {
    const standing = standingOf(snapshot, timers, Math.max(at, now()))
    const known = knownOf(tape.recent(key, verdictsRead))
    return boardRowOf(withInvoked({ ...emptyRecord(key), ...standing, seq, at }), names(key), known)
  }

  return {
    calls,
    /** A step's row on the tape. */
    tape: {
      row(step: TracedStep, deltaBase: DeltaBase | undefined): TapeRow {
        const { event, seq, took } = step
        return tape.row(event, seq, { took, verdicts: verdictsOf(step), standing: recordOf(step)?.standing }, deltaBase)
      },
      undone: tape.undone,
    },
    committed(step: TracedStep): void {
      // Nobody looks at it: what it sets off is in the bot's own steps.
      if (isSchedule(step.key)) return
      const made = recordOf(step)
      // The row outlives the step by far: it must not hold the snapshot.
      if (made) hub.step(publishedStep(made.record, () => names(made.record.key)))
    },
    /** A committed step: told where it is one of a floor. That it began is no step of its tape. */
    floor(step: TracedStep): void {
      if (isFloor(step.key) && step.seq > 0) hub.floor(roomOf(step.key), floorStepOf(step))
    },
    /** Charts of a cluster that stepped before this worker followed them: on the board from now on. */
    listed: (views: readonly ChartView[]): void => hub.list(storedRows(views)),
    /** A message is stored. */
    said: (group: string, id: string): void => hub.said(group, id),
    /** `inputOf` as the host has it. */
    source(host: Shown, inputOf: (key: string) => GroupInput): VisualizerSource {
      const drawings = drawingsOf(charts, drawingsFolder(config.store.path), builtFolder)
      const configured = configuredKeys(config)
      let beginning: Promise<void> | undefined
      /** Asked once, for the first reader; what could not be read is asked for again. */
      const board = async (): Promise<void> => {
        beginning ??= begin().catch((error: unknown) => {
          beginning = undefined
          throw error
        })
        await beginning
      }

      async function begin(): Promise<void> {
        const newest = (await host.rooms(boardBegins)).map(({ key }) => key)
        const keys = new Set([...newest, ...configured.map(roomOf)])
        const known = (await Promise.all([...keys].map(async (key) => (await host.room(key)) ?? []))).flat()
        const heard = new Set(known.map(({ key }) => key))
        const unheard = configured.filter((key) => !heard.has(key))
        begun = [...storedRows(known), ...unheard.map(unheardRow)]
      }

      function unheardRow(key: string): BoardRow {
        const snapshot = createActor(groupMachine, { input: inputOf(key) }).getSnapshot()
        return boardRowOf({ ...emptyRecord(key), ...standingOf(snapshot, [], now()) }, names(key), {})
      }

      return {
        async knows(key) {
          const isKnown =
            configured.includes(key) || (await host.room(roomOf(key)))?.some((chart) => chart.key === key) === true
          if (isKnown) await host.readUp?.(roomOf(key))
          return isKnown
        },
        async board() {
          await board()
          return hub.board()
        },
        charts: Object.keys(drawings),
        drawn: (id, detail) => drawings[id]?.(detail) ?? Promise.reject(new Error(`there is no chart ${id}`)),
        async feed(key, lastId, disconnect) {
          await board()
          return feedStream({
            hub,
            actor: key === undefined ? undefined : { key, group: partsOf(key).group },
            lastId,
            lines: (group, ids) => talk.lines(group, ids).map((row) => lineOf(row, key)),
            connections: connections.rows,
            now,
            disconnect,
          })
        },
        tape: (key, before, most) =>
          tape.read(key, before, most).map((record) => withInvoked({ ...record, ...placeOf(key) })),
        async floor(key, before, most) {
          const room = roomOf(key)
          const chart = (await host.room(room))?.find((each) => isFloor(each.key))
          if (!chart) return []
          // Above its seq stands what was before it began anew.
          const rows = tape.events(floorKey(room), Math.min(before, chart.seq + 1), most + leadRows)
          return floorStepsOf(rows).slice(-most)
        },
        talk: (key, before, most) => talk.history(partsOf(key).group, before, most).map((row) => lineOf(row, key)),
        calls: (key, turn) => calls.of(botKey(key), turn),
        async search(words, most) {
          await board()
          return search(
            { hub, talk: (key, lines) => talk.history(partsOf(key).group, undefined, lines).map((row) => lineOf(row)) },
            words,
            most,
          )
        },
      }
    },
  }
}

/** Drawn charts are kept beside the store. */
const drawingsFolder = (store: string) => (store === ':memory:' ? undefined : join(dirname(store), 'charts'))

function namesOf(
  config: Config,
  titleOf: Options['titleOf'],
): (key: string) => Pick<BoardRow, 'botName' | 'groupTitle'> {
  const bots = new Map(config.bots.map(({ id, name }) => [id, name]))
  const rooms = new Map(config.channels.web.rooms.map(({ id, title }) => [`web:${id}`, title]))
  return (key) => {
    const { bot, group: room } = partsOf(key)
    const { group, topic } = topicPlace(room)
    const title = rooms.get(group) ?? titleOf(group) ?? group
    return { botName: bots.get(bot) ?? bot, groupTitle: topic === undefined ? title : `${title} · ${topic}` }
  }
}

const placeOf = (key: string) => {
  const { bot, group } = partsOf(key)
  return { key, bot, group }
}

function emptyRecord(key: string) {
  return { ...placeOf(key), seq: 0, at: 0, event: { type: 'xstate.init' }, took: [], verdicts: [] }
}
