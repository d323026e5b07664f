// What the page is told of a step outlives the step: its event and its snapshot must not stay with it.
import { queryObjects } from 'node:v8'
import { expect, test, vi } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import type { TracedStep } from '../../src/room/steps.ts'
import { makeStepper } from '../../src/room/step.ts'
import { makeObserver } from '../../src/feed/observer.ts'
import { openTalk } from '../../src/store/talk.ts'
import { openTape } from '../../src/store/tape.ts'
import { demoConfig } from '../config/demo-config.ts'
import { inputWith } from '../fakes/group-life.ts'
import { inMemory } from '../host/stores.ts'

/** Counted in memory. */
class Heard {
  text = 'the talk'
}

const actors = 20

function stepOf(actor: number): TracedStep {
  const { snapshot } = makeStepper(groupMachine, inputWith()).init(inputWith())
  const event = { type: 'message.received', at: 1, heard: new Heard() }
  const key = `iris web:room-${actor}`
  return { key, actor, seq: 1, at: 1, event, snapshot, records: [], started: [], took: [], timers: [] }
}

test('the rows of actors hold nothing of the steps that made them', async () => {
  const db = inMemory()
  const observer = makeObserver({
    config: demoConfig,
    secrets: [],
    now: () => 1,
    talk: openTalk(db),
    tape: openTape(db),
    titleOf: () => undefined,
    connections: { rows: () => [], onChange: () => undefined },
    failed: (error) => expect.unreachable(String(error)),
  })
  for (let actor = 0; actor < actors; actor += 1) observer.committed(stepOf(actor))
  await vi.waitFor(() => expect(queryObjects(Heard, { format: 'count' })).toBeLessThan(actors / 2), { timeout: 5_000 })
  // It is still in use.
  expect(observer.calls.of('iris web:room-1')).toEqual([])
})
