// Groups in virtual time, their bots rehearsed or asking real models: what `replay`, `demo` and `eval` are played on.
import type { MessageRef } from '../../../machines/group/types.ts'
import type { GroupSettings } from '../../../machines/group/settings.ts'
import { groupMachine } from '../../../machines/group/group.ts'
import { seedOf } from '../../../machines/rules/random.ts'
import type { InboundMessage } from '../../channels/channel.ts'
import type { BotConfig } from '../../config/bots.ts'
import { type Config, settingsFor } from '../../config/config.ts'
import { layerSettings } from '../../config/groups.ts'
import { isOfBot, partsOf } from '../../room/key.ts'
import { makeVirtualHost, type VirtualHostOptions } from '../../host/virtual/virtual-host.ts'
import { makeAttachments } from '../../jobs/attachments/attachments.ts'
import { makeRoomJudgements } from '../../jobs/room/judgement.ts'
import { roomCandidates } from '../../jobs/room/room-candidates.ts'
import type { RosterMember } from '../../prompt/roster.ts'
import { makeAdmission } from '../../room/admission.ts'
import { makeHearing } from '../../room/hearing.ts'
import { groupInputs } from '../../jobs/group-inputs.ts'
import { ownQuote } from '../../jobs/stored-talk.ts'
import type { Media } from '../../media/media.ts'
import { kinds } from '../../room/kinds.ts'
import type { Inbound, Step } from '../../room/steps.ts'
import { duplicate } from '../../room/stored-message.ts'
import type { Member } from '../../room/members.ts'
import type { PlayedModels } from './metered-models.ts'
import { leastMsOf, modelJobs } from './model-jobs.ts'
import type { PlayHost } from './play-host.ts'
import { playedWords } from './played-words.ts'
import { type DecideHow, type Post, rehearsedJobs } from './rehearsed-jobs.ts'
import { makeTracer, type TraceLine } from './trace.ts'
import { makeParts } from './virtual-bot.ts'
import { openVirtualMemory } from './virtual-memory.ts'

/** From one bot's post to the other bots' inboxes. */
export const relayMs = 100
/** The clock of a made-up talk starts somewhere past 0, which no message may claim to be from. */
export const startAt = Date.UTC(2026, 0, 5, 13)

export interface VirtualGroupsOptions {
  config: Config
  /** Each of them sits in every group. */
  bots: readonly BotConfig[]
  roster: readonly RosterMember[]
  /** How to decide without asking anybody, or whom to ask: lead such groups by `listen`, `passUntil` and `passOut`. */
  decide: DecideHow | PlayedModels
  seed: number
  startAt: number
  traced(line: TraceLine, bot: string): void
  /** A message as the bot's chart gets it. */
  heard?(message: MessageRef, group: string): void
  /** A bot posts. Without `relayMs` whoever listens hands the message in for the others; its own talk has it already. */
  said?(message: InboundMessage): void
  /** The other bots hear a post so much later. */
  relayMs?: number
  /** The persons who spoke in a group before the play, and when, ms. Absent: nobody did. */
  personsIn?(group: string): readonly { id: string; ts: number }[]
  /** Ids of everybody in a group, as far as known. Absent: whoever speaks. */
  membersIn?(group: string): ReadonlySet<string>
  /** Reads what messages carry, for bots that ask models. Absent: nothing of it is read. */
  media?: Media
  /** Virtual time and memory when absent. */
  makeHost?: (options: VirtualHostOptions) => PlayHost
}

