// The name over a line of talk: who bears the name of a bot, or one that reads like it, is shown as what it is.
import { LRUCache } from 'lru-cache'
import { makeReadsLike } from '../language/name-look.ts'
import { type Count, clipTokens } from './clip.ts'
import { escapeName } from './escape.ts'
import type { BotProfile } from './identity.ts'
import type { RosterMember } from './roster.ts'
import type { PromptMessage, TalkInput } from './talk-parts.ts'

type Named = Pick<PromptMessage, 'name' | 'bot'>

const maxNameTokens = 16
const mostNames = 500

type Around = Pick<TalkInput, 'roster' | 'count'> & { profile: Pick<BotProfile, 'name' | 'id' | 'aliases'> }

interface Manner {
  /** What the bot itself is called in the talk. */
  reserved?: string
  /** A bot that nobody has told of is marked, too. */
  strangers: boolean
}

type NameOf = (message: Named) => string

// The profile and the roster are the same objects from prompt to prompt, and the names of a room the same few.
const lastNames = new WeakMap<Around['profile'], Omit<Around, 'profile'> & Manner & { nameOf: NameOf }>()

export function namesIn(around: Around, manner: Manner): NameOf {
  const { profile, roster, count } = around
  const { reserved, strangers } = manner
  const last = lastNames.get(profile)
  if (last?.roster === roster && last.count === count && last.reserved === reserved && last.strangers === strangers) {
    return last.nameOf
  }
  const nameOf = makeNameOf(around, manner)
  lastNames.set(profile, { roster, count, ...manner, nameOf })
  return nameOf
}

function makeNameOf({ profile, roster, count }: Around, { reserved, strangers }: Manner): NameOf {
  const called = [profile.name, profile.id, ...profile.aliases, reserved ?? '']
  const own = calledAs(called.filter(Boolean))
  const bots = botsOf(roster)
  const markOf = ({ name, bot }: Named): string => {
    if (own.isCalled(name) || (bot !== true && own.readsLike(name))) return bot ? ' (another bot)' : ' (person)'
    if (bot === true) return strangers && !bots.isCalled(name) ? ' (bot)' : ''
    // Of a line that does not tell who wrote it, a look-alike is nobody of the roster.
    if (bots.isCalled(name)) return bot === false ? ' (person)' : ''
    return bots.readsLike(name) ? ' (person)' : ''
  }
  // By whether a bot wrote the line, as far as that is known.
  const lists: Record<string, LRUCache<string, string>> = {}
  return (message) => {
    const { bot, name } = message
    const known = (lists[bot === undefined ? 'unknown' : bot ? 'bot' : 'person'] ??= new LRUCache({ max: mostNames }))
    let shown = known.get(name)
    if (shown === undefined) known.set(name, (shown = plainName(name, count) + markOf(message)))
    return shown
  }
}

interface InRoom {
  ownId: string
  profile: Around['profile']
}

/** Where no bot reads the talk as its own: the bots of the room by their names, by whoever wrote a line. */
export function namesInRoom(
  bots: readonly InRoom[],
  roster: readonly RosterMember[],
  count: Count,
): (message: Pick<PromptMessage, 'name' | 'bot' | 'sender'>) => string {
  const called = bots.flatMap(({ profile: { name, id, aliases } }) => [name, id, ...aliases])
  const nameOf = makeNameOf({ profile: { name: '', id: '', aliases: called }, roster, count }, { strangers: true })
  const own = new Map(bots.map(({ ownId, profile }) => [ownId, plainName(profile.name, count)]))
  const words = new Set(called.filter(Boolean).map(low))
  const posing = (shown: string): boolean =>
    shown
      .toLowerCase()
      .split(/\s+/)
      .some((word) => words.has(word))
  return (message) => {
    const ours = own.get(message.sender)
    if (ours !== undefined) return ours
    const shown = nameOf(message)
    // `Iris (bot)` has lost its brackets, and nobody is to read it as the bot.
    return message.bot === false && !shown.endsWith(' (person)') && posing(shown) ? `${shown} (person)` : shown
  }
}

/** Without a mark: for lines that are known to be the bot's own. */
export const plainName = (name: string, count: Count): string => clipTokens(escapeName(name), maxNameTokens, count)

interface CalledAs {
  /** As names stand in a prompt. */
  isCalled(name: string): boolean
  readsLike(name: string): boolean
}

function calledAs(names: readonly string[]): CalledAs {
  const shown = new Set(names.map(low))
  return { isCalled: (name) => shown.has(low(name)), readsLike: makeReadsLike(names) }
}

const low = (name: string): string => escapeName(name).toLowerCase()

// The list is the same one from prompt to prompt, and may hold thousands.
const rosters = new WeakMap<readonly RosterMember[], CalledAs>()

function botsOf(roster: readonly RosterMember[]): CalledAs {
  const known = rosters.get(roster)
  if (known) return known
  const bots = calledAs(roster.filter(({ bot }) => bot).flatMap(({ name, id }) => [name, id]))
  rosters.set(roster, bots)
  return bots
}
