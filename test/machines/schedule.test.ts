// The chart of a schedule: from every moment on by everything that can happen there, and what holds on all these walks.
import { createActor, fromPromise } from 'xstate'
import { describe, expect, test } from 'vitest'
import type { Look, ScheduleRow, ToldRow } from '../../machines/schedule/rows.ts'
import { scheduleMachine } from '../../machines/schedule/schedule.ts'
import { makeStepper } from '../../src/room/step.ts'
import { transitionNames, watchedNames } from '../paths/watched-machine.ts'

const minute = 60_000
const row = (id: string, over: Partial<ScheduleRow> = {}): ScheduleRow => ({
  id,
  everyMs: 2 * minute,
  zone: 'UTC',
  next: minute,
  kind: 'reminder',
  text: `words of ${id}`,
  tokens: 5,
  by: 'ann',
  origin: 'command',
  ...over,
})
const most = { all: 2, own: 2 }
const once = row('once', { everyMs: undefined as never, kind: 'task', next: 30_000 })

interface PathEvent {
  type: string
  at: number
  [key: string]: unknown
}

interface Moment {
  at: number
  chart: ReturnType<typeof first>['snapshot']
  timers: readonly { id: string; due: number }[]
  isLooking: boolean
  told: readonly ToldRow[]
}

const covered = new Set<string>()
const stepper = makeStepper(
  scheduleMachine,
  {},
  watchedNames(scheduleMachine, (name) => void covered.add(name)),
)
const first = () => stepper.init({})
const rowsOf = ({ chart }: Moment): readonly ScheduleRow[] => chart.context.rows

function after(
  before: Omit<Moment, 'told' | 'chart'>,
  at: number,
  { snapshot, effects }: ReturnType<typeof first>,
): Moment {
  let { timers, isLooking } = before
  const told: ToldRow[] = []
  for (const effect of effects) {
    if (effect.type === 'timer.cancel') timers = timers.filter(({ id }) => id !== effect.id)
    if (effect.type === 'timer.start')
      timers = [...timers.filter(({ id }) => id !== effect.id), { id: effect.id, due: at + effect.delay }]
    if (effect.type === 'job.start') isLooking = true
    if (effect.type === 'job.stop') isLooking = false
    if (effect.type === 'record' && effect.name === 'tellBot') told.push(...(effect.params as ToldRow[]))
  }
  return { at, chart: snapshot, timers, isLooking, told }
}

function next(moment: Moment, event: PathEvent): Moment {
  const isEnd = event.type.startsWith('xstate.done') || event.type.startsWith('xstate.error')
  const timers = moment.timers.filter(({ id }) => id !== event.type)
  const before = { ...moment, timers, isLooking: moment.isLooking && !isEnd }
  return after(before, event.at, stepper.step(moment.chart, event))
}

/** What a look at the clock finds: `refused` is not done. */
function lookAt(moment: Moment, at: number, refused?: string): Look {
  const due = rowsOf(moment).filter((each) => each.next <= at)
  return {
    now: at,
    wall: at,
    due: due.map(({ id, next: was, everyMs }) => ({
      id,
      at: was,
      next: everyMs === undefined ? null : was + Math.ceil((at - was + 1) / everyMs) * everyMs,
      ...(id === refused && { refused: 'notAllowed' as const }),
    })),
  }
}

function eventsAt(moment: Moment): PathEvent[] {
  const soon = moment.at + 1
  const done = { type: 'xstate.done.actor.look', actorId: 'look', at: soon }
  const [id = 'a'] = rowsOf(moment).map((each) => each.id)
  return [
    ...['a', 'b', 'c'].map((name) => ({ type: 'schedule.add', at: soon, row: row(name), most })),
    { type: 'schedule.add', at: soon, row: once, most },
    { type: 'schedule.remove', at: soon, id },
    { type: 'schedule.sync', at: soon, rows: [row('of the file', { origin: 'config' })], wall: 0 },
    { type: 'schedule.sync', at: soon, rows: [], wall: soon },
    ...moment.timers.map((timer) => ({ type: timer.id, at: Math.max(soon, timer.due) })),
    ...(moment.isLooking
      ? [
          { ...done, output: lookAt(moment, soon) },
          { ...done, output: lookAt(moment, soon, id) },
          { type: 'xstate.error.actor.look', actorId: 'look', error: new Error('no clock'), at: soon },
        ]
      : []),
  ]
}

const keyOf = (moment: Moment): string =>
  JSON.stringify([
    moment.chart.value,
    rowsOf(moment).map(({ id, next: due }) => [id, due <= moment.at]),
    moment.chart.context.made,
    moment.timers.map(({ due }) => due <= moment.at),
  ])

