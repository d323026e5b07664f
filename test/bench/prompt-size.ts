// How many tokens the prompts of the demo's bots take beyond the talk itself (I5).
import { loadConfig } from '../../src/config/config.ts'
import { promptOverhead } from '../../src/jobs/prompt-talk.ts'
import { estimateTokens } from '../../src/llm/tokens.ts'
import { talkBlock } from '../../src/prompt/talk.ts'
import { report } from './figures.ts'
import { livelyTalk } from './lively-talk.ts'

const { bots } = loadConfig({ env: {}, cwd: '/' })
const roster = bots.map(({ id, name, role, expertise }) => ({ id, name, role, expertise }))
const most = (mode: 'json' | 'yesno', call: 'decide' | 'compose'): number =>
  Math.max(...bots.map((bot) => promptOverhead(bot, roster, mode)[call]))

const batch = livelyTalk({ groups: 1, messages: 10, seed: 3 }).map((line) => ({
  ...line,
  name: line.sender,
  mentioned: false,
  own: false,
}))
const talk = talkBlock({ before: [], batch, after: [] }, undefined, 10_000, estimateTokens)
const beside = { baseline: estimateTokens(talk), against: 'ten lines of talk' }

report([
  { name: 'decisionPromptTokens', value: most('json', 'decide'), ...beside, aim: { of: 'value', atMost: 400 } },
  { name: 'yesNoPromptTokens', value: most('yesno', 'decide'), ...beside, aim: { of: 'value', atMost: 200 } },
  { name: 'replyPromptTokens', value: most('json', 'compose'), ...beside },
])
