// The talk of a run behind its last summary: what that was written from stands in it (A3).
import type { PromptMessage, Talk } from '../../prompt/talk.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import type { AnchorBody } from './tape-tools.ts'

/** Id of the last line that its last summary knows; undefined: there is none. */
export const talkUntilOf = (rows: readonly StoredEntry[]): string | undefined =>
  (rows.findLast(({ kind }) => kind === 'anchor')?.body as AnchorBody | undefined)?.talkUntil

/** Without the lines up to that one, but for those that the answer is for; as it is where the line is not in the talk. */
export function talkSince(talk: Talk, until: string | undefined, targets: readonly string[]): Talk {
  const known = until === undefined ? new Set<string>() : upTo(talk, until)
  if (known.size === 0) return talk
  const isLeft = ({ id }: { id: string }): boolean => !known.has(id) || targets.includes(id)
  const { before, batch, after, linked } = talk
  return {
    before: before.filter(isLeft),
    batch: batch.filter(isLeft),
    after: after.filter(isLeft),
    ...(linked && { linked: linked.filter(isLeft) }),
  }
}

/** Id of the newest line that is shown; nothing stands there behind `since`: that. */
export function newestIn(
  { lines, known }: { lines: ReadonlyMap<string, PromptMessage>; known?: ReadonlySet<string> },
  since?: string,
): string | undefined {
  const all = [...lines.values()].filter(({ id }) => !known?.has(id))
  const newest = Math.max(...all.map(({ ts }) => ts))
  return all.findLast(({ ts }) => ts === newest)?.id ?? since
}

/** Ids of the lines up to this one, it included; what is linked is older than all. */
export function upTo({ before, batch, after, linked = [] }: Talk, until: string): Set<string> {
  const ids = [...before, ...batch, ...after].toSorted((a, b) => a.ts - b.ts).map(({ id }) => id)
  const known = ids.slice(0, ids.indexOf(until) + 1)
  return new Set(known.length > 0 ? [...linked.map(({ id }) => id), ...known] : [])
}
