// Plays recorded talk through the group machines in virtual time and tells every step as a trace line.
import type { BotConfig } from '../../config/bots.ts'
import type { Config } from '../../config/config.ts'
import type { DecideHow } from '../virtual/rehearsed-jobs.ts'
import type { TraceLine } from '../virtual/trace.ts'
import { makeVirtualGroups } from '../virtual/virtual-groups.ts'
import type { TalkRecord } from './records.ts'

export interface Playing {
  config: Config
  bot: BotConfig
  /** Whether a recorded name is the bot's. */
  isOwn(name: string): boolean
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

/** Everything is set up when it returns; the returned function plays. */
export function preparePlay(records: readonly TalkRecord[], playing: Playing): () => Played {
  const { config, bot, isOwn, decide, seed, told, played } = playing
  const startAt = records[0]?.ts ?? 0
  const groups = makeVirtualGroups({ config, bots: [bot], roster: [], decide, seed, startAt, told })
  warmUp(playing)
  const idOf = (name: string): string => (isOwn(name) ? bot.id : name)
  return () => {
    const counts = { own: 0, duplicates: 0 }
    for (const [index, { sender, bot: isBot, mentions, ...record }] of records.entries()) {
      const isNew = groups.hear({
        ...record,
        sender: { id: idOf(sender), name: sender, bot: isBot },
        mentions: mentions.map((name) => ({ name, id: idOf(name) })),
      })
      if (!isNew) counts.duplicates += 1
      else if (isOwn(sender)) counts.own += 1
      played(index + 1)
    }
    groups.runOut()
    return { ...counts, groups: new Set(records.map(({ group }) => group)).size }
  }
}

// A talk that nobody hears, so that a short file is timed as a long one is: with its code compiled.
function warmUp({ config, bot, decide, seed }: Playing): void {
  const groups = makeVirtualGroups({ config, bots: [bot], roster: [], decide, seed, startAt: 0, told: () => {} })
  for (let i = 1; i <= warmUpMessages; i += 1) {
    const text = i % 7 === 0 ? `${bot.name}, what do you think of number ${i}?` : `message ${i}: is it this or that?`
    const sender = { id: `person ${i % 3}`, name: `Person ${i % 3}`, bot: false }
    groups.hear({ id: `${i}`, ts: i * 20_000, group: 'warm-up', sender, text })
  }
  groups.runOut()
}

const warmUpMessages = 120
