// What an operator set is told with every standing, and on the board.
import { expect, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import { boardRowOf, recordStep } from '../../src/feed/recorder.ts'
import { makeStepper } from '../../src/room/step.ts'
import { inputWith } from '../fakes/group-life.ts'

const key = 'iris web:lobby'

/** The standing after these orders, as the tape and the board tell it. */
function after(...orders: { type: string; policy?: string | null }[]) {
  const stepper = makeStepper(groupMachine, inputWith())
  let { snapshot } = stepper.init(inputWith())
  for (const order of orders) snapshot = stepper.step(snapshot, { at: 1_000, ...order } as never).snapshot
  const step = { key, seq: 1, at: 1_000, event: { type: 'operator.mute' }, snapshot, took: [], timers: [] }
  const { record } = recordStep(step, { bot: 'iris', group: 'web:lobby' }, [])
  const row = boardRowOf(record, { botName: 'Iris', groupTitle: 'Lobby' }, {})
  return [record, row].map(({ active, policy, policySet, muted, paused }) => ({
    control: active.find((id) => id.startsWith('group.control.')),
    policy,
    policySet,
    muted,
    paused,
  }))
}

const twice = <T>(told: T): T[] => [told, told]
const free = {
  control: 'group.control.free',
  policy: 'auto',
  policySet: undefined,
  muted: undefined,
  paused: undefined,
}

test('the policy in force is the configured one until an operator sets another', () => {
  const open = { type: 'operator.policy', policy: 'open' }
  expect(after()).toEqual(twice(free))
  expect(after(open)).toEqual(twice({ ...free, policy: 'open', policySet: true }))
  expect(after(open, { type: 'operator.policy', policy: null })).toEqual(twice(free))
})

test('a mute is told as long as it holds', () => {
  expect(after({ type: 'operator.mute' })).toEqual(twice({ ...free, control: 'group.control.muted', muted: true }))
  expect(after({ type: 'operator.mute' }, { type: 'operator.unmute' })).toEqual(twice(free))
})

test('a pause is told beside a mute, and as long as it holds', () => {
  const [mute, pause, resume] = [{ type: 'operator.mute' }, { type: 'operator.pause' }, { type: 'operator.resume' }]
  expect(after(pause)).toEqual(twice({ ...free, paused: true }))
  expect(after(mute, pause)).toEqual(twice({ ...free, control: 'group.control.muted', muted: true, paused: true }))
  expect(after(pause, resume)).toEqual(twice(free))
})
