// What bots are to say and do later, as the service keeps it: by tools, commands, the configuration, and at its start.
import { existsSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ScheduleContext, ScheduleRow } from '../../machines/schedule/rows.ts'
import type { ConfiguredJob } from '../config/schedule.ts'
import { type Config, settingsFor } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { topicGroup } from '../config/topics.ts'
import type { Host } from '../host/host.ts'
import { askedLines } from '../jobs/schedule/asked-lines.ts'
import { longestText, makeSchedule, rowId } from '../jobs/schedule/schedule.ts'
import { estimateTokens } from '../language/tokens.ts'
import { readWhen } from '../language/when.ts'
import { machineTimeZone } from '../prompt/local-time.ts'
import { configuredKeys, partsOf, type Whereabouts } from '../room/key.ts'
import { scheduleKey } from '../room/schedule.ts'
import type { Step } from '../room/steps.ts'
import { openSchedules as openStored } from '../store/schedules.ts'
import type { TalkStore } from '../store/talk.ts'
import type { Place } from '../tools/tool.ts'
import { openAt, within } from '../tools/workspace.ts'

interface Options {
  db: DatabaseSync
  config: Config
  host: Pick<Host, 'order' | 'room'>
  talk: Pick<TalkStore, 'put' | 'saidWithin'>
  clock: { now: () => number; ahead: () => number }
  log: Log
}

interface Beginning {
  /** Keys of bots in groups where they have worked. */
  places: readonly string[]
  workspaceOf: ((place: Place) => string) | undefined
  /** Of one talk in a terminal: what is done at every start is left to the service. */
  isVisit: boolean
}

/** Nobody's id: its turns have the rights of any member. */
const nobody = 'chime:schedule'
const nextTaskName = 'next-task.json'
const longestFile = 8_000
const nextTask = z.object({ text: z.string().trim().min(1).max(longestText), quiet: z.boolean().optional() })
const unbounded = { all: Number.MAX_SAFE_INTEGER, own: Number.MAX_SAFE_INTEGER }

