// Tells whom a message is aimed at, read once for all bots of its group (R3, R4, M1–M4).
import { mayBeAboutAttachments } from '../language/attachments.ts'
import { isCourtesy, isHail } from '../language/calls.ts'
import { makeDirectory } from '../language/directory.ts'
import { isEverybody, isToAll } from '../language/everybody.ts'
import { isReadAsAnother, withoutNames } from '../language/names.ts'
import { type QuotePart, saidText } from '../language/parts.ts'
import { askedOf, isClosing } from '../language/sayings.ts'
import { spokenOf } from '../language/spoken.ts'
import type { Reading } from './addressing.ts'
import type { InboundMessage } from './message.ts'
import { type Answered, type Conversation, isAlone, partnerOf, type Recent, remember } from './conversation.ts'

interface Known {
  id: string
  name: string
  aliases?: readonly string[]
}

export interface ReaderOptions {
  /** Who is known in every group before anybody speaks; of two with one id the first counts. */
  roster(): readonly Known[]
  /** Ids of the roster that are bots. Absent: nobody of it counts as company. */
  isBot?(id: string): boolean
  /** Persons who are known to be in a group, spoken or not, by id; undefined: nobody is known to be alone there. */
  membersIn?(group: string): ReadonlySet<string> | undefined
  /** For so long after an answer its asker's words go on with it, ms. */
  followUpMs?(group: string): number
}

export interface Reader {
  /**
   * Reads a message once for all bots of its room, and goes on with the talk. Messages are handed in as they come, each
   * once. `answered`: whom the bots of the room answered last, as their charts tell.
   */
  read(talk: Conversation, message: InboundMessage, answered?: () => readonly Answered[]): Reading
}

export function makeReader(options: ReaderOptions): Reader {
  const { roster, membersIn = () => nobody, followUpMs = () => usualFollowUpMs } = options
  let known = { members: [] as readonly Known[], directory: makeDirectory(maxSpeakers), people: [] as string[] }
  const fromRoster = () => {
    const members = roster()
    if (!areSame(members, known.members)) {
      const people = options.isBot ? members.flatMap(({ id, name }) => (options.isBot?.(id) ? [] : [id, name])) : []
      known = { members, directory: directoryOf(members), people }
    }
    return known
  }

  return {
    read(memory, message, answered = () => []) {
      const { group, id, ts, sender, text, replyTo, mentions = [] } = message
      const author =
        replyTo === undefined
          ? undefined
          : (memory.authors.get(replyTo) ?? memory.authorOf(replyTo) ?? quotedAuthor(message))

      // The name of a file and the words of a card are nobody's call.
      const said = saidText(text, message.parts)
      const spoken = spokenOf(said)
      // Who is named by a name that only reads like another one's is meant, and not that other one.
      const names = withoutNames(said, memory.odd.values())
      const called = (directory: Directory, from = spoken) => directory.calledIn(from.text, from.openings())
      const mentioned = mentions.slice(0, maxAddressed).map((mention) => mention.id)
      const asksBots = askedOf(spoken.text)
      const toAll = mentioned.some(isEverybody) || isToAll(spoken) || asksBots !== undefined
      const spokenTo = new Set(mentioned.filter((who) => !isEverybody(who)))
      for (const who of [...called(memory.speakers), ...called(fromRoster().directory, spokenOf(names))])
        spokenTo.add(who)
      spokenTo.delete(sender.id)
      // Who replies to one and speaks to another asks that other.
      const isForAuthor = spokenTo.size === 0 || toAll
      const to = new Set(spokenTo)
      if (author !== undefined && isForAuthor) to.add(author)
      to.delete(sender.id)

      const isShown = to.size > 0 && !toAll
      const question = spoken.isQuestion()
      const asksAnew = question && !connective.test(spoken.text)
      const isNew = toAll || replyTo !== undefined || isHail(spoken.text) || asksAnew
      // Whom it is courteous to matters where it shows that.
      const courtesy = to.size > 0 && isCourtesy(spoken.text)
      const aimed = isShown ? { to, ts } : isNew ? { to: nobody, ts } : goingOn(memory, message)
      const isPerson = !sender.bot
      const partner =
        isPerson && !isShown && !toAll && !toStranger.test(said)
          ? partnerOf(memory, { sender: sender.id, ts }, answered(), followUpMs(group))
          : undefined

      const recent = isShown && courtesy ? { ...(memory.aimed.get(sender.id) ?? { to: nobody, ts }) } : aimed
      memory.speakers.add({ id: sender.id, name: sender.name, aliases: [] })
      if (!sender.bot && isReadAsAnother(sender.name)) remember(memory.odd, sender.id, sender.name)
      remember(memory.authors, id, sender.id, memory.mostAuthors)
      remember(memory.aimed, sender.id, recent)
      remember(memory.heard, sender.id, ts)
      if (!courtesy) {
        for (const who of to) remember(memory.calledBy, who, { to: new Set([sender.id]), ts })
        if (isShown) remember(memory.addressed, sender.id, { to, ts })
      }
      // A quote of words alone brings nothing along.
      const carried = message.parts?.filter((part) => part.kind !== 'quote' || part.parts !== undefined) ?? []
      const isOfAttachments =
        mayBeAboutAttachments({ text, parts: carried }) ||
        (question && ts - (memory.attached.get(sender.id) ?? -Infinity) <= followUpMs(group))
      if (isOfAttachments) remember(memory.attached, sender.id, ts)
      if (isPerson) remember(memory.persons, sender.id, ts)
      else {
        const [asker] = to.size > 0 ? to : (memory.askers.get(sender.id)?.to ?? nobody)
        if (asker !== undefined && memory.persons.has(asker)) remember(memory.threads, asker, { by: sender.id, at: ts })
      }
      const isAmongBots = isPerson && !toStranger.test(said)
      const isOnlyOne = (): boolean => {
        if (fromRoster().people.some((one) => one !== sender.id && one !== sender.name)) return false
        const members = membersIn(group)
        return members !== undefined && members.size <= (members.has(sender.id) ? 1 : 0)
      }

      const heard = new Set(to)
      return {
        addressingOf({ bot, ownId, isNamedIn }) {
          if (sender.id === ownId) return { mentioned: false }
          const isMention = mentions.some((mention) => mention.id === ownId)
          const isReply = author === ownId && (isForAuthor || spokenTo.has(ownId) || spokenTo.has(bot))
          const how = isMention ? 'mention' : isReply ? 'reply' : isNamedIn(names)
          if (how) {
            // What the sender says next goes on with this bot, too.
            recent.to = heard.add(ownId)
            recent.ts = ts
            remember(memory.addressed, sender.id, { to: heard, ts })
            if (isPerson) remember(memory.askers, ownId, { to: new Set([sender.id]), ts })
            return { mentioned: true, how }
          }
          if (aimed.to.size === 0 || aimed.to.has(ownId) || aimed.to.has(bot)) return { mentioned: false }
          return isShown
            ? { mentioned: false, addressedToOther: true }
            : { mentioned: false, continuesOtherExchange: true }
        },
        text,
        said,
        isPerson,
        isShown,
        isNew,
        isToAll: toAll,
        ...(isPerson && asksBots && { toBots: asksBots }),
        isQuestion: question,
        mayNeedAttachments: isOfAttachments || mayBeAboutAttachments(message),
        isClosing: isClosing(said),
        ...(partner !== undefined && { partner }),
        isAlone: isAmongBots && isAlone(memory, sender.id, ts - companyMs) && isOnlyOne(),
        get isNearlyAlone() {
          return isAmongBots && isAlone(memory, sender.id, ts - nearMs)
        },
        heardOf: (who) => memory.heard.get(who) ?? -Infinity,
      }
    },
  }
}

