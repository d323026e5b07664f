// Groups in virtual time, their bots rehearsed: what `replay` and `demo` are played on.
import type { GroupEvent } from '../../../machines/group.types.ts'
import { groupMachine } from '../../../machines/group.ts'
import { shapeReply } from '../../../machines/rules/reply-type.ts'
import { seedOf } from '../../../machines/rules/random.ts'
import type { InboundMessage } from '../../channels/channel.ts'
import type { BotConfig } from '../../config/bots.ts'
import type { Config } from '../../config/config.ts'
import { actorKey, partsOf } from '../../host/actor-key.ts'
import { makeVirtualHost } from '../../host/virtual/virtual-host.ts'
import { parseDecision } from '../../llm/parse-decision.ts'
import { rehearseNow } from '../../llm/rehearsal.ts'
import type { JobDeps } from '../../jobs/prompt-talk.ts'
import type { Member as RosterMember } from '../../prompt/roster.ts'
import { groupInputs } from '../../service/hosted-group.ts'
import { makeMember, type Member, refFor } from '../../service/members.ts'
import { memoryTalk } from './memory-talk.ts'
import { type DecideHow, rehearsedJobs } from './rehearsed-jobs.ts'
import { makeTracer, type TraceLine } from './trace.ts'

export interface VirtualGroupsOptions {
  config: Config
  /** Each of them sits in every group. */
  bots: readonly BotConfig[]
  roster: readonly RosterMember[]
  decide: DecideHow
  seed: number
  startAt: number
  told(line: TraceLine, bot: string): void
  /** A bot posts; its own talk has the message already. */
  said?(message: InboundMessage): void
}

export function makeVirtualGroups({ config, bots, roster, decide, seed, startAt, told, said }: VirtualGroupsOptions) {
  const seats = new Map(bots.map((bot) => [bot.id, seatOf(bot, roster)]))
  const seat = (bot: string) => {
    const found = seats.get(bot)
    if (!found) throw new Error(`bot ${bot} has no seat here`)
    return found
  }
  const inputs = groupInputs({ ...config, bots: [...bots] }, () => roster)
  const trace = makeTracer()
  let posts = 0
  const sent = (key: string, text: string): string => {
    // No recorded message has such an id.
    const id = `\u0000sent-${(posts += 1)}`
    const { bot, group } = partsOf(key)
    const { profile, member, talk } = seat(bot)
    const [ts, { name }] = [host.now(), profile]
    talk.add(group, { id, ts, sender: member.ownId, name, text, mentioned: false, own: true })
    said?.({ id, group, ts, sender: { id: member.ownId, name, bot: true }, text })
    return id
  }
  const host = makeVirtualHost({
    hosted: { machine: groupMachine, inputOf: (key) => ({ ...inputs(key), seed: seedOf(key, seed) }) },
    jobs: rehearsedJobs((bot) => seat(bot).deps, decide, sent),
    committed: (step) => trace(step).forEach((line) => told(line, partsOf(step.key).bot)),
    startAt,
  })
  return {
    /** Runs until the message's time and hands it to every bot; false when all of them have it already. */
    hear(message: InboundMessage): boolean {
      const { id, ts, group, sender, text } = message
      host.runUntil(ts)
      let isNew = false
      for (const { profile, member, talk } of seats.values()) {
        const ref = refFor(member, message)
        const { mentioned } = ref
        const own = ref.kind === 'self'
        if (!talk.add(group, { id, ts, sender: sender.id, name: sender.name, text, mentioned, own })) continue
        isNew = true
        const key = actorKey({ bot: profile.id, group, oneToOne: false })
        const event: GroupEvent = { type: 'message.received', at: ts, message: ref }
        host.receive(ts, key, event)
      }
      return isNew
    },
    /** When something happens next without a further message. */
    nextDue: host.nextDue,
    runUntil: host.runUntil,
    runOut: host.runOut,
  }
}

/** Dictionaries, patterns and schemas are loaded and compiled at their first use: now, not with the first message. */
function load(member: Member, name: string): void {
  member.isNamedIn(name)
  shapeReply(name, 'short', { maxChars: 1, markdown: false })
  const request = { messages: [], maxTokens: 1, format: 'json', timeoutMs: 1, signal: AbortSignal.abort() } as const
  parseDecision(rehearseNow({ ...request, messages: [{ role: 'system', content: '"want_to_reply"' }] }).text)
}

function seatOf(profile: BotConfig, roster: readonly RosterMember[]) {
  const talk = memoryTalk()
  const deps: JobDeps = {
    model: { name: 'rehearsal', rehearsal: true, ask: () => Promise.reject(new Error('virtual time asks no model')) },
    profile,
    roster: () => roster,
    talk: (group, batch) => talk.around(group, batch),
    ownReplies: (group) => talk.ownReplies(group),
    mode: profile.model.mode,
  }
  const member = makeMember(profile, profile.id)
  load(member, profile.name)
  return { profile, member, talk, deps }
}
