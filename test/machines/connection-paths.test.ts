// Tests that the connection chart writes itself: from the shortest path to every state on by everything that can happen there.
import { type ActorLogic, type ActorSystem, type AnyMachineSnapshot, initialTransition, transition } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { describe, expect, test } from 'vitest'
import { connectionMachine, type ConnectionContext } from '../../machines/connection.ts'
import { transitionNames } from '../paths/watched-machine.ts'
import { connectionLife, inputOf, lasting, passing } from './connection-life.ts'

interface PathEvent {
  type: string
  output?: object
  error?: object
  reason?: string
  trouble?: object
}

interface Moment {
  status: 'active'
  output: undefined
  error: undefined
  chart: AnyMachineSnapshot
}

const momentOf = (chart: AnyMachineSnapshot): Moment => ({
  status: 'active',
  output: undefined,
  error: undefined,
  chart,
})

const model: ActorLogic<Moment, PathEvent, undefined, ActorSystem<never>> = {
  getInitialSnapshot: () => momentOf(initialTransition(connectionMachine, inputOf())[0]),
  transition: ({ chart }, event) => momentOf(transition(connectionMachine, chart as never, event as never)[0]),
  getPersistedSnapshot: (moment) => moment,
}

/** What the channel or an operator may say at any time, an old line too. */
const words: PathEvent[] = [
  { type: 'line.ready' },
  { type: 'line.reconnecting', reason: 'a cable is loose' },
  { type: 'line.elsewhere', reason: 'another worker has it' },
  { type: 'line.down', trouble: passing },
  { type: 'line.down', trouble: lasting },
  { type: 'operator.retry' },
]

const endings: Record<string, PathEvent[]> = {
  identifying: [
    { type: 'xstate.done.actor.identify', output: { id: 'ou_1' } },
    { type: 'xstate.error.actor.identify', error: passing },
    { type: 'xstate.error.actor.identify', error: lasting },
  ],
  connecting: [
    { type: 'xstate.done.actor.listen' },
    { type: 'xstate.error.actor.listen', error: passing },
    { type: 'xstate.error.actor.listen', error: lasting },
  ],
}

function nextEvents({ chart }: Moment): PathEvent[] {
  const state = String(chart.value)
  const timers = Object.values(chart.machine.states[state]?.after ?? []).map(({ eventType }) => eventType)
  return [...(endings[state] ?? []), ...[...new Set(timers)].map((type) => ({ type })), ...words]
}

function keyOf({ chart }: Moment): string {
  const { ownId, failures, reason } = chart.context as ConnectionContext
  return JSON.stringify([chart.value, ownId, Math.min(failures, 2), reason])
}

const paths = getShortestPaths(model, { events: nextEvents, serializeState: keyOf })
const walks = paths.flatMap(({ state, steps }) =>
  nextEvents(state).map((event) => [
    ...steps.map((step) => step.event).filter(({ type }) => type !== 'xstate.init'),
    event,
  ]),
)
const covered = new Set<string>()

describe('an actor in simulated time', () => {
  test('stands after every walk where the model does, and never has two lines at once', async () => {
    expect(new Set(paths.map(({ state }) => state.chart.value))).toEqual(
      new Set(['identifying', 'connecting', 'online', 'reconnecting', 'elsewhere', 'backingOff', 'failed']),
    )
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const events of walks) await walk(events)
  })

  test('took every transition of the chart on these walks', () => {
    const missing = [...transitionNames(connectionMachine).values()].filter((name) => !covered.has(name))
    expect(missing).toEqual([])
  })
})

async function walk(events: readonly PathEvent[]): Promise<void> {
  const life = connectionLife({ took: (name) => covered.add(name) })
  let moment = model.getInitialSnapshot(undefined as never, undefined)
  for (const event of events) {
    moment = model.transition(moment, event, undefined as never)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await feed(life, event)
    expect({ events, state: life.state(), context: life.context() }).toEqual({
      events,
      state: moment.chart.value,
      context: moment.chart.context,
    })
  }
  expect(linesAtOnce(life.did)).toBeLessThanOrEqual(1)
  life.actor.stop()
}

async function feed(life: ReturnType<typeof connectionLife>, event: PathEvent): Promise<void> {
  const { type, output = {}, error } = event
  if (type.startsWith('xstate.after')) life.waits()
  else if (type.startsWith('xstate.done')) await life.answers(output)
  else if (type.startsWith('xstate.error')) await life.refuses(error as never)
  else life.actor.send(event as never)
}

/** The most lines that were asked for without a `close` between them. */
function linesAtOnce(did: readonly string[]): number {
  let [open, most] = [0, 0]
  for (const each of did) {
    if (each === 'close') open = 0
    if (each === 'listen') open += 1
    most = Math.max(most, open)
  }
  return most
}
