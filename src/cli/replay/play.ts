// Plays recorded talk through the group machines in virtual time and tells every step as a trace line.
import type { DeliverInput, GroupContext, GroupEvent, Vitality } from '../../../machines/group.types.ts'
import { groupMachine } from '../../../machines/group.ts'
import { seedOf } from '../../../machines/rules/random.ts'
import type { BotConfig } from '../../config/bots.ts'
import type { Config } from '../../config/config.ts'
import { actorKey, partsOf } from '../../host/actor-key.ts'
import { type Step, verdictsOf } from '../../host/host.ts'
import { makeVirtualHost } from '../../host/virtual/virtual-host.ts'
import type { JobDeps } from '../../jobs/prompt-talk.ts'
import type { Member as RosterMember } from '../../prompt/roster.ts'
import { groupInputs } from '../../service/hosted-group.ts'
import { makeMember, refFor } from '../../service/members.ts'
import type { TraceLine } from './audit.ts'
import { memoryTalk } from './memory-talk.ts'
import type { TalkRecord } from './records.ts'
import { type DecideHow, rehearsedJobs } from './rehearsed-jobs.ts'

export interface Playing {
  config: Config
  bot: BotConfig
  /** Recorded senders whose lines are the bot's own. */
  ownNames: ReadonlySet<string>
  decide: DecideHow
  seed: number
  told(line: TraceLine): void
  played(count: number): void
}

export interface Played {
  own: number
  duplicates: number
  groups: number
}

export function play(
  records: readonly TalkRecord[],
  { config, bot, ownNames, decide, seed, told, played }: Playing,
): Played {
  const talk = memoryTalk()
  const member = makeMember(bot, bot.id)
  const roster: RosterMember[] = []
  const inputs = groupInputs(config, () => roster)
  const deps: JobDeps = {
    model: { name: 'rehearsal', rehearsal: true, ask: () => Promise.reject(new Error('a replay asks no model')) },
    profile: bot,
    roster: () => roster,
    talk: (group, batch) => talk.around(group, batch),
    ownReplies: (group) => talk.ownReplies(group),
    mode: bot.model.mode,
  }
  let sends = 0
  const sent = (key: string, text: string): string => {
    const id = `sent-${(sends += 1)}`
    const { group } = partsOf(key)
    talk.add(group, { id, ts: host.now(), sender: bot.id, name: bot.name, text, mentioned: false, own: true })
    return id
  }
  const replies = new Map<string, DeliverInput>()
  const host = makeVirtualHost({
    hosted: { machine: groupMachine, inputOf: (key) => ({ ...inputs(key), seed: seedOf(key, seed) }) },
    jobs: rehearsedJobs(() => deps, decide, sent),
    committed: (step) => linesOf(step, replies).forEach(told),
    startAt: records[0]?.ts ?? 0,
  })
  const counts = { own: 0, duplicates: 0 }
  const groups = new Set<string>()
  for (const [index, record] of records.entries()) {
    const { id, ts, group, sender, text, replyTo, bot: isBot, mentions } = record
    const own = ownNames.has(sender)
    const ref = refFor(member, {
      id,
      group,
      ts,
      text,
      sender: { id: own ? member.ownId : sender, name: sender, bot: isBot },
      mentions: mentions.map((name) => ({ name, id: ownNames.has(name) ? member.ownId : name })),
      ...(replyTo !== undefined && { replyTo }),
    })
    host.runUntil(ts)
    const isNew = talk.add(group, { id, ts, sender, name: sender, text, mentioned: ref.mentioned, own })
    groups.add(group)
    if (isNew) {
      if (own) counts.own += 1
      const event: GroupEvent = { type: 'message.received', at: ts, message: ref }
      host.receive(ts, actorKey({ bot: bot.id, group, oneToOne: false }), event)
    } else counts.duplicates += 1
    played(index + 1)
  }
  host.runOut()
  return { ...counts, groups: groups.size }
}

/** `replies` keeps what each actor is about to say. */
function linesOf(step: Step, replies: Map<string, DeliverInput>): TraceLine[] {
  const { group } = partsOf(step.key)
  for (const { src, input } of step.started) if (src === 'deliver') replies.set(step.key, input as DeliverInput)
  const snapshot = step.snapshot as { value: { vitality: Vitality }; context: GroupContext }
  const lines: TraceLine[] = []
  if (step.event.type === 'message.received') {
    const { message } = step.event as unknown as GroupEvent
    const { messages, unique } = snapshot.context.activity
    if (message.kind !== 'self') {
      lines.push({
        kind: 'message',
        id: message.id,
        group,
        at: step.at,
        vitality: snapshot.value.vitality,
        messagesIn5m: messages,
        speakersIn5m: unique,
        mentioned: message.mentioned,
      })
    }
  }
  for (const verdict of verdictsOf(step)) {
    lines.push({ kind: 'verdict', group, ...verdict })
    if (verdict.gate === 'send' && verdict.outcome === 'sent') {
      const { turn, text, type } = replies.get(step.key) as DeliverInput
      lines.push({ kind: 'send', group, turn, at: step.at, text, type })
    }
  }
  return lines
}
