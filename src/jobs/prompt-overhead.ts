// How many tokens the prompts take beyond the lines of talk: what a reservation adds to them (U2, I5).
import type { Situation } from '../../machines/group/children.ts'
import type { PromptSettings } from '../../machines/group/settings.ts'
import { estimatePromptTokens, estimateStableTokens, estimateTokens } from '../language/tokens.ts'
import { type DecisionMode, decisionPrompt } from '../prompt/decision-prompt.ts'
import type { BotProfile } from '../prompt/identity.ts'
import { mostHands } from '../prompt/contract.ts'
import { framed, maxFactsTokens, maxNoteTokens, maxWorkTokens, type PromptFrame } from '../prompt/prompt-parts.ts'
import { longestTargets, replyFrame } from '../prompt/reply-prompt.ts'
import type { RosterMember } from '../prompt/roster.ts'

/** What the protocol adds to a system and a user message. */
const framingTokens = 8
const headingTokens = estimateTokens('Earlier:\nNew (500):\nYour draft:\nSince then (500):\n')

/** Tokens of a prompt beyond its talk, whatever lines it answers. */
export function overheadOf({ system, header, footerFor }: PromptFrame): number {
  const beside = [header, footerFor(longestTargets)].reduce(
    (sum, part) => sum + (part ? estimatePromptTokens(part) + 1 : 0),
    0,
  )
  return estimateStableTokens(system) + beside + headingTokens + framingTokens
}

/** What may stand in a prompt beside its talk. */
export interface Beside {
  /** A note of the room. */
  remembers?: boolean
  /** What work with tools left: a summary, and facts. */
  works?: boolean
  /** Some bot of the room has tools. */
  hands?: boolean
}

/** Tokens of each prompt beyond the lines of talk, at most. */
export function promptOverhead(
  profile: BotProfile,
  roster: readonly RosterMember[],
  mode: DecisionMode,
  { style, timeZone, remembers, works, hands }: PromptSettings & Beside = { style: 'compact' },
): { decide: number; compose: number } {
  const base = {
    profile,
    roster,
    style,
    ...(timeZone !== undefined && { timeZone }),
    situation: longestSituation,
    requested: false,
    at: longestDate,
    note: remembers ? longestNote : undefined,
    work: works ? longestWork : undefined,
    facts: works ? longestFacts : undefined,
    hands: hands ? mostHands : undefined,
    count: estimateTokens,
  }
  const policy = { type: 'long', maxChars: 10_000, markdown: false } as const
  const decisions = [false, true].map((rejudging) => overheadOf(framed(decisionPrompt({ ...base, mode, rejudging }))))
  return {
    decide: Math.max(...decisions),
    compose: overheadOf(replyFrame({ ...base, policy })),
  }
}

const longestDate = Date.UTC(2026, 8, 30, 12, 34)
const longestNote = 'word '.repeat(2 * maxNoteTokens)
const longestWork = 'word '.repeat(2 * maxWorkTokens)
// The last of them is left out.
const longestFacts = [...Array.from({ length: maxFactsTokens / 4 }, () => 'a fact'), 'word '.repeat(maxFactsTokens)]

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
