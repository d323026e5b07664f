// What both jobs need to ask a model: their parts, and the talk cut to what the reservation leaves (U2).
import type { ComposeInput, DecideInput, Situation } from '../../machines/group.children.ts'
import type { Recent } from '../../machines/rules/repetition.ts'
import { type ChatAnswer, type ChatMessage, type ChatModel, ModelError } from '../llm/model.ts'
import { estimateTokens } from '../llm/tokens.ts'
import { type DecisionMode, decisionPrompt } from '../prompt/decision-prompt.ts'
import type { BotProfile } from '../prompt/identity.ts'
import { replyPrompt } from '../prompt/reply-prompt.ts'
import type { Member } from '../prompt/roster.ts'
import { type Talk, talkBlock } from '../prompt/talk.ts'

export interface JobDeps {
  model: ChatModel
  /** As its persona file is now (P5). */
  profile: () => BotProfile
  roster: () => readonly Member[]
  /** The messages of a batch, the ten before it, and what has been said since. */
  talk: (group: string, batch: string[]) => Talk
  /** The last ten own replies, and the last ten messages of peers in the last minutes (T5). */
  recentReplies: (group: string) => Recent
  mode: DecisionMode
}

export interface JobContext {
  signal: AbortSignal
  bot: string
  group: string
}

/** A tokenizer of theirs may count so much more than our estimate. */
const safety = 1.25
/** What the protocol adds to a system and a user message. */
const framingTokens = 8
const headingTokens = estimateTokens('Earlier:\nNew (500):\nYour draft:\nSince then (500):\n')
const leastTalkTokens = 40

/** Throws a ModelError `failed`, at no charge, when the reservation leaves no room for any talk. */
export function fitTalk(
  deps: JobDeps,
  input: DecideInput | ComposeInput,
  context: JobContext,
  system: string,
  draft?: string,
): ChatMessage[] {
  const room = Math.floor((input.maxTokens - input.maxOutputTokens) / safety) - fixedTokens(system)
  if (room < leastTalkTokens) {
    throw new ModelError(
      'failed',
      `${input.maxTokens} tokens leave no room for any talk: raise the limits of the short window`,
      0,
    )
  }
  const talk = marked(deps.talk(context.group, input.batch), input.mentioned)
  const lines = talkBlock(talk, draft, Math.min(room, input.maxTalkTokens), estimateTokens)
  return [
    { role: 'system', content: system },
    { role: 'user', content: lines },
  ]
}

/** The chart knows which of the batch address the bot: a reply to its words names nobody (M5). */
function marked(talk: Talk, ids: readonly string[]): Talk {
  const mentions = new Set(ids)
  const batch = talk.batch.map((message) => {
    const mentioned = mentions.has(message.id)
    return message.mentioned === mentioned ? message : { ...message, mentioned }
  })
  return { ...talk, batch }
}

/** What a call is charged with: the provider's count, else all that was held for it (U3). */
export function chargedTokens(answer: ChatAnswer, input: { maxTokens: number }): number {
  return answer.tokens ?? input.maxTokens
}

/** Runs a reader of an answer; when it fails, the error carries the tokens that the answer cost. */
export function chargeFailures<T>(answer: ChatAnswer, input: { maxTokens: number }, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    throw new ModelError(error.kind, error.message, error.tokens ?? chargedTokens(answer, input))
  }
}

/** Tokens of each prompt beyond the lines of talk, at most: what a reservation adds to them (U2, I5). */
export function promptOverhead(
  profile: BotProfile,
  roster: readonly Member[],
  mode: DecisionMode,
): { decide: number; compose: number } {
  const common = { profile, roster, situation: longestSituation, count: estimateTokens }
  const policy = { type: 'reaction', maxChars: 10_000, markdown: false } as const
  return {
    decide: fixedTokens(decisionPrompt({ ...common, mode, rejudging: false })),
    compose: fixedTokens(replyPrompt({ ...common, policy })),
  }
}

function fixedTokens(system: string): number {
  return estimateTokens(system) + headingTokens + framingTokens
}

const longestSituation: Situation = {
  state: 'DORMANT',
  messages_in_5m: 200,
  unique_speakers_in_5m: 200,
  last_speak_ago: 9_999_999,
  my_messages_in_5m: 100,
  budget_usage_ratio: 1,
  mentioned_in_context: false,
  mention_count: 500,
  pending_batches_merged: 500,
}
