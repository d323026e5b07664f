// The steps of the shown room's floor as the page keeps them, read back as far as is asked for.
import type { FloorStep } from '../../src/feed/contract.ts'
import { floorOf, pageOfSteps } from '../api.ts'
import { readSteps } from '../pages.ts'
import { mergeFloor } from '../steps.ts'
import { getState, setInTurn } from '../store.ts'
import { isShown } from '../talk.ts'

const kept = 4_000
const mostPages = 4
const againMs = 2_000

export function takeFloor(steps: readonly FloorStep[]): void {
  const floor = mergeFloor(getState().floor, steps)
  // What is looked at is never taken away.
  const tooMany = floor.length > kept && getState().cursor === undefined
  setInTurn(tooMany ? { floor: floor.slice(-kept / 2), olderFloor: true } : { floor })
}

/** Reads what came since the last look, back to `known`, its newest step. */
export async function catchUpFloor(actor: string, known = getState().floor.at(-1)?.seq): Promise<void> {
  const ask = (before?: number) => floorOf(actor, before)
  try {
    const { steps, joins, older } = await readSteps(known, undefined, { ask, pageSize: pageOfSteps, mostPages })
    if (!isShown(actor)) return
    // Of what was known before a hole nothing stays; it can be read back.
    const still = getState().floor.filter(({ seq }) => joins || seq > (known ?? 0))
    setInTurn({ floor: mergeFloor(still, steps), olderFloor: older })
  } catch {
    setTimeout(() => void (isShown(actor) && catchUpFloor(actor, known)), againMs)
  }
}

/** Adds the steps before the first one. */
export async function readFloorBack(): Promise<void> {
  const { actor, floor } = getState()
  if (actor === undefined) return
  const page = await floorOf(actor, floor[0]?.seq)
  if (!isShown(actor) || getState().floor[0] !== floor[0]) return
  setInTurn({ floor: mergeFloor(page, getState().floor), olderFloor: page.length >= pageOfSteps })
}
