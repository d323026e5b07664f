// Whole prompts for the tests: what stands around a talk, and the talk, as the jobs put them together.
import type { ChatMessage } from '../../src/llm/model.ts'
import { estimateTokens as count } from '../../src/language/tokens.ts'
import type { PromptParts } from '../../src/prompt/prompt-parts.ts'
import { type PromptMessage, type Talk, talkBlock } from '../../src/prompt/talk.ts'
import type { PromptStyle, TalkInput, TalkShown } from '../../src/prompt/talk-parts.ts'
import { colleagues as roster, iris as profile, quiet as situation } from './iris.ts'

export const styles = ['compact', 'documents'] as const

/** 14:31 on the day of the lines that `said` makes. */
export const now = Date.UTC(2026, 10, 2, 14, 31)

export const baseOf = (style: PromptStyle) =>
  ({ profile, roster, situation, style, timeZone: 'UTC', requested: false, at: now, count }) as const

export function talkIn(style: PromptStyle, talk: Partial<Talk>, over: Partial<TalkInput> = {}): TalkShown {
  const { batch = [] } = talk
  return talkBlock({
    style,
    talk: { before: [], batch, after: [], ...talk },
    targets: batch.filter(({ mentioned }) => mentioned).map(({ id }) => id),
    at: now,
    timeZone: 'UTC',
    profile,
    roster,
    allowance: 10_000,
    count,
    ...over,
  })
}

export function messagesOf({ system, header, footer }: PromptParts, { text }: TalkShown): ChatMessage[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: [header, text, footer].filter(Boolean).join('\n') },
  ]
}

/** The lines of talk alone, without what stands around them. */
export const linesIn = (messages: readonly ChatMessage[]): string[] =>
  (messages[1]?.content ?? '').split('\n').filter((line) => /^(?:\d+[*~]? \d+[smhd] |\[msg_id:)/.test(line))

export const labelOf = ({ lines }: TalkShown, message: PromptMessage): string | undefined =>
  [...lines].find(([, { id }]) => id === message.id)?.[0]