export function openSchedules({ db, config, host, talk, clock, log }: Options) {
  const wall = (): number => clock.now() - clock.ahead()
  const zoneOf = (group: string): string => settingsFor(config, group).prompt.timeZone ?? machineTimeZone()
  const nameIn = (group: string, id: string): string =>
    id === nobody ? '⏰' : (talk.saidWithin(group, id, [0, Number.MAX_SAFE_INTEGER], 1)[0]?.name ?? id)

  function rowOf(id: string, job: ConfiguredJob, when: Pick<ScheduleRow, 'zone' | 'next'>): ScheduleRow {
    const { kind, quiet, text, by = nobody } = job
    const origin = job.when === undefined ? 'start' : 'config'
    return { id, ...when, kind, ...(quiet && { quiet }), text, tokens: estimateTokens(text), by, origin }
  }

  function configured(job: ConfiguredJob): ScheduleRow[] {
    const zone = job.zone ?? zoneOf(job.group)
    const read = readWhen(job.when ?? '', zone, wall())
    const when = 'what' in read && read.what === 'past' ? readWhen(job.when ?? '', zone, 0) : read
    return 'what' in when ? [] : [rowOf(job.id, job, when)]
  }

  /** All rows of the configuration, also where there are none any more. */
  async function sync(): Promise<void> {
    const rows = new Map<string, ScheduleRow[]>()
    for (const { key, body } of openStored(db).all()) if (hasConfigured(body)) rows.set(key, [])
    for (const { bot, job } of jobsOf(config)) {
      if (job.when === undefined) continue
      const key = scheduleKey(placeOf(bot, job))
      rows.set(key, [...(rows.get(key) ?? []), ...configured(job)])
    }
    const orders = [...rows].map(([key, of]) => ({ key, event: { type: 'schedule.sync', rows: of, wall: wall() } }))
    if (orders.length > 0) await host.order(orders)
  }

  const addAtOnce = async (place: Whereabouts, row: ScheduleRow): Promise<void> =>
    void (await host.order([{ key: scheduleKey(place), event: { type: 'schedule.add', row, most: unbounded } }]))

  async function startup(): Promise<void> {
    const now = wall()
    for (const { bot, job } of jobsOf(config)) {
      if (job.when !== undefined) continue
      const place = placeOf(bot, job)
      const row = rowOf(rowId(place, `${job.id} ${now}`), job, { zone: zoneOf(job.group), next: now })
      // oxlint-disable-next-line no-await-in-loop -- ten of a bot at most
      await addAtOnce(place, row)
    }
  }

  /** What a bot left to itself is taken once: its row is stored before the file is gone, and the same file is the same row. */
  async function takeNextTask(workspace: string, place: Whereabouts): Promise<void> {
    if (!existsSync(workspace)) return
    await within(workspace, nextTaskName, {}, async (spot) => {
      await using file = await openAt(spot, 'file')
      const { size, mtimeMs } = await file.stat()
      const text = size > longestFile ? '' : await file.readFile('utf8')
      const read = nextTask.safeParse(parsed(text))
      if (read.success) {
        const { quiet, ...task } = read.data
        const job: ConfiguredJob = { id: '', ...place, kind: 'task', ...task, ...(quiet && { quiet }) }
        const id = rowId(place, `${nextTaskName} ${mtimeMs} ${text}`)
        await addAtOnce(place, rowOf(id, job, { zone: zoneOf(place.group), next: wall() }))
      } else {
        log.warn(
          { bot: place.bot, group: place.group },
          `${nextTaskName} is left out: it must be {"text": "…"} of ${longestText} characters at most`,
        )
      }
      await unlink(spot.path)
    })
  }

  async function nextTasks(places: readonly string[], workspaceOf: (place: Place) => string): Promise<void> {
    const bots = new Set(config.bots.flatMap(({ id, agent }) => (agent?.nextTask ? [id] : [])))
    for (const key of new Set([...configuredKeys(config), ...places])) {
      const place = partsOf(key)
      if (!bots.has(place.bot)) continue
      try {
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        await takeNextTask(workspaceOf(place), place)
      } catch (error) {
        if (!/is not there/.test(String(error)))
          log.warn({ bot: place.bot, group: place.group, error: String(error) }, `${nextTaskName} could not be read`)
      }
    }
  }

  return {
    schedule: makeSchedule({ host, zoneOf, wall }),
    /** In the transaction of the step. */
    record(step: Step): void {
      const { group } = partsOf(step.key)
      for (const row of askedLines(step, (id) => nameIn(group, id))) talk.put(group, row)
    },
    /** After the commit: lines that the talk has now. */
    told(step: Step, said: (group: string, id: string) => void): void {
      for (const { id } of askedLines(step, () => '')) said(partsOf(step.key).group, id)
    },
    /** Once the host runs. */
    async begin({ places, workspaceOf, isVisit }: Beginning): Promise<void> {
      await sync()
      if (isVisit) return
      await startup()
      if (workspaceOf) await nextTasks(places, workspaceOf)
    },
  }
}

const jobsOf = ({ bots }: Pick<Config, 'bots'>): { bot: string; job: ConfiguredJob }[] =>
  bots.flatMap(({ id, jobs = [] }) => jobs.map((job) => ({ bot: id, job })))

const placeOf = (bot: string, { group, oneToOne }: ConfiguredJob): Whereabouts => ({
  bot,
  group: oneToOne ? group : topicGroup(group),
  oneToOne,
})

/** A snapshot that cannot be read is left to its chart. */
function hasConfigured(body: string): boolean {
  const { context } = (parsed(body) ?? {}) as { context?: Partial<ScheduleContext> }
  return context?.rows?.some(({ origin }) => origin === 'config') ?? false
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
