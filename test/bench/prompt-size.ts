// How many tokens the prompts take beyond the talk itself, and the heads of its lines (I5, P3).
import type { Situation } from '../../machines/group/children.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import { estimatePromptTokens as count } from '../../src/language/tokens.ts'
import { decisionPrompt } from '../../src/prompt/decision-prompt.ts'
import type { PromptParts } from '../../src/prompt/prompt-parts.ts'
import { replyPrompt } from '../../src/prompt/reply-prompt.ts'
import { talkBlock } from '../../src/prompt/talk.ts'
import type { PromptStyle } from '../../src/prompt/talk-parts.ts'
import { report } from './figures.ts'
import { livelyTalk } from './lively-talk.ts'
import { livelySituation } from './situation.ts'

const { bots } = loadConfig({ env: {}, cwd: '/' })
const roster = bots.map(({ id, name, role, expertise }) => ({ id, name, role, expertise, bot: true }))
const batch = livelyTalk({ groups: 1, messages: 10, seed: 3 }).map((line) => ({
  ...line,
  name: line.sender,
  mentioned: false,
  own: false,
}))
const at = (batch.at(-1)?.ts ?? 0) + 5_000

type Bot = (typeof bots)[number]

const baseOf = (style: PromptStyle, profile: Bot) =>
  ({ profile, roster, style, timeZone: 'Europe/Berlin', situation: situation(), requested: false, at, count }) as const
const headings: Record<PromptStyle, string> = { compact: 'Before:\nNew:', documents: 'Earlier:\nNew (10):' }
const sizeOf = (style: PromptStyle, { system, header, footer }: PromptParts): number =>
  count([headings[style], system, header, footer].filter(Boolean).join('\n'))
const most = (size: (bot: Bot) => number): number => Math.max(...bots.map(size))
const decision = (style: PromptStyle, mode: 'json' | 'yesno') =>
  most((bot) => sizeOf(style, decisionPrompt({ ...baseOf(style, bot), mode, rejudging: false })))
const reply = (style: PromptStyle) =>
  most((bot) => {
    const policy = { type: 'normal', maxChars: 500, markdown: false } as const
    return sizeOf(
      style,
      replyPrompt({ ...baseOf(style, bot), policy, targets: [{ label: '9', name: 'Bob', text: 'why?' }] }),
    )
  })
const linesIn = (style: PromptStyle): number =>
  count(
    talkBlock({
      style,
      at,
      timeZone: 'Europe/Berlin',
      profile: bots[0] as Bot,
      roster,
      allowance: 10_000,
      count,
      talk: { before: [], batch, after: [] },
      targets: [],
    }).text,
  )

/** The bot was named, too. */
const situation = (): Situation => ({
  ...livelySituation,
  mentioned_in_context: true,
  mention_count: 1,
  pending_batches_merged: 2,
})

const beside = { baseline: linesIn('compact'), against: 'ten lines of talk' }
const documents = { baseline: linesIn('documents'), against: 'ten lines of talk in the long form' }

report([
  { name: 'decisionPromptTokens', value: decision('compact', 'json'), ...beside, aim: { of: 'value', atMost: 300 } },
  { name: 'yesNoPromptTokens', value: decision('compact', 'yesno'), ...beside, aim: { of: 'value', atMost: 200 } },
  { name: 'replyPromptTokens', value: reply('compact'), ...beside },
  { name: 'documentsDecisionTokens', value: decision('documents', 'json'), ...documents },
  { name: 'documentsReplyTokens', value: reply('documents'), ...documents },
  { name: 'compactTalkTokens', value: linesIn('compact'), baseline: linesIn('documents'), against: 'the long form' },
])
