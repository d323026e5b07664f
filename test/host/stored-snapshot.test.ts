// What a store keeps of a chart.
import { expect, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import { makeStepper } from '../../src/room/step.ts'
import { inputWith } from '../fakes/group-life.ts'

test('the configuration is no part of a stored snapshot: it is laid over it at every load', () => {
  const stepper = makeStepper(groupMachine, inputWith())
  const stored = stepper.dump(stepper.init(inputWith()).snapshot)
  const { context } = JSON.parse(stored) as { context: object }
  expect(Object.keys(context)).not.toContain('input')
  const changed = inputWith({ policy: 'mention' })
  expect(stepper.load(stored, changed).context.input).toEqual(changed)
})
