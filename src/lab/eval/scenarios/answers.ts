// Which words of the bots answer which moment.
import { listed } from './cast.ts'
import type { Said } from './perform.ts'
import { spanMs } from './times.ts'
import type { Moment } from './schema.ts'
import { faultsOf } from './wording.ts'

/** A moment of a play: its lines as they were said, and the time in which an answer counts. */
export interface Stretch {
  moment: Moment
  /** In the order of time; empty: none of them was said. */
  lines: Said[]
  group: string
  from: number
  to: number
}

export type Answers = ReturnType<typeof answersOf>

const defaultMs = { MUST: 30_000, MAY: 30_000, SILENT: 60_000 }

export function stretchesOf(moments: readonly Moment[], said: readonly Said[]): Stretch[] {
  const spoken = new Map(said.filter(({ isBot }) => !isBot).map((line) => [line.id, line]))
  return moments.map((moment) => {
    const lines = listed(moment.line).flatMap((id) => spoken.get(id) ?? [])
    const { want, within, until = '' } = moment
    const [first, last] = [lines[0], lines.at(-1)]
    const span = within === undefined ? defaultMs[want] : spanMs(within)
    const end = spoken.get(until)?.ts ?? (last?.ts ?? 0) + span
    return { moment, lines, group: first?.group ?? '', from: first?.ts ?? Infinity, to: end }
  })
}

/** `words`: whether the words are those of an answer, and may tell what it answers. */
export function answersOf(stretches: readonly Stretch[], said: readonly Said[], words: boolean) {
  const posts = said.filter(({ isBot }) => isBot)
  /** By moment: the posts that answer it in time, whoever wrote them. */
  const of = new Map<Stretch, Said[]>()
  /** By moment: posts that reply to its line when its time was over. */
  const late = new Map<Stretch, Said[]>()
  /** What answers nothing that anybody wanted, or might have. */
  const uncalled: Said[] = []
  for (const post of posts) {
    const { owners, isLate } = ownersOf(post, stretches)
    const answered = isLate ? late : of
    for (const owner of owners) answered.set(owner, [...(answered.get(owner) ?? []), post])
    if (owners.length === 0) uncalled.push(post)
  }
  // One answer may serve two who asked, where its words show it.
  for (const stretch of words ? stretches : []) {
    if (stretch.moment.want !== 'MUST' || stretch.moment.says === undefined || of.has(stretch)) continue
    const shared = posts.find(
      (post) => isIn(post, stretch) && mayBeBy(post, stretch) && faultsOf(post.text, stretch.moment).length === 0,
    )
    if (shared && !uncalled.includes(shared)) of.set(stretch, [shared])
  }
  return { of, late, uncalled }
}

function ownersOf(post: Said, stretches: readonly Stretch[]): { owners: Stretch[]; isLate: boolean } {
  const wanting = stretches.filter(({ moment }) => moment.want !== 'SILENT')
  const replied = stretches.filter(({ lines }) => lines.some(({ id }) => id === post.replyTo))
  const open = wanting.filter((stretch) => isIn(post, stretch))
  const exact = open.filter((stretch) => replied.includes(stretch))
  if (exact.length > 0) return { owners: preferred(exact, post), isLate: false }
  if (replied.length > 0) {
    const late = replied.filter(({ moment, to }) => moment.want !== 'SILENT' && post.ts > to)
    return { owners: preferred(late, post), isLate: true }
  }
  const nearest = preferred(open, post).toSorted((a, b) => b.from - a.from)
  return { owners: nearest.slice(0, 1), isLate: false }
}

/** Those that its author was to answer, else all. */
function preferred(stretches: readonly Stretch[], post: Said): Stretch[] {
  const own = stretches.filter((stretch) => mayBeBy(post, stretch))
  return own.length > 0 ? own : [...stretches]
}

export const isIn = (post: Said, { group, from, to }: Stretch): boolean =>
  post.group === group && post.ts >= from && post.ts <= to

export const mayBeBy = ({ who }: Said, { moment: { by } }: Stretch): boolean =>
  by === undefined || listed(by).includes(who)
