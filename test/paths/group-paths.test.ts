// Tests that the chart writes itself: the shortest path to every state, walked on the local host (S3).
import type { AnyMachineSnapshot } from 'xstate'
import { afterAll, describe, expect, test } from 'vitest'
import { TestModel, type TestPath } from 'xstate/graph'
import { groupMachine } from '../../machines/group.ts'
import type { GroupInput } from '../../machines/group.types.ts'
import { openDatabase } from '../../src/store/database.ts'
import { momentOf } from '../host/canonical.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'
import { type GroupLogic, groupModel, keyOf, type Moment, nextEvents, type PathEvent } from './group-model.ts'
import { transitionNames, watchedMachine } from './watched-machine.ts'
import { worlds } from './worlds.ts'

type Path = TestPath<Moment, PathEvent>

const names = transitionNames(groupMachine)
const covered = new Set<string>()
// Only what the host takes counts, not what the model says.
const machine = watchedMachine(groupMachine, (transition) => void covered.add(names.get(transition) ?? ''))

describe.each(Object.entries(worlds))('in %s', (_, { input, talkers }) => {
  test('every state that the chart can reach is reached by the host on the same path', async () => {
    const model = groupModel(groupMachine, input)
    const paths = new TestModel(model, {
      serializeState: keyOf,
      events: (moment: Moment) => nextEvents(moment, talkers),
    }).getShortestPaths()
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) await walk(path, model, input)
  })
})

test('a budget that a restart made smaller holds back a draft that was waiting (U2)', async () => {
  const { input } = worlds['an ordinary group'] ?? { input: undefined }
})

afterAll(() => {
  const missing = [...names.values()].filter((name) => !covered.has(name))
  process.stdout.write(`transitions covered: ${covered.size} of ${names.size}${missing.map((name) => `\n  missing: ${name}`).join('')}\n`)
  expect(missing).toEqual([])
})

/** The host must take the same steps as the model, to the same states and memories, at the same times. */
async function walk(path: Path, model: GroupLogic, input: GroupInput): Promise<void> {
  const events = path.steps.slice(1).map(({ event }) => event)
  const db = openDatabase(':memory:')
  const life = localLife({ db, input, machine })
  for (const event of events) await feed(life, event)
  await life.host.stop()
  db.close()
  const taken = life.steps.map(({ event, at, snapshot }) => seen(event.type, at, snapshot as AnyMachineSnapshot))
  expect(taken.slice(1, events.length + 1)).toEqual(replayed(model, events))
}

async function feed(life: LocalLife, { type, at, message, output, error }: PathEvent): Promise<void> {
  if (message) {
    // It may arrive at the very ms of a timer that has not fired yet.
    life.clock.jump(at)
    expect(life.say(message)).toBe('accepted')
    return
  }
  life.clock.advance(at)
  if (type.startsWith('xstate.done')) await life.settle({ output })
  else if (type.startsWith('xstate.error')) await life.settle({ error })
}

// A path's own states are those of the last path that led to the same key, at other times.
function replayed(model: GroupLogic, events: PathEvent[]) {
  let moment = model.getInitialSnapshot(scope, undefined)
  return events.map((event) => {
    moment = model.transition(moment, event, scope)
    return seen(event.type, moment.at, moment.chart)
  })
}

const scope = {} as Parameters<GroupLogic['transition']>[2]

const seen = (type: string, at: number, snapshot: AnyMachineSnapshot) => `${at} ${type} ${momentOf(snapshot)}`
