// Tests that the chart writes itself: the shortest path to every state and through every transition, walked on the
// local host (S3).
import type { AnyMachineSnapshot } from 'xstate'
import { describe, expect, test } from 'vitest'
import { groupMachine } from '../../machines/group.ts'
import type { GroupInput } from '../../machines/group.settings.ts'
import { openDatabase } from '../../src/store/database.ts'
import { inputWith } from '../fakes/group-life.ts'
import { contextOf } from '../host/canonical.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'
import { groupModel, type PathEvent } from './group-model.ts'
import { type WalkStep, walksOf } from './walks.ts'
import { transitionNames, watchedMachine } from './watched-machine.ts'
import { worlds } from './worlds.ts'

const covered = new Set<string>()
// Only what the host takes counts, not what the model says.
const machine = watchedMachine(groupMachine, (name) => void covered.add(name))

describe.each(Object.entries(worlds))('in %s', (_, { input, talkers }) => {
  test('the host follows the shortest path to every state of the chart', { timeout: 60_000 }, async () => {
    const walks = walksOf(groupModel(input), talkers)
    expect(walks.length).toBeGreaterThan(5)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const steps of walks) await walk(steps, input)
  })
})

// No path leads there: sends cannot grow within a turn, but a restart can bring other limits.
test('a draft waits while the bot is restarted with a budget of no messages: it is not sent (U2)', async () => {
  const db = openDatabase(':memory:')
  const before = localLife({ db, machine })
  before.say({ id: 'a', mentioned: true })
  await before.settle({ output: draft })
  await before.host.stop()
  const none = { durationMs: 1_000, maxMessages: 0, maxTokens: 2_000 }
  const life = localLife({ db, machine, clock: before.clock, input: inputWith({ limits: { shortWindow: none } }) })
  life.clock.advance(6_000)
  expect(life.verdicts.map(({ gate, outcome, why }) => `${gate} ${outcome}: ${why}`)).toEqual([
    'budget skip: short window: 0 of 0 messages are used, before sending',
    'dispatch end: silent',
  ])
})

// Nor there: an order ends the pause at once, but a crash can keep it from the group.
test('a draft waits while the bot is restarted and the pause of an operator holds: it is not sent (S1)', async () => {
  const db = openDatabase(':memory:')
  const before = localLife({ db, machine })
  before.say({ id: 'a', mentioned: true })
  await before.settle({ output: draft })
  await before.host.stop()
  const life = localLife({ db, machine, clock: before.clock, input: inputWith({}, { paused: true }) })
  life.clock.advance(6_000)
  expect(life.verdicts.map(({ gate, outcome, why }) => `${gate} ${outcome}: ${why}`)).toEqual([
    'control skip: an operator keeps it silent',
    'dispatch end: silent',
  ])
})

test('every transition of the chart was taken by the host in the tests above', () => {
  const names = [...transitionNames(groupMachine).values()]
  const missing = names.filter((name) => !covered.has(name))
  const report = [`transitions covered: ${names.length - missing.length} of ${names.length}`, ...missing]
  process.stdout.write(`${report.join('\n  missing: ')}\n`)
  expect(missing).toEqual([])
})

const draft = { text: 'One.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }

/** The host must take the same steps as the model, to the same states and memories, at the same times. */
async function walk(steps: WalkStep[], input: GroupInput): Promise<void> {
  const db = openDatabase(':memory:')
  const life = localLife({ db, input, machine })
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const { event } of steps) await feed(life, event)
  await life.host.stop()
  db.close()
  const taken = life.steps.map(({ event, at, snapshot }) => seen(event.type, at, snapshot as AnyMachineSnapshot))
  // The first step made the actor.
  expect(taken.slice(1, steps.length + 1)).toEqual(
    steps.map(({ event, moment }) => seen(event.type, moment.at, moment.chart)),
  )
}

async function feed(life: LocalLife, event: PathEvent): Promise<void> {
  const { type, at, message, output, error } = event
  if (message) {
    // It may arrive at the very ms of a timer that has not fired yet.
    life.clock.jump(at)
    expect(life.say(message)).toBe('accepted')
    return
  }
  if (/^(?:operator|floor)\./.test(type)) {
    life.clock.jump(at)
    expect(life.host.receive([{ key: 'g', event: { ...event } }])).toEqual(['accepted'])
    return
  }
  life.clock.advance(at)
  if (type.startsWith('xstate.done')) await life.settle({ output })
  else if (type.startsWith('xstate.error')) await life.settle({ error })
}

const seen = (type: string, at: number, snapshot: AnyMachineSnapshot) =>
  `${at} ${type} ${JSON.stringify(snapshot.value)} ${contextOf(snapshot)}`