export function makeVirtualGroups(options: VirtualGroupsOptions) {
  const { config, bots, decide, seed, traced, heard, said, makeHost = makeVirtualHost } = options
  const ids = new Set(bots.map(({ id }) => id))
  const roster = options.roster.map((member) => (ids.has(member.id) ? { ...member, bot: true } : member))
  const asksModels = typeof decide === 'object'
  const memberIn = (_: string, bot: string): Member | undefined => partsByBot.get(bot)?.member
  // A rehearsal writes no note worth its calls, and replays of long recordings keep their pace without a store.
  const memory = asksModels ? openVirtualMemory({ ...config, bots: [...bots] }, memberIn, () => host.now()) : undefined
  const words = asksModels ? playedWords(bots, decide) : undefined
  const attachments = options.media && makeAttachments(options.media)
  const around = { roster, memory, words: words?.of, attachments }
  const partsByBot = new Map(bots.map((bot) => [bot.id, makeParts(bot, config, around)]))
  const partsFor = (bot: string) => {
    const found = partsByBot.get(bot)
    if (!found) throw new Error(`bot ${bot} is not in this play`)
    return found
  }
  const played = { ...(asksModels ? config : withoutNotes(config)), bots: [...bots] }
  const asked = typeof decide === 'object' ? { models: decide, media: options.media } : {}
  const inputs = groupInputs(played, () => roster, undefined, undefined, asked)
  const members = [...bots, ...roster]
  const trace = makeTracer()
  const admission = makeAdmission({ config, isOwn: (_, id) => partsByBot.has(id) })
  const hearing = makeHearing({
    admission,
    config: { bots: [...bots], groups: {} },
    roster: () => members,
    isBot: (id) => partsByBot.has(id),
    memberIn,
    talk: { personsIn: (group) => options.personsIn?.(group) ?? [] },
    ...(options.membersIn && { membersIn: options.membersIn }),
    followUpMs: (group) => settingsFor(config, group).decision.followUpMs,
    now: () => host.now(),
  })
  let posts = 0
  /** Posts that their bot has not been handed back yet. */
  const echoes = new Set<string>()
  const post: Post = (key, { text, replyTo }) => {
    // No recorded message has such an id.
    const id = `\u0000sent-${(posts += 1)}`
    const { bot, group } = partsOf(key)
    const { profile, member, talk } = partsFor(bot)
    const [ts, { name }] = [host.now(), profile]
    const reply = replyTo === '' ? {} : { replyTo }
    talk.add(group, { id, ts, sender: member.ownId, name, text, mentioned: false, own: true, ...reply }, true)
    const message = { id, group, ts, sender: { id: member.ownId, name, bot: true }, text, ...reply }
    memory?.put(message)
    said?.(message)
    if (said || options.relayMs !== undefined) echoes.add(id)
    // Nobody hands it in: what the channel's echo would tell is read here.
    else host.hear({ ...message, contextOnly: true })
    const heardAt = ts + (options.relayMs ?? 0)
    if (heardAt > ts) host.later(heardAt, () => void take({ ...message, ts: heardAt }))
    return id
  }
  const rooms = makeRoomJudgements({
    candidates: roomCandidates({ config: played, profile: (bot) => bot, memberIn, look: (key) => host.snapshot(key) }),
    // Jobs of one moment begin before anything is awaited.
    gather: () => Promise.resolve(),
  })
  const host = makeHost({
    hosted: {
      machine: groupMachine,
      inputOf: (key) => ({ ...inputs(key), canReact: true, seed: seedOf(key, seed) }),
      kinds,
      room: {
        ...hearing,
        hear(room, message) {
          const { read, ...whom } = hearing.hear(room, message)
          return { ...whom, read: () => noted(read(), message) }
        },
      },
    },
    jobs:
      asksModels && memory
        ? modelJobs((bot) => partsFor(bot), decide, post, { source: memory.noteSource, now: () => host.now() }, rooms)
        : rehearsedJobs((bot) => partsFor(bot).deps, asksModels ? 'rehearsal' : decide, post, rooms),
    ...(typeof decide === 'object' && { leastMs: (input: { timeoutMs: number }) => leastMsOf(input, decide.latency) }),
    startAt: options.startAt,
  })
  host.subscribe((step) => {
    if (!isOfBot(step.key)) return
    memory?.record(step)
    for (const line of trace(step)) traced(line, partsOf(step.key).bot)
  })
  /** The bots that have not heard the message yet: it stands in the talk of each of them. */
  const noted = (events: readonly Inbound[], message: InboundMessage): readonly Inbound[] => {
    const { id, ts, group, sender, text, parts } = message
    const refusal = admission.refusalOf(message)
    hearers = events.length
    if (refusal && !refusal.isKept) return events
    const reply = message.replyTo === undefined ? {} : { replyTo: message.replyTo }
    const marks = { ...reply, ...(refusal && { refused: true as const }) }
    const fresh = events.filter(({ key, event }) => {
      const { profile, member, talk } = partsFor(partsOf(key).bot)
      const carried = parts && { parts: parts.map((part) => ownQuote(part, member)) }
      const ref = event['message'] as MessageRef
      const own = ref.kind === 'self'
      const line = {
        id,
        ts,
        sender: sender.id,
        name: sender.name,
        text,
        mentioned: ref.mentioned && ref.how !== 'named',
        ...(ref.how === 'named' && { perhaps: true as const }),
        own,
        ...marks,
        ...carried,
      }
      if (talk.add(group, line, sender.bot)) {
        if (!refusal) heard?.(ref, group)
        return true
      }
      const isEcho = own && echoes.delete(id)
      if (!isEcho) knownTo(profile.id, message)
      return false
    })
    if (fresh.length > 0) {
      memory?.put(message, refusal)
      if (!refusal) words?.hear(text)
    }
    hearers = fresh.length
    if (!refusal)
      news = fresh.flatMap(({ key, event }) => memory?.obey({ key, event: event as Step['event'] }, message) ?? [])
    return fresh
  }
  const knownTo = (bot: string, { id, group }: InboundMessage): void =>
    traced({ kind: 'verdict', group, ...duplicate(id, host.now()) }, bot)
  /** Of the message that was handed in last: how many bots it is new to, and what their charts are told of an order in it. */
  let hearers = 0
  let news: readonly Inbound[] = []
  const take = (message: InboundMessage): boolean => {
    hearers = 0
    news = []
    const { bots: to = [...partsByBot.keys()] } = message
    if (host.hear({ ...message, bots: to }) === 'duplicate') for (const bot of to) knownTo(bot, message)
    const isNew = hearers > 0
    for (const { key, event } of news) host.tell(key, event)
    return isNew
  }
  return {
    /** Runs until the message's time and hands it to every bot; false when all of them have it already. */
    hear(message: InboundMessage): boolean {
      host.runUntil(message.ts)
      return take(message)
    },
    /** As hear, with bots that ask models: their calls are awaited. */
    async listen(message: InboundMessage): Promise<boolean> {
      await words?.renew()
      await host.passUntil(message.ts)
      return take(message)
    },
    /** Runs `work`, such as handing in a message by `take`, at this time, after everything that was due until then. */
    later: host.later,
    /** Hands a message in at once. */
    take,
    now: host.now,
    async passUntil(at: number): Promise<void> {
      await words?.renew()
      await host.passUntil(at)
    },
    async passOut(): Promise<void> {
      await words?.renew()
      await host.passOut()
    },
    /** When something happens next without a further message. */
    nextDue: host.nextDue,
    runUntil: host.runUntil,
    runOut: host.runOut,
  }
}

/** Without a model there is no note, and no prompt keeps room for one. */
function withoutNotes(config: Config): Config {
  const without = (settings: GroupSettings) => layerSettings([settings, { memory: { noteTokens: 0 } }])
  const groups = Object.entries(config.groups).map(([group, of]) => [group, { ...of, settings: without(of.settings) }])
  return { ...config, groupSocial: without(config.groupSocial), groups: Object.fromEntries(groups) as Config['groups'] }
}
