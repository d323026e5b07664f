// The bot, its colleagues and its situation that the prompt tests share.
import type { Situation } from '../../machines/group/children.ts'
import type { BotProfile } from '../../src/prompt/identity.ts'
import type { RosterMember } from '../../src/prompt/roster.ts'
import type { PromptMessage } from '../../src/prompt/talk.ts'

export const iris: BotProfile = {
  id: 'iris',
  name: 'Iris',
  aliases: ['小研'],
  role: 'research assistant',
  expertise: 'papers, literature search, statistics',
}

export const colleagues: RosterMember[] = [
  { name: 'Iris', id: 'iris', role: 'research assistant', expertise: 'papers' },
  { name: 'Rex', id: 'rex', role: 'code reviewer', expertise: 'TypeScript, tests' },
  { name: 'Bob', id: 'bob', role: 'product manager', expertise: 'roadmap, users' },
  { name: 'Ann', id: 'ann', role: 'designer', expertise: '' },
  { name: '李雷', id: 'lilei', role: '运维', expertise: '部署、监控' },
]

export const quiet: Situation = {
  state: 'COOLING',
  messages_in_5m: 3,
  unique_speakers_in_5m: 2,
  last_speak_ago: -1,
  my_messages_in_5m: 0,
  budget_usage_ratio: 0.125,
  mentioned_in_context: false,
  mention_count: 0,
  pending_batches_merged: 1,
}

/** A message `second` seconds past 14:30. */
export function said(second: number, name: string, text: string, over: Partial<PromptMessage> = {}): PromptMessage {
  const ts = Date.UTC(2026, 10, 2, 14, 30, second)
  return { id: String(second), ts, sender: name.toLowerCase(), name, text, mentioned: false, own: false, ...over }
}
