// Pages of a tape put together: back to what is known and to the moment that is shown, without a hole that nobody tells.
import type { StepRecord } from '../src/feed/contract.ts'
import { mergeSteps } from './steps.ts'

interface Source {
  /** The newest steps before a seq; a page that is not full is the last one. */
  ask: (before?: number) => Promise<readonly StepRecord[]>
  pageSize: number
  mostPages: number
}

export interface Read {
  steps: readonly StepRecord[]
  /** Nothing is missing between them and what was known. */
  joins: boolean
  /** The tape may hold steps before the first. */
  older: boolean
}

/** `known`: seq of the newest step that is known. `cursor`: of the one shown; however far back it lies, it is read. */
export async function readSteps(
  known: number | undefined,
  cursor: number | undefined,
  { ask, pageSize, mostPages }: Source,
): Promise<Read> {
  const upTo = Math.min(known ?? Infinity, cursor ?? Infinity)
  let steps: readonly StepRecord[] = []
  for (let pages = 1; ; pages += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
    const page = await ask(steps[0]?.seq)
    steps = mergeSteps(page, steps)
    const older = page.length >= pageSize
    const first = steps[0]?.seq ?? -Infinity
    const isFar = upTo !== Infinity && first > upTo
    if (older && isFar && (pages < mostPages || cursor !== undefined)) continue
    return { steps, joins: known === undefined || !older || first <= known, older }
  }
}

/** The step next to a moment that the whole tape does not hold: forgotten, or of another tape. Undefined: it is held. */
export function nearest(steps: readonly StepRecord[], older: boolean, cursor: number): number | undefined {
  const [first, last] = [steps[0]?.seq ?? 0, steps.at(-1)?.seq ?? 0]
  if (cursor > last) return last
  return cursor < first && !older ? first : undefined
}
