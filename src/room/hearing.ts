// A message on its way into a room: read once, and one event for every bot that it is for.
import type { GroupContext } from '../../machines/group/context.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { type Config, configuredGroup } from '../config/config.ts'
import { isOfMembers } from '../commands/commands.ts'
import type { CommandText } from '../commands/parse.ts'
import { topicGroup } from '../config/topics.ts'
import { isAsked } from '../../machines/rules/requests.ts'
import { isEverybody } from '../language/everybody.ts'
import { asksToStop } from '../language/sayings.ts'
import type { Addressing } from './addressing.ts'
import type { Admission, Refusal } from './admission.ts'
import { commandTo, given } from './commanded.ts'
import { concernOf } from './concern.ts'
import { type Answered, copyOf, type Kept, newConversation, remember } from './conversation.ts'
import { actorKey, partsOf } from './key.ts'
import { type Member, type MemberIn, refFor } from './members.ts'
import type { InboundMessage } from './message.ts'
import type { Heard, Room, RoomRules } from './room.ts'
import type { Inbound } from './steps.ts'
import { companyMs, makeReader, type ReaderOptions, usualFollowUpMs } from './reading.ts'

/** A line of a room's talk, as it is kept. */
export interface TalkLine {
  id: string
  ts: number
  sender: string
  name: string
  bot: boolean
  text: string
  replyTo?: string | undefined
}

export interface HearingOptions extends ReaderOptions {
  config: Pick<Config, 'groups' | 'bots'>
  memberIn: MemberIn
  /** The talk as it is kept: what is in nobody's mind is read from there. Absent: there is none. */
  talk?: {
    /** Who wrote a line of it. Absent: nobody knows. */
    authorOf?(group: string, id: string): string | undefined
    personsIn(group: string, since: number): readonly { id: string; ts: number }[]
    /** Of a time on, oldest first. */
    since?(group: string, at: number, most: number): readonly TalkLine[]
  }
  /** Whose messages wake a bot. Absent: everybody's. */
  admission?: Admission
  now(): number
}

