import { expect, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import type { GroupContext, GroupEvent } from '../../machines/group/types.ts'
import { makeStepper } from '../../src/room/step.ts'
import { groupMigrations } from '../../src/service/migrations.ts'
import { inputWith } from '../fakes/group-life.ts'

const stepper = makeStepper(groupMachine, inputWith())
const added = ['ownTurns', 'pairTurns', 'callers', 'backOff'] as const

test.each(['1', '2'])('a group that was stored by version %s goes on where it was', (version) => {
  const message = { id: 'm1', ts: 1_000, kind: 'person', sender: 'ann', mentioned: false, tokens: 10 } as const
  const event: GroupEvent = { type: 'message.received', at: 1_000, message }
  const { snapshot } = stepper.step(stepper.init(inputWith()).snapshot, event)
  const now = JSON.parse(stepper.dump(snapshot)) as { value: { control?: string }; context: Partial<GroupContext> }
  const before = structuredClone(now)
  for (const key of [...(version === '1' ? added : []), 'control' as const]) delete before.context[key]
  delete before.value.control
  expect(groupMigrations[version]?.(before)).toEqual(now)
})

test('there is a way to the current version from every older one', () => {
  const current = Number(groupMachine.version)
  const older = Array.from({ length: current - 1 }, (_, i) => String(i + 1))
  expect(Object.keys(groupMigrations)).toEqual(older)
})
