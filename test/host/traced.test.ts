// What a committed step tells of itself: the transitions it took and the timers that run after it.
import { setup } from 'xstate'
import { expect, test } from 'vitest'
import { transitionIds } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import { makeStepper } from '../../src/room/step.ts'
import { openActors } from '../../src/store/actors.ts'
import { inputWith } from '../fakes/group-life.ts'
import { handClock } from './hand-clock.ts'
import { localLife } from './local-life.ts'
import { inMemory, storeFile } from './stores.ts'

const input = inputWith({ batching: { intervalMs: 1_000 } })
const hosted = { transitions: transitionIds(groupMachine) }

function traced(db = inMemory(), clock = handClock()) {
  return localLife({ db, clock, input, hosted })
}

test('a step tells the transitions it took, in order, by their ids in the chart', () => {
  const { steps, say, clock } = traced()
  say({ id: 'm1' })
  clock.advance(1_000)
  const events = steps.map(({ event, took }) => [event.type, took.map((id) => id.replace(/:\d+$/, ''))])
  expect(events).toEqual([
    ['xstate.init', []],
    [
      'message.received',
      ['group.vitality:message.received', 'group.intake.idle:message.received', 'group.vitality.DORMANT:always'],
    ],
    [
      'xstate.after.bufferInterval.group.intake.buffering',
      [
        'group.intake.buffering:after bufferInterval',
        'group.turn.idle:always',
        'group.turn.dispatching.checking:always',
      ],
    ],
  ])
  const ids = new Set(hosted.transitions.values())
  expect(steps.flatMap(({ took }) => took).filter((id) => !ids.has(id))).toEqual([])
})

test('the timers after a step are those of the store, after a restart too', () => {
  const open = storeFile()
  const db = open()
  const clock = handClock()
  const first = traced(db, clock)
  const stored = (key: string, from = db) => openActors(from).timersOf(openActors(from).get(key)?.id ?? 0)
  const seen: unknown[] = []
  for (let n = 0; n < 40; n += 1) {
    clock.advance(n * 700)
    first.say({ id: `m${n}`, mentioned: n % 9 === 0 })
    expect(first.steps.at(-1)?.timers).toEqual(stored('g'))
    seen.push(...(first.steps.at(-1)?.timers ?? []))
  }
  expect(seen.length).toBeGreaterThan(20)
  db.close()
  const again = open()
  const second = traced(again, clock)
  second.say({ id: 'late' })
  expect(second.steps.at(-1)?.timers).toEqual(stored('g', again))
})

test('without names a step tells none, and the steps are the same', () => {
  const [plain, named] = [makeStepper(groupMachine, input), makeStepper(groupMachine, input, hosted.transitions)]
  const message = { id: 'm1', ts: 5, kind: 'person', sender: 'ann', mentioned: true, tokens: 10 }
  const event = { type: 'message.received', at: 5, message } as const
  const stepped = [plain, named].map((stepper) => {
    const { snapshot, effects, took } = stepper.step(stepper.init(input).snapshot, event)
    return { body: stepper.dump(snapshot), effects, told: took.length > 0 }
  })
  expect(stepped[0]).toEqual({ ...stepped[1], told: false })
  expect(stepped[1]?.told).toBe(true)
})

test('names that throw cost the names, never the event', () => {
  const machine = setup({}).createMachine({ initial: 'off', states: { off: { on: { flip: 'on' } }, on: {} } })
  const broken = new Map()
  broken.get = () => {
    throw new Error('no names today')
  }
  const stepper = makeStepper(machine, {}, broken)
  const { snapshot, took } = stepper.step(stepper.init({}).snapshot, { type: 'flip' })
  expect([snapshot.value, took]).toEqual(['on', []])
})