type Directory = ReturnType<typeof makeDirectory>

/** Whom it speaks to may be known to nobody here. */
const toStranger = /^\s*@[\p{L}\p{N}_]/u
/** A question that begins so goes on with what was said before. */
const connective = /^\s*(?:and|but|also|or)\b|^\s*(?:那|那么|还有|而且|另外|不过|但是)|^\s*(?:а|и|но)\s/i

const maxSpeakers = 300
const maxAddressed = 50
const goingOnMs = 60_000
export const usualFollowUpMs = 180_000
/** Who spoke since then is in the room. */
export const companyMs = 24 * 60 * 60_000
const nearMs = 5 * 60_000
const nobody: ReadonlySet<string> = new Set()

/** What it replies to was never heard; the channel vouches for who wrote it. */
const quotedAuthor = ({ replyTo, parts = [] }: InboundMessage): string | undefined =>
  parts.find((part): part is QuotePart => part.kind === 'quote' && part.id === replyTo && !part.unproven)?.sender

function directoryOf(members: readonly Known[]): Directory {
  const directory = makeDirectory(members.length)
  const firsts = new Map(members.toReversed().map((member) => [member.id, member]))
  for (const { id, name, aliases = [] } of firsts.values()) directory.add({ id, name, aliases })
  return directory
}

const areSame = (some: readonly Known[], others: readonly Known[]): boolean =>
  some.length === others.length && some.every((member, i) => member === others[i])

/** A message that shows nothing goes on with whom its sender spoke to, or answers who called its sender. */
function goingOn({ aimed, calledBy }: Conversation, { sender, ts }: InboundMessage): Recent {
  const isRecent = (each: Recent | undefined): each is Recent => !!each && Math.abs(ts - each.ts) <= goingOnMs
  const [spokeTo, called] = [aimed.get(sender.id), calledBy.get(sender.id)]
  const recent = [...(isRecent(spokeTo) ? [spokeTo] : []), ...(isRecent(called) ? [called] : [])]
  return {
    to: new Set(recent.flatMap(({ to }) => [...to])),
    ts: Math.max(...recent.map((each) => each.ts)),
  }
}
