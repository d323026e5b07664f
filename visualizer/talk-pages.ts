// Pages of a talk put together: without doubles, in time order.
import type { TalkLine } from '../src/feed/contract.ts'

/** Lines of the same time stay in the order they were told in. */
export function mergeTalk(known: readonly TalkLine[], more: readonly TalkLine[]): readonly TalkLine[] {
  const byId = new Map([...known, ...more].map((line) => [line.id, line]))
  return [...byId.values()].toSorted((a, b) => a.at - b.at)
}

interface Source {
  /** The newest lines, or those before a message; a page that is not full is the last one. */
  ask: (before?: string) => Promise<readonly TalkLine[]>
  pageSize: number
  mostPages: number
}

export interface Read {
  lines: readonly TalkLine[]
  /** Nothing is missing between them and what was known. */
  joins: boolean
  /** There may be lines before the first. */
  older: boolean
}

/** Reads the newest lines, back to those that are known: a long absence leaves no hole. */
export async function readSince(known: ReadonlySet<string>, { ask, pageSize, mostPages }: Source): Promise<Read> {
  let lines: readonly TalkLine[] = []
  for (let pages = 0; pages < mostPages; pages += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
    const page = await ask(lines[0]?.id)
    lines = mergeTalk(page, lines)
    const joins = page.some(({ id }) => known.has(id))
    const older = page.length >= pageSize
    if (joins || !older || known.size === 0) return { lines, joins: joins || !older, older }
  }
  return { lines, joins: false, older: true }
}
