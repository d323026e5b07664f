// Who spoke with whom in a room, bounded: read off its talk, line by line.
import { makeDirectory } from '../language/directory.ts'
import type { Addressing, Partner, Reading } from './addressing.ts'

/** Whom somebody was speaking with, and when. */
export interface Recent {
  to: ReadonlySet<string>
  ts: number
}

/** A bot, by its channel id, answered a person. */
export interface Answered {
  by: string
  sender: string
  at: number
}

/** A message that was read: a copy of it for another bot is not read again. */
export interface Kept {
  reading: Reading
  /** By bot of the room. */
  addressings: ReadonlyMap<string, Addressing>
}

export interface Conversation {
  speakers: ReturnType<typeof makeDirectory>
  /** By message id, so many. */
  authors: Map<string, string>
  mostAuthors: number
  /** By sender: whom it spoke to last, shown or not; `addressed`: shown alone. */
  aimed: Map<string, Recent>
  addressed: Map<string, Recent>
  /** By member: who called it last. */
  calledBy: Map<string, Recent>
  /** By bot: which person asked it last. */
  askers: Map<string, Recent>
  /** By person: which bot answered it last. */
  threads: Map<string, { by: string; at: number }>
  /** By sender: when it last spoke of a picture, a file or a recording, or went on with one. */
  attached: Map<string, number>
  /** When each person spoke last, and each member. */
  persons: Map<string, number>
  heard: Map<string, number>
  /** Names of persons that are read as other names, by sender. */
  odd: Map<string, string>
  /** By message id. */
  read: Map<string, Kept>
  /** Who wrote a message that is not remembered here. */
  authorOf(id: string): string | undefined
}

/** `persons`: who spoke before, and when. */
export interface Before {
  persons?: readonly { id: string; ts: number }[]
  authorOf?(id: string): string | undefined
}

export function newConversation({ persons = [], authorOf }: Before = {}): Conversation {
  return {
    speakers: makeDirectory(maxRemembered),
    authors: new Map(),
    mostAuthors: authorOf ? mostLatest : maxRemembered,
    aimed: new Map(),
    addressed: new Map(),
    calledBy: new Map(),
    askers: new Map(),
    threads: new Map(),
    attached: new Map(),
    persons: new Map(persons.map(({ id, ts }) => [id, ts])),
    heard: new Map(),
    odd: new Map(),
    read: new Map(),
    authorOf: authorOf ?? (() => undefined),
  }
}

/** For a message that must leave no trace; names of speakers are shared, for they only add up. */
export const copyOf = (talk: Conversation): Conversation => ({
  ...talk,
  authors: new Map(talk.authors),
  aimed: new Map(talk.aimed),
  addressed: new Map(talk.addressed),
  calledBy: new Map(talk.calledBy),
  askers: new Map(talk.askers),
  threads: new Map(talk.threads),
  attached: new Map(talk.attached),
  persons: new Map(talk.persons),
  heard: new Map(talk.heard),
  odd: new Map(talk.odd),
})

/** Since a time no other person spoke. */
export function isAlone({ persons }: Conversation, sender: string, since: number): boolean {
  for (const [person, ts] of persons) if (person !== sender && ts >= since) return false
  return true
}

/**
 * Who a person's unmarked words go on with: the one who answered it last, within `followUpMs`, or whom it asked within
 * the last minute; until it speaks to somebody else, somebody else speaks to it, or the talk goes on among others.
 * `isInterrupted`: somebody else has spoken since.
 */
export function partnerOf(
  { threads, addressed, calledBy, persons }: Conversation,
  { sender, ts }: { sender: string; ts: number },
  answered: readonly Answered[],
  followUpMs: number,
): Partner | undefined {
  const own = threads.get(sender)
  const answers = answered.filter((each) => each.sender === sender.slice(0, longestId))
  const [last] = [...(own ? [own] : []), ...answers].toSorted((a, b) => b.at - a.at)
  const spokeTo = addressed.get(sender)
  const isGoing = last !== undefined && ts - last.at <= followUpMs
  if (spokeTo && (!isGoing || (spokeTo.ts > last.at && !spokeTo.to.has(last.by)))) {
    const [only, more] = spokeTo.to
    if (ts - spokeTo.ts > pendingMs || only === undefined || more !== undefined) return undefined
    return { id: only, isInterrupted: othersSince(persons, sender, spokeTo.ts) > 0 }
  }
  const others = isGoing ? othersSince(persons, sender, last.at) : 0
  if (!isGoing || others >= mostOthers) return undefined
  const call = calledBy.get(sender)
  return call && call.ts > last.at && !call.to.has(last.by) ? undefined : { id: last.by, isInterrupted: others > 0 }
}

function othersSince(persons: Conversation['persons'], sender: string, since: number): number {
  let others = 0
  for (const [person, ts] of persons) if (person !== sender && ts > since) others += 1
  return others
}

export function remember<T>(map: Map<string, T>, key: string, value: T, most = maxRemembered): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= most) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

const maxRemembered = 300
/** The others can be looked up. */
const mostLatest = 50
/** When so many others have spoken since the answer, the talk has gone on without it. */
const mostOthers = 2
/** So long an answer is awaited of whom somebody spoke to. */
const pendingMs = 60_000
/** As charts keep ids. */
const longestId = 80
