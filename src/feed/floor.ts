// The floor of a room as the page is told of it: each step of its chart, as it is taken and as its tape gives it back.
import type { AnyMachineSnapshot } from 'xstate'
import { delayNameOf } from '../../machines/delay-name.ts'
import type { FloorContext } from '../../machines/room/floor.ts'
import { floorKind } from '../room/floor.ts'
import { kinds } from '../room/kinds.ts'
import { makeStepper } from '../room/step.ts'
import type { TracedStep } from '../room/steps.ts'
import { timersAfter } from '../room/timers.ts'
import type { FedRow } from '../store/tape.ts'
import type { FloorStep } from './contract.ts'

type Stepped = Pick<TracedStep, 'seq' | 'at' | 'snapshot' | 'timers' | 'took'>

export function floorStepOf({ seq, at, snapshot, timers, took }: Stepped): FloorStep {
  const { value, context } = snapshot as AnyMachineSnapshot
  return {
    seq,
    at,
    active: [`floor.${String(value)}`],
    timers: timers.map(({ id, due }) => ({ id, name: delayNameOf(id), due })),
    took,
    by: (context as FloorContext).by,
  }
}

/** Read before a page: among so many events there is one from which on the floor is known, whatever was before. */
export const leadRows = 32

const { machine, transitions } = kinds[floorKind]
const stepper = makeStepper(machine, {}, transitions)
type Snapshot = ReturnType<typeof stepper.init>['snapshot']
type Event = Parameters<typeof stepper.step>[1]

/**
 * The steps that rows led to, oldest first: the tape keeps the floor's events alone. Of several rows of one seq the first
 * counts, the newest: a chart that could not be read began anew. Until the floor is taken, or free again after its time, it is
 * not known how it stood, and no step is told.
 */
export function floorStepsOf(newestFirst: readonly FedRow[]): FloorStep[] {
  const rows = newestFirst.filter(({ seq }, i) => seq !== newestFirst[i - 1]?.seq).toReversed()
  const steps: FloorStep[] = []
  let before: { snapshot: Snapshot; timers: TracedStep['timers'] } | undefined
  for (const { seq, at, body } of rows) {
    try {
      const event = JSON.parse(body) as Event
      const isTold = before !== undefined || seq === 1 || event.type === 'floor.claimed'
      if (!isTold && !event.type.startsWith('xstate.after.')) continue
      const from = before ?? { snapshot: stepper.init({}).snapshot, timers: [] }
      const { snapshot, effects, took } = stepper.step(from.snapshot, event)
      before = { snapshot, timers: timersAfter(from.timers, effects, { seq, at }) }
      if (isTold) steps.push(floorStepOf({ seq, at, took, ...before }))
    } catch {
      before = undefined
    }
  }
  return steps
}
