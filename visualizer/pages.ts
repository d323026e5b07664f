// Pages of steps and of talk put together: back to what is known and to what is shown, without a hole that nobody tells.
import type { TalkLine } from '../src/feed/contract.ts'
import { mergeSteps } from './steps.ts'

interface Source<T, Before> {
  /** The newest, or those before one that is known; a page that is not full is the last one. */
  ask: (before?: Before) => Promise<readonly T[]>
  pageSize: number
  mostPages: number
}

interface Read {
  /** Nothing is missing between what was read and what was known. */
  joins: boolean
  /** There may be more before the first. */
  older: boolean
}

/** `known`: seq of the newest step that is known. `cursor`: of the one shown; however far back it lies, it is read. */
export async function readSteps<T extends { seq: number }>(
  known: number | undefined,
  cursor: number | undefined,
  { ask, pageSize, mostPages }: Source<T, number>,
): Promise<Read & { steps: readonly T[] }> {
  const upTo = Math.min(known ?? Infinity, cursor ?? Infinity)
  let steps: readonly T[] = []
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
export function nearest(steps: readonly { seq: number }[], older: boolean, cursor: number): number | undefined {
  const [first, last] = [steps[0]?.seq ?? 0, steps.at(-1)?.seq ?? 0]
  if (cursor > last) return last
  return cursor < first && !older ? first : undefined
}

/** Reads the newest lines, back to those that are known: a long absence leaves no hole. */
export async function readSince(
  known: ReadonlySet<string>,
  { ask, pageSize, mostPages }: Source<TalkLine, string>,
): Promise<Read & { lines: readonly TalkLine[] }> {
  let lines: readonly TalkLine[] = []
  for (let pages = 1; ; pages += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
    const page = await ask(lines[0]?.id)
    lines = mergeTalk(page, lines)
    const joins = page.some(({ id }) => known.has(id))
    const older = page.length >= pageSize
    if (older && !joins && known.size > 0 && pages < mostPages) continue
    return { lines, joins: joins || !older, older }
  }
}

/** Lines of the same time stay in the order they were told in. */
export function mergeTalk(known: readonly TalkLine[], more: readonly TalkLine[]): readonly TalkLine[] {
  const byId = new Map([...known, ...more].map((line) => [line.id, line]))
  return [...byId.values()].toSorted((a, b) => a.at - b.at)
}
