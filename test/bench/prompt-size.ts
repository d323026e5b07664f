// How many tokens the prompts of the demo's bots take beyond the talk itself (I5).
import type { Situation } from '../../machines/group.children.ts'
import { loadConfig } from '../../src/config/config.ts'
import { estimateTokens } from '../../src/llm/tokens.ts'
import { decisionPrompt } from '../../src/prompt/decision-prompt.ts'
import { replyPrompt } from '../../src/prompt/reply-prompt.ts'
import { compactHeader } from '../../src/prompt/talk-compact.ts'
import { talkBlock } from '../../src/prompt/talk.ts'
import { report } from './figures.ts'
import { livelyTalk } from './lively-talk.ts'

const { bots } = loadConfig({ env: {}, cwd: '/' })
const roster = bots.map(({ id, name, role, expertise }) => ({ id, name, role, expertise }))
const headings = estimateTokens('Earlier:\nNew (10):\n')
const most = (size: (bot: (typeof bots)[number]) => number): number => Math.max(...bots.map(size))
const common = { roster, count: estimateTokens, situation: situation() }
const decision = (mode: 'json' | 'yesno') => (profile: (typeof bots)[number]) =>
  headings + estimateTokens(decisionPrompt({ ...common, profile, mode, rejudging: false }))
const reply = (profile: (typeof bots)[number]) =>
  headings +
  estimateTokens(replyPrompt({ ...common, profile, policy: { type: 'normal', maxChars: 500, markdown: false } }))

const batch = livelyTalk({ groups: 1, messages: 10, seed: 3 }).map((line) => ({
  ...line,
  name: line.sender,
  mentioned: false,
  own: false,
}))
const talk = talkBlock({ before: [], batch, after: [] }, undefined, 10_000, estimateTokens)
const beside = { baseline: estimateTokens(talk), against: 'ten lines of talk' }

/** A lively group, the bot spoke a while ago and was named. */
function situation(): Situation {
  return {
    state: 'ACTIVE',
    messages_in_5m: 12,
    unique_speakers_in_5m: 4,
    last_speak_ago: 185,
    my_messages_in_5m: 1,
    budget_usage_ratio: 0.25,
    mentioned_in_context: true,
    mention_count: 1,
    pending_batches_merged: 2,
  }
}

report([
  { name: 'decisionPromptTokens', value: most(decision('json')), ...beside, aim: { of: 'value', atMost: 400 } },
  { name: 'yesNoPromptTokens', value: most(decision('yesno')), ...beside, aim: { of: 'value', atMost: 200 } },
  { name: 'replyPromptTokens', value: most(reply), ...beside },
])
