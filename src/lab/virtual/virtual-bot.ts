// One bot of a play in virtual time: what it hears by, its talk, and what its jobs need.
import { shapeReply } from '../../../machines/rules/reply-type.ts'
import type { BotConfig } from '../../config/bots.ts'
import { type Config, settingsFor } from '../../config/config.ts'
import type { Attachments } from '../../jobs/attachments/attachments.ts'
import type { JobDeps } from '../../jobs/prompt-talk.ts'
import { parseDecision } from '../../llm/parse-decision.ts'
import { rehearseNow } from '../../llm/rehearsal.ts'
import type { RosterMember } from '../../prompt/roster.ts'
import { makeMember, type Member } from '../../room/members.ts'
import { memoryTalk } from './memory-talk.ts'
import type { VirtualMemory } from './virtual-memory.ts'

interface Around {
  roster: readonly RosterMember[]
  memory: VirtualMemory | undefined
  /** Everyday words of a bot's field. */
  words: ((bot: string) => readonly string[]) | undefined
  /** What messages carry; absent: nothing of it is read. */
  attachments: Attachments | undefined
}

/** A bot as charts and jobs in virtual time need it. */
export function makeParts(profile: BotConfig, config: Config, { roster, memory, words, attachments }: Around) {
  const talk = memoryTalk()
  const deps: JobDeps = {
    model: { name: 'rehearsal', rehearsal: true, ask: () => Promise.reject(new Error('virtual time asks no model')) },
    profile: () => profile,
    roster: () => roster,
    prompt: (group) => settingsFor(config, group).prompt,
    talk: (group, batch) => talk.around(group, batch),
    recentReplies: (group) => talk.recentReplies(group),
    ...(attachments && { attachments }),
    attachmentLimits: (group) => settingsFor(config, group).reply,
    mode: profile.model.mode,
  }
  const member = makeMember(profile, profile.id, words && (() => words(profile.id)))
  load(member, profile.name)
  return { profile, member, talk, deps: memory?.remembering(profile.id, deps) ?? deps }
}

/** Dictionaries, patterns and schemas are loaded and compiled at their first use: now, not with the first message. */
function load(member: Member, name: string): void {
  member.isNamedIn(name)
  shapeReply(name, 'short', { maxChars: 1, markdown: false })
  const request = { messages: [], maxTokens: 1, format: 'json', timeoutMs: 1, signal: AbortSignal.abort() } as const
  parseDecision(rehearseNow({ ...request, messages: [{ role: 'system', content: '"want_to_reply"' }] }).text)
}