/** How messages are read in rooms: what is known of who talks with whom, whom a message is for, who shares a floor. */
export function makeHearing(options: HearingOptions): Required<RoomRules> {
  const { config, memberIn, talk, now, admission, followUpMs = () => usualFollowUpMs } = options
  const { limitOf } = admission ?? {}
  const reader = makeReader(options)
  const all = config.bots.map(({ id }) => id)
  const keysByGroup = new Map(
    Object.entries(config.groups).map(([name, { bots }]) => [topicGroup(name), keysOf(bots, topicGroup(name))]),
  )

  function keysOf(bots: readonly string[], group: string): string[] {
    return bots.map((bot) => actorKey({ bot, group, oneToOne: false }))
  }

  const botsOf = (group: string): readonly string[] => configuredGroup(config, group)?.bots ?? all

  /** Whom the bots of a room answered last, read off their charts: that outlives a restart. */
  function answeredIn(room: Room, group: string): Answered[] {
    return botsOf(group).flatMap((bot) => {
      const by = memberIn(group, bot)?.ownId
      const answered = by === undefined ? undefined : contextOf(room, `${bot} ${room.key}`)?.room.answered
      return by !== undefined && answered ? [{ by, ...answered }] : []
    })
  }

  function hear(room: Room, message: InboundMessage): Heard {
    const { group, sender, oneToOne = false, contextOnly, bots: meant } = message
    const listed = configuredGroup(config, group)?.bots
    // A copy for one bot does not bring it into a group that is others' by the configuration.
    const bots = meant?.filter((bot) => listed?.includes(bot) ?? true) ?? listed ?? []
    const membersOf = (ids: readonly string[]): Member[] => ids.flatMap((bot) => memberIn(group, bot) ?? [])
    const members = contextOnly ? [] : membersOf(bots)
    const heard = { bots: members.map(({ bot }) => bot) }
    const refusal = admission?.refusalOf(message)
    if (refusal) return { ...heard, read: () => refused(room, message, { refusal, members }) }
    // A copy is for one bot, but whom the message is for depends on all of them.
    const present = meant ? (listed ?? [...new Set([...all, ...bots])]) : bots
    const isTalk = sender.bot && !oneToOne && !contextOnly
    return {
      ...heard,
      speaker: isTalk ? membersOf(present).find(({ ownId }) => ownId === sender.id)?.bot : undefined,
      read() {
        const kept = room.talk.read.get(message.id) ?? readIn(room, withAll(message, present), membersOf(present))
        return members.flatMap((member) => received(member, message, kept))
      },
    }
  }

  function received(member: Member, message: InboundMessage, { addressings, reading }: Kept): Inbound[] {
    const { group, oneToOne = false } = message
    const key = actorKey({ bot: member.bot, group, oneToOne })
    const addressing = addressings.get(member.bot) ?? alone(reading, reading.addressingOf(member), oneToOne)
    const ref = refFor(member, message, addressing, reading.mayNeedAttachments)
    const command = commandTo(member, ref, { message, said: reading.said })
    if (command && isOperator(member.bot, ref)) return given(key, ref, command)
    const cause = limitOf && isAsked(ref, oneToOne) ? limitOf(member.bot, group, ref.sender) : undefined
    if (cause) return [{ key, event: { type: 'message.refused', message: ref, cause } }]
    if (command && isForMembers(member.bot, ref, command)) return given(key, ref, command, { byMember: true })
    const heard = command ? { ...ref, triesCommand: command.name } : ref
    return [{ key, event: { type: 'message.received', message: heard } }]
  }

  /** By the id of their platform: a name is anybody's. */
  const isOperator = (bot: string, { kind, sender }: MessageRef): boolean =>
    kind === 'person' && config.bots.some(({ id, operators }) => id === bot && operators.includes(sender))

  const isForMembers = (bot: string, { kind }: MessageRef, { name, words }: CommandText): boolean =>
    kind === 'person' &&
    isOfMembers(name, words) &&
    config.bots.some(({ id, agent }) => id === bot && agent !== undefined)

  /** It asks nobody anything: what is kept of it tells who talks with whom, and each chart records why it is not heard. */
  function refused(
    room: Room,
    message: InboundMessage,
    { refusal, members }: { refusal: Refusal; members: readonly Member[] },
  ): Inbound[] {
    const { group, oneToOne = false } = message
    if (refusal.isKept && !room.talk.read.has(message.id)) readIn(room, message, [])
    return members.map((member) => ({
      key: actorKey({ bot: member.bot, group, oneToOne }),
      event: {
        type: 'message.refused',
        message: refFor(member, message, { mentioned: false }),
        cause: { why: refusal.why },
      },
    }))
  }

  /** Where a mention of everybody counts, it is one of each bot. */
  function withAll(message: InboundMessage, bots: readonly string[]): InboundMessage {
    const { group, mentions } = message
    if (!mentions?.some((mention) => isEverybody(mention.id)) || !admission?.heedsAll(group)) return message
    const own = bots.flatMap((bot) => memberIn(group, bot)?.ownId ?? []).map((each) => ({ id: each, name: each }))
    return { ...message, mentions: [...own, ...mentions] }
  }

  /** `present`: the bots of the room; of what one person says to a bot alone, nobody else is asked. */
  function readIn(room: Room, message: InboundMessage, present: readonly Member[]): Kept {
    const { group, oneToOne = false } = message
    // One that some bots have was said when it came first: the talk does not go on with it.
    const said = room.reached(message.id) === undefined ? room.talk : copyOf(room.talk)
    const reading = reader.read(said, message, () => (oneToOne ? [] : answeredIn(room, group)))
    const addressings = concernOf(reading, oneToOne ? [] : present)
    const kept = { reading, addressings: new Map([...addressings].map(([{ bot }, addressing]) => [bot, addressing])) }
    if (message.bots) remember(room.talk.read, message.id, kept, mostCopies)
    return kept
  }

  return {
    hear,
    floorOf(room) {
      const { group, oneToOne } = partsOf(` ${room}`)
      return oneToOne ? [] : (keysByGroup.get(group) ?? keysOf(botsOf(group), group))
    },
    openTalk(room) {
      const { group } = partsOf(` ${room}`)
      const at = now()
      const conversation = newConversation({
        persons: talk?.personsIn(group, at - companyMs) ?? [],
        ...(talk?.authorOf && { authorOf: (id: string) => talk.authorOf?.(group, id) }),
      })
      for (const { sender, name, bot, ...line } of talk?.since?.(group, at - followUpMs(group), mostLines) ?? []) {
        reader.read(conversation, { ...line, group, sender: { id: sender, name, bot } } as InboundMessage)
      }
      return conversation
    },
  }
}

/** Where nobody else is, what calls a request off need not name the bot. */
const alone = ({ isPerson, said }: Kept['reading'], addressing: Addressing, oneToOne: boolean): Addressing =>
  oneToOne && isPerson && asksToStop(said) ? { ...addressing, wish: 'stop' } : addressing

/** Messages of which a copy for another bot may still come. */
const mostCopies = 50
/** Who talks with whom is read off so many lines of before, at most. */
const mostLines = 40

function contextOf(room: Room, key: string): GroupContext | undefined {
  try {
    return room.actor(key)?.snapshot.context as GroupContext | undefined
  } catch {
    // One that is stopped keeps nothing from the others.
    return undefined
  }
}