/** The shortest way to every moment, each gone on by everything that can happen there. */
function walks(): { events: PathEvent[]; moments: Moment[] }[] {
  const begun = after({ at: 0, timers: [], isLooking: false }, 0, first())
  const seen = new Set([keyOf(begun)])
  const open: { events: PathEvent[]; moments: Moment[] }[] = [{ events: [], moments: [begun] }]
  const all: typeof open = []
  for (let walk = open.shift(); walk && all.length < mostWalks; walk = open.shift()) {
    const last = walk.moments.at(-1) as Moment
    for (const event of eventsAt(last)) {
      const moment = next(last, event)
      const on = { events: [...walk.events, event], moments: [...walk.moments, moment] }
      all.push(on)
      if (seen.has(keyOf(moment))) continue
      seen.add(keyOf(moment))
      open.push(on)
    }
  }
  return all
}

const mostWalks = 4_000

describe('on every walk', () => {
  const all = walks()

  test('somebody looks at the clock while there are rows, within the hour, and nobody while there are none', () => {
    expect(all.length).toBeGreaterThan(500)
    for (const { events, moments } of all) {
      const last = moments.at(-1) as Moment
      const soonest = Math.min(...last.timers.map(({ due }) => due - last.at))
      expect({ events, isMeant: last.isLooking || soonest <= 60 * minute }).toEqual({
        events,
        isMeant: rowsOf(last).length > 0,
      })
    }
  })

  test('a row is told when it is due, once for each time, and no more than there may be are made', () => {
    for (const { events, moments } of all) {
      const told = moments.flatMap((moment) => moment.told.map(({ event }) => event.message.id))
      const early = moments.flatMap(({ told: rows, at }) => rows.filter(({ row: { next: due } }) => due > at))
      const made = rowsOf(moments.at(-1) as Moment).filter(({ origin }) => origin === 'command')
      expect({ events, told: new Set(told).size, early, isBounded: made.length <= most.all }).toEqual({
        events,
        told: told.length,
        early: [],
        isBounded: true,
      })
    }
  })

  test('every transition of the chart was taken', () => {
    expect([...transitionNames(scheduleMachine).values()].filter((name) => !covered.has(name))).toEqual([])
  })
})

test("XState's own actor stands where the steps of a host do", async () => {
  const looks = [lookAt({ ...emptyMoment, chart: { context: { rows: [row('a')] } } as never }, 2 * minute)]
  const machine = scheduleMachine.provide({
    actors: { lookAtClock: fromPromise(() => Promise.resolve(looks[0] as Look)) },
  })
  const actor = createActor(machine).start()
  actor.send({ type: 'schedule.add', at: 0, row: row('a'), most })
  expect(actor.getSnapshot().value).toBe('looking')
  let moment = after({ at: 0, timers: [], isLooking: false }, 0, first())
  moment = next(moment, { type: 'schedule.add', at: 0, row: row('a'), most })
  expect([moment.chart.value, moment.chart.context]).toEqual(['looking', actor.getSnapshot().context])
  actor.stop()
})

const emptyMoment: Moment = { at: 0, chart: undefined as never, timers: [], isLooking: false, told: [] }

test('a row of the configuration keeps its time over a start, and one that was due once is not done again', () => {
  const configured = [row('daily', { origin: 'config', next: 9 * minute }), row('past', { origin: 'config', next: 1 })]
  let moment = after({ at: 0, timers: [], isLooking: false }, 0, first())
  moment = next(moment, { type: 'schedule.sync', at: 10, rows: configured, wall: 10 })
  expect(rowsOf(moment).map(({ id, next: due }) => [id, due])).toEqual([['daily', 9 * minute]])
  const later = [row('daily', { origin: 'config', next: 99 * minute, text: 'other words' })]
  moment = next(moment, { type: 'schedule.sync', at: 20, rows: later, wall: 20 })
  expect(rowsOf(moment).map(({ next: due, text }) => [due, text])).toEqual([[9 * minute, 'other words']])
  moment = next(moment, { type: 'schedule.sync', at: 30, rows: [], wall: 30 })
  expect([rowsOf(moment), moment.chart.value]).toEqual([[], 'idle'])
})

test('the host’s time may be ahead of the wall clock: a row is due by the clock on the wall', () => {
  let moment = after({ at: 0, timers: [], isLooking: false }, 0, first())
  moment = next(moment, { type: 'schedule.add', at: 0, row: row('a'), most })
  const look = { now: 5_000, wall: 0, due: [] }
  moment = next(moment, { type: 'xstate.done.actor.look', actorId: 'look', output: look, at: 5_000 })
  expect(moment.timers.map(({ due }) => due)).toEqual([minute + 5_000])
})

test('the clock on the wall is looked at within the hour, for somebody may set it', () => {
  let moment = after({ at: 0, timers: [], isLooking: false }, 0, first())
  moment = next(moment, { type: 'schedule.add', at: 0, row: row('a', { next: 300 * minute }), most })
  const look = { now: 1, wall: 1, due: [] }
  moment = next(moment, { type: 'xstate.done.actor.look', actorId: 'look', output: look, at: 1 })
  expect(moment.timers.map(({ due }) => due)).toEqual([60 * minute + 1])
})
