// Tells whom a message is aimed at, read once for all bots of its group (R3, R4, M1–M4).
import { LRUCache } from 'lru-cache'
import type { Address } from '../../machines/group.types.ts'
import { isCourtesy, isHail } from '../../machines/rules/calls.ts'
import { makeDirectory } from '../../machines/rules/directory.ts'
import { isEverybody, isToAll } from '../../machines/rules/everybody.ts'
import type { Naming } from '../../machines/rules/mention.ts'
import { isQuestion } from '../../machines/rules/questions.ts'
import { spokenOf } from '../../machines/rules/spoken.ts'
import type { InboundMessage } from '../channels/channel.ts'

export interface Aim {
  /** It addresses the bot; `how` tells by what. */
  mentioned: boolean
  how?: Address
  /** It shows that it is aimed at somebody else, and not at the bot. */
  elsewhere?: true
  /** It shows nothing; its sender was speaking with somebody else, and not with the bot. */
  goesOn?: true
}

/** A bot, as far as its ears go. */
export interface Listener {
  /** Its id in the configuration, and in the roster. */
  bot: string
  /** Its id on the channel. */
  ownId: string
  isNamedIn(text: string): Naming | undefined
}

interface Known {
  id: string
  name: string
  aliases?: readonly string[]
}

export interface AimsOptions {
  /** Who is known in every group before anybody speaks; of two with one id the first counts. */
  roster(): readonly Known[]
  /** Who wrote a message that this reader has not read or has forgotten. */
  authorOf(group: string, id: string): string | undefined
}

export interface Aims {
  /** Messages are handed in as they come, each once; the answer tells how the message concerns a bot. */
  read(message: InboundMessage): (listener: Listener) => Aim
}

export function makeAims({ roster, authorOf }: AimsOptions): Aims {
  const groups = new LRUCache<string, Memory>({ max: maxGroups })
  let known = { members: [] as readonly Known[], directory: makeDirectory(maxSpeakers) }
  const fromRoster = () => {
    const members = roster()
    if (!areSame(members, known.members)) known = { members, directory: directoryOf(members) }
    return known.directory
  }

  return {
    read(message) {
      const { group, id, ts, sender, text, replyTo, mentions = [] } = message
      const memory = groups.get(group) ?? newMemory()
      groups.set(group, memory)
      const author = replyTo === undefined ? undefined : (memory.authors.get(replyTo) ?? authorOf(group, replyTo))

      const spoken = spokenOf(text)
      const called = (directory: Directory) => directory.calledIn(spoken.text, spoken.openings())
      const mentioned = mentions.slice(0, maxAimed).map((mention) => mention.id)
      const toAll = mentioned.some(isEverybody) || isToAll(spoken)
      const to = new Set(mentioned.filter((who) => !isEverybody(who)))
      if (author !== undefined) to.add(author)
      for (const who of [...called(memory.speakers), ...called(fromRoster())]) to.add(who)
      to.delete(sender.id)

      const isShown = to.size > 0 && !toAll
      const asksAnew = isQuestion(spoken.text) && !connective.test(spoken.text)
      const isNew = toAll || replyTo !== undefined || isHail(spoken.text) || asksAnew
      const courtesy = isCourtesy(spoken.text)
      const aimed = isShown ? { to, ts } : isNew ? { to: nobody, ts } : goingOn(memory, message)

      const recent = isShown && courtesy ? { ...(memory.aimed.get(sender.id) ?? { to: nobody, ts }) } : aimed
      memory.speakers.add({ id: sender.id, name: sender.name, aliases: [] })
      remember(memory.authors, id, sender.id)
      remember(memory.aimed, sender.id, recent)
      if (!courtesy) for (const who of to) remember(memory.calledBy, who, { to: new Set([sender.id]), ts })

      const heard = new Set(to)
      return ({ bot, ownId, isNamedIn }) => {
        if (sender.id === ownId) return { mentioned: false }
        const isMention = mentions.some((mention) => mention.id === ownId)
        const how = isMention ? 'mention' : author === ownId ? 'reply' : isNamedIn(text)
        if (how) {
          // What the sender says next goes on with this bot, too.
          recent.to = heard.add(ownId)
          recent.ts = ts
          return { mentioned: true, how }
        }
        if (aimed.to.size === 0 || aimed.to.has(ownId) || aimed.to.has(bot)) return { mentioned: false }
        return isShown ? { mentioned: false, elsewhere: true } : { mentioned: false, goesOn: true }
      }
    },
  }
}

type Directory = ReturnType<typeof makeDirectory>

/** Whom somebody was speaking with, and when. */
interface Recent {
  to: ReadonlySet<string>
  ts: number
}

/** What is remembered of a group. */
interface Memory {
  speakers: Directory
  /** By message id. */
  authors: Map<string, string>
  /** By sender: whom it spoke to last. */
  aimed: Map<string, Recent>
  /** By member: who called it last. */
  calledBy: Map<string, Recent>
}

/** A question that begins so goes on with what was said before. */
const connective = /^\s*(?:and|but|also|or)\b|^\s*(?:那|那么|还有|而且|另外|不过|但是)|^\s*(?:а|и|но)\s/i

const maxGroups = 1_000
const maxSpeakers = 300
const maxRemembered = 300
const maxAimed = 50
const goingOnMs = 60_000
const nobody: ReadonlySet<string> = new Set()

const newMemory = (): Memory => ({
  speakers: makeDirectory(maxSpeakers),
  authors: new Map(),
  aimed: new Map(),
  calledBy: new Map(),
})

function directoryOf(members: readonly Known[]): Directory {
  const directory = makeDirectory(members.length)
  const firsts = new Map(members.toReversed().map((member) => [member.id, member]))
  for (const { id, name, aliases = [] } of firsts.values()) directory.add({ id, name, aliases })
  return directory
}

const areSame = (some: readonly Known[], others: readonly Known[]): boolean =>
  some.length === others.length && some.every((member, i) => member === others[i])

/** A message that shows nothing goes on with whom its sender spoke to, or answers who called its sender. */
function goingOn({ aimed, calledBy }: Memory, { sender, ts }: InboundMessage): Recent {
  const recent = [aimed.get(sender.id), calledBy.get(sender.id)].filter(
    (each) => each !== undefined && Math.abs(ts - each.ts) <= goingOnMs,
  )
  return {
    to: new Set(recent.flatMap((each) => [...(each?.to ?? [])])),
    ts: Math.max(...recent.map((each) => each?.ts ?? ts)),
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxRemembered && oldest !== undefined) map.delete(oldest)
}
