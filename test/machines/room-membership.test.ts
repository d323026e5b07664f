// A bot's membership in a room, in simulated time: on all short ways, and what the host is told to do on some of them.
import { type ActorLogic, type ActorSystem, initialTransition, transition } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { describe, expect, test } from 'vitest'
import { type RoomMembershipEvent, roomMembershipMachine } from '../../machines/room-membership.ts'
import { transitionNames } from '../paths/watched-machine.ts'
import { input, membershipLife, settings } from './room-membership-life.ts'

const covered = new Set<string>()

const open: RoomMembershipEvent = { type: 'stream.opened' }
const enters = (isNew = false): RoomMembershipEvent => ({ type: 'room.entered', nickname: 'Iris', isNew })
const refused = (condition: string): RoomMembershipEvent => ({ type: 'room.refused', condition })
const kicked: RoomMembershipEvent = { type: 'room.left', reason: 'the bot is out: kicked' }

describe('the host', () => {
  test('enters a room on a new stream, catches up, and hears what is said from then on', async () => {
    const life = membershipLife()
    life.send(open)
    life.send(enters())
    expect([life.state(), life.isSettled()]).toEqual(['catchingUp', false])
    await life.caughtUp()
    expect([life.state(), life.isSettled(), life.did]).toEqual([
      'inside',
      true,
      ['join as Iris 🦊', 'catch up', 'listen'],
    ])
  })

  test('opens a room that was not there to others', () => {
    const life = membershipLife()
    life.send(open)
    life.send(enters(true))
    expect(life.did).toEqual(['join as Iris 🦊', 'open the room', 'catch up'])
  })

  test('tries other names where somebody has the bot’s, and a plainer one where the server knows no fox', () => {
    const life = membershipLife()
    life.send(open)
    life.send(refused('conflict'))
    life.send(refused('conflict'))
    life.send(refused('jid-malformed'))
    life.send(refused('jid-malformed'))
    expect([life.state(), life.did]).toEqual([
      'outside',
      [
        'join as Iris 🦊',
        'join as Iris 🦊 2',
        'join as Iris 🦊 3',
        'join as Iris',
        'trouble: the room refused the bot: jid-malformed',
      ],
    ])
  })

  test('tries a room that does not answer, refuses or removes the bot after pauses that double up to five minutes', () => {
    const life = membershipLife()
    const pauses: number[] = []
    life.send(open)
    for (let n = 0; n < 8; n += 1) {
      life.send(refused('forbidden'))
      pauses.push(life.context().pauseMs)
      life.waits(life.context().pauseMs)
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300].map((s) => s * 1_000))
    expect(life.state()).toBe('entering')
  })

  test('comes back soon to a room that has removed it after a long stay', async () => {
    const life = membershipLife()
    life.send(open)
    for (const [stayMs, failures] of [
      [1_000, 1],
      [1_000, 2],
      [settings.steadyMs, 1],
    ] as const) {
      life.send(enters())
      // oxlint-disable-next-line no-await-in-loop -- one stay after the other
      await life.caughtUp()
      life.waits(stayMs)
      life.send(kicked)
      expect([life.isSettled(), life.context().failures]).toEqual([true, failures])
      life.waits(life.context().pauseMs)
    }
  })

  test('reads no further for a room that the bot is not in any more', () => {
    const life = membershipLife()
    life.send(open)
    life.send(enters())
    life.send(kicked)
    life.send(open)
    life.send(enters())
    life.send({ type: 'stream.closed' })
    expect(life.did).toEqual([
      'join as Iris 🦊',
      'catch up',
      'trouble: the bot is out: kicked',
      'stop catching up',
      'join as Iris',
      'catch up',
      'stop catching up',
    ])
  })
})

interface PathEvent {
  type: string
  error?: Error
}

type Chart = Parameters<typeof transition<typeof roomMembershipMachine>>[1]
interface Moment {
  status: 'active'
  output: undefined
  error: undefined
  chart: Chart
}

const momentOf = (chart: Chart): Moment => ({ status: 'active', output: undefined, error: undefined, chart })
const model: ActorLogic<Moment, PathEvent, undefined, ActorSystem<never>> = {
  getInitialSnapshot: () => momentOf(initialTransition(roomMembershipMachine, input)[0]),
  transition: ({ chart }, event) => momentOf(transition(roomMembershipMachine, chart, event as never)[0]),
  getPersistedSnapshot: (moment) => moment,
}

/** What may come at any time, of an earlier stay too. */
const words: PathEvent[] = [
  open,
  { type: 'stream.closed' },
  enters(),
  enters(true),
  refused('conflict'),
  refused('forbidden'),
  { type: 'room.renamed', nickname: 'Rex' } as PathEvent,
  kicked,
]

function nextEvents({ chart }: Moment): PathEvent[] {
  const timers = (roomMembershipMachine.states[chart.value]?.after ?? []).map(({ eventType }) => ({ type: eventType }))
  const endings = [
    { type: 'xstate.done.actor.catchUp' },
    { type: 'xstate.error.actor.catchUp', error: new Error('no answer') },
  ]
  return [...words, ...timers, ...(chart.value === 'catchingUp' ? endings : [])]
}

const keyOf = ({ chart: { value, context } }: Moment): string =>
  JSON.stringify([value, Math.min(context.failures, 2), context.nickname.shown === 'Rex'])

describe('an actor in simulated time', () => {
  const paths = getShortestPaths(model, { events: nextEvents, serializeState: keyOf })

  test('stands after every walk where the model does', async () => {
    expect(new Set(paths.map(({ state }) => state.chart.value))).toEqual(
      new Set(['away', 'entering', 'catchingUp', 'inside', 'outside']),
    )
    for (const { state, steps } of paths) {
      const before = steps.map((step) => step.event).filter(({ type }) => type !== 'xstate.init')
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (const event of nextEvents(state)) await walk([...before, event])
    }
  })

  test('took every transition of the chart on these walks', () => {
    expect([...transitionNames(roomMembershipMachine).values()].filter((name) => !covered.has(name))).toEqual([])
  })
})

async function walk(events: readonly PathEvent[]): Promise<void> {
  const life = membershipLife((name) => covered.add(name))
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
  const reading = life.did.filter((each) => each === 'catch up').length
  const ended = life.did.filter((each) => each === 'stop catching up').length
  expect(reading - ended).toBeLessThanOrEqual(1)
  life.stop()
}

async function feed(life: ReturnType<typeof membershipLife>, { type, error, ...event }: PathEvent): Promise<void> {
  if (type.startsWith('xstate.after')) life.waitsForTimer()
  else if (type.startsWith('xstate.done')) await life.caughtUp()
  else if (error) await life.fails(error.message)
  else life.send({ type, ...event } as RoomMembershipEvent)
}
