// The bots as the groups know them, and a channel's message as each of them sees it (R2–R4, M1–M5).
import type { MessageRef } from '../../machines/group.types.ts'
import { makeMentionMatcher } from '../../machines/rules/mention.ts'
import { makeRelevance, type Relevance } from '../../machines/rules/relevance.ts'
import type { InboundMessage } from '../channels/channel.ts'
import { estimateTokens } from '../llm/tokens.ts'

export interface Member {
  /** The bot's id in the configuration. */
  bot: string
  /** Its id on the channel, told by the channel itself (R1). */
  ownId: string
  isNamedIn(text: string): boolean
  /** What a text has in common with its field, 0–1. */
  relevanceOf: Relevance
}

/** Who a bot is, as far as its ears go. */
export interface Ears {
  id: string
  name: string
  aliases: string[]
  role: string
  expertise: string
}

const longestName = 80

export function makeMember(bot: Ears, ownId: string): Member {
  const naming = makeMentionMatcher(bot)
  return { bot: bot.id, ownId, isNamedIn: (text) => Boolean(naming(text)), relevanceOf: makeRelevance(bot) }
}

/** A message as one bot's chart gets it: who wrote it, whether it names the bot, and what its line costs. */
export function refFor(member: Member, message: InboundMessage): MessageRef {
  const { id, ts, sender, text, mentions = [], replyTo } = message
  const kind = sender.id === member.ownId ? 'self' : sender.bot ? 'peer' : 'person'
  const named = mentions.some((mention) => mention.id === member.ownId) || member.isNamedIn(text)
  const ref = {
    id,
    ts,
    kind,
    sender: sender.id.slice(0, longestName),
    mentioned: kind !== 'self' && named,
    relevance: Math.round(member.relevanceOf(text) * 100) / 100,
    tokens: lineOverhead + estimateTokens(text),
  } as const
  return replyTo === undefined ? ref : { ...ref, replyTo }
}

/** Marker, time and name of a prompt line. */
const lineOverhead = 18
