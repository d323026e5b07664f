// A step tells every effect of the chart: what no host can do is an error, not silence.
import { emit, log, raise, setup } from 'xstate'
import { expect, test } from 'vitest'
import { makeStepper } from '../../src/room/step.ts'

const charts = setup({}).createMachine({
  on: {
    wait: { actions: raise({ type: 'over' }, { delay: 1_000, id: 'wait' }) },
    log: { actions: log('a word') },
    tell: { actions: emit({ type: 'told' }) },
  },
})

test('an action of xstate that no host runs stops the step, and does not vanish', () => {
  const stepper = makeStepper(charts, {})
  const { snapshot } = stepper.init({})
  expect(stepper.step(snapshot, { type: 'wait' }).effects).toEqual([
    { type: 'timer.start', id: 'wait', event: { type: 'over' }, delay: 1_000 },
  ])
  expect(() => stepper.step(snapshot, { type: 'log' })).toThrow('no host runs the action xstate.log')
  expect(() => stepper.step(snapshot, { type: 'tell' })).toThrow('no host runs the action xstate.emit')
})
