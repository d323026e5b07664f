// Plays recorded talk through the group machines in virtual time and tells every step as a trace line.
import type { BotConfig } from '../../config/bots.ts'
import type { Config } from '../../config/config.ts'
import { untilStopped } from '../virtual/metered-models.ts'
import type { TraceLine } from '../virtual/trace.ts'
import { makeVirtualGroups, relayMs, type VirtualGroupsOptions } from '../virtual/virtual-groups.ts'
import type { TalkRecord } from './records.ts'

/** A bot that sits in every group. */
export interface PlayedBot {
  bot: BotConfig
  /** Whether a recorded name is the bot's. */
  isOwn(name: string): boolean
}

export interface Playing {
  config: Config
  /** Never empty. What one of them posts the others hear. */
  playedBots: readonly PlayedBot[]
  decide: VirtualGroupsOptions['decide']
  seed: number
  traced(line: TraceLine, bot: string): void
  played(count: number): void
}

export type Played = Awaited<ReturnType<ReturnType<typeof preparePlay>>>

/** Everything is set up when it returns; the returned function plays. */
export function preparePlay(records: readonly TalkRecord[], playing: Playing) {
  const { config, playedBots, decide, seed, traced, played } = playing
  const bots = playedBots.map(({ bot }) => bot)
  const startAt = records[0]?.ts ?? 0
  const company = bots.length > 1 ? { roster: bots, relayMs } : { roster: [] }
  const membersIn = personsOf(records.filter(({ sender }) => !playedBots.some(({ isOwn }) => isOwn(sender))))
  const groups = makeVirtualGroups({ config, bots, decide, seed, startAt, traced, membersIn, ...company })
  const isRehearsed = typeof decide === 'string'
  if (isRehearsed) warmUp(playing)
  const ownerOf = (name: string): string | undefined => playedBots.find(({ isOwn }) => isOwn(name))?.bot.id
  return async () => {
    /** `own`: records of each bot's own lines, by its id; `heard`: all of them, unless the play was stopped. */
    const counts = { own: Object.fromEntries(bots.map(({ id }) => [id, 0])), duplicates: 0, heard: 0 }
    const stopped = await untilStopped(async () => {
      for (const { sender, bot: isBot, mentions, ...record } of records) {
        const owner = ownerOf(sender)
        const message = {
          ...record,
          sender: { id: owner ?? sender, name: sender, bot: isBot || owner !== undefined },
          mentions: mentions.map((name) => ({ name, id: ownerOf(name) ?? name })),
        }
        // oxlint-disable-next-line no-await-in-loop -- talk is heard in order, and a rehearsal is waited for by nobody
        const isNew = isRehearsed ? groups.hear(message) : await groups.listen(message)
        if (!isNew) counts.duplicates += 1
        else if (owner !== undefined) counts.own[owner] = (counts.own[owner] ?? 0) + 1
        counts.heard += 1
        played(counts.heard)
      }
      await groups.passOut()
    })
    return { ...counts, groups: new Set(records.map(({ group }) => group)).size, stopped }
  }
}

/** Who speaks in a recorded group was in it all the time, as far as anybody can tell. */
export function personsOf(records: readonly { group: string; sender: string; bot: boolean }[]) {
  const persons = new Map<string, Set<string>>()
  for (const { group, sender, bot } of records) {
    if (!bot) persons.set(group, (persons.get(group) ?? new Set()).add(sender))
  }
  return (group: string): ReadonlySet<string> => persons.get(group) ?? new Set()
}

// A talk that nobody hears, so that a short file is timed as a long one is: with its code compiled.
function warmUp({ config, playedBots, decide, seed }: Playing): void {
  const bots = playedBots.map(({ bot }) => bot)
  const groups = makeVirtualGroups({ config, bots, roster: [], decide, seed, startAt: 0, traced: () => {} })
  for (let i = 1; i <= warmUpMessages; i += 1) {
    const text =
      i % 7 === 0 ? `${bots[0]?.name}, what do you think of number ${i}?` : `message ${i}: is it this or that?`
    const sender = { id: `person ${i % 3}`, name: `Person ${i % 3}`, bot: false }
    groups.hear({ id: `${i}`, ts: i * 20_000, group: 'warm-up', sender, text })
  }
  groups.runOut()
}

const warmUpMessages = 120
