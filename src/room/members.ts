// The bots as the groups know them, and a channel's message as each of them sees it (R2–R4, M1–M5).
import type { BotConfig } from '../config/bots.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { mayBeAboutAttachments } from '../language/attachments.ts'
import { makeMentionMatcher, type Naming } from '../language/mention.ts'
import { makeRelevance, type Relevance } from '../language/relevance.ts'
import type { InboundMessage } from './message.ts'
import { estimateTokens } from '../language/tokens.ts'
import type { Addressing } from './addressing.ts'
import { chineseWordCost } from '../language/chinese-words.ts'

export interface Member {
  /** The bot's id in the configuration. */
  bot: string
  /** Its id on the channel, told by the channel itself (R1). */
  ownId: string
  /** How a text names it, if it does (M1–M4). */
  isNamedIn(text: string): Naming | undefined
  /** What a text has in common with its field, 0–1. */
  relevanceOf: Relevance
}

/** A bot as it is known in a group; undefined while it is not online there. */
export type MemberIn = (group: string, bot: string) => Member | undefined

/** Who a bot is, as far as its ears go. */
export type Ears = Pick<BotConfig, 'id' | 'name' | 'aliases' | 'role' | 'expertise'>

const longestName = 80

/** `problemWords`: of its field, as they are now; the same list until they change. */
export function makeMember(bot: Ears, ownId: string, problemWords: () => readonly string[] = () => noWords): Member {
  return {
    bot: bot.id,
    ownId,
    isNamedIn: makeMentionMatcher(bot, chineseWordCost),
    relevanceOf: relevanceOf(bot, problemWords),
  }
}

const noWords: readonly string[] = []

function relevanceOf(bot: Ears, problemWords: () => readonly string[]): Relevance {
  let words = problemWords()
  let relevance = makeRelevance({ ...bot, problemWords: words })
  return (text) => {
    const fresh = problemWords()
    if (fresh !== words) relevance = makeRelevance({ ...bot, problemWords: fresh })
    words = fresh
    return relevance(text)
  }
}

/** A message as one bot's chart gets it: who wrote it, whom it is aimed at, and what its line costs. */
export function refFor(
  member: Member,
  message: InboundMessage,
  addressing: Addressing,
  mayNeedAttachments = mayBeAboutAttachments(message),
): MessageRef {
  const { id, ts, sender, text, replyTo } = message
  return {
    id,
    ts,
    kind: sender.id === member.ownId ? 'self' : sender.bot ? 'peer' : 'person',
    sender: sender.id.slice(0, longestName),
    ...addressing,
    relevance: Math.round(member.relevanceOf(text) * 100) / 100,
    tokens: lineOverhead + estimateTokens(text),
    ...(replyTo !== undefined && { replyTo }),
    ...(mayNeedAttachments && { attachments: true as const }),
  }
}

/** Marker, time and name of a prompt line. */
const lineOverhead = 18
