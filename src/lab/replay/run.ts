// One life of a recorded talk: played under one configuration, each bot of it counted and audited.
import { type Config, settingsFor } from '../../config/config.ts'
import type { GroupSettings } from '../../../machines/group/settings.ts'
import { sum, sumOf } from '../counting.ts'
import type { TraceLine } from '../virtual/trace.ts'
import { makeAudit } from './audit.ts'
import { type Played, type Playing, preparePlay } from './play.ts'
import type { TalkRecord } from './records.ts'
import { makeRequests } from './requests.ts'
import { makeTally } from './tally.ts'

export type Summary = ReturnType<ReturnType<typeof makeWitness>['summary']>

export type Run = Awaited<ReturnType<typeof playRun>>

export interface RunOptions extends Omit<Playing, 'traced'> {
  config: Config
  rejected: number
  watch: readonly ((line: TraceLine, bot: string) => void)[]
}

export async function playRun(records: readonly TalkRecord[], options: RunOptions) {
  const { rejected, watch, ...playing } = options
  const witnesses = new Map(playing.playedBots.map(({ bot }) => [bot.id, makeWitness(playing.config)]))
  const play = preparePlay(records, {
    ...playing,
    traced(line, bot) {
      witnesses.get(bot)?.see(line)
      for (const see of watch) see(line, bot)
    },
  })
  const started = performance.now()
  const played = await play()
  const elapsedMs = Math.round(performance.now() - started)
  const bots = playing.playedBots.flatMap(({ bot }) => {
    const summary = witnesses.get(bot.id)?.summary(played, played.own[bot.id] ?? 0, rejected, elapsedMs)
    return summary ? { bot, summary } : []
  })
  return { bots, played, elapsedMs }
}

/** Sees what one bot did. */
function makeWitness(config: Config) {
  const audit = makeAudit((group) => settingsFor(config, group))
  const tally = makeTally()
  const requests = makeRequests()
  return {
    see(line: TraceLine): void {
      audit.see(line)
      tally.see(line)
      requests.see(line)
    },
    summary({ duplicates, groups, stopped }: Played, own: number, rejected: number, elapsedMs: number) {
      const { others, vitality, skips, budget, tokens, ...counts } = tally.counts()
      const talk = requests.groups()
      return {
        messages: others + own,
        own,
        duplicates,
        rejected,
        groups,
        vitality,
        ...counts,
        requests: requests.figures(),
        skips,
        limits: limitsIn(settingsFor(config, talk[0]?.group ?? '').limits),
        ...audit.close({ isCut: stopped !== undefined }),
        elapsedMs,
        tokens,
        budget,
        /** Where the bot was spoken to most stands first. */
        talk,
      }
    },
  }
}

/** Those that it played under; where groups differ, those of the group where it was spoken to most. */
function limitsIn({ shortWindow, mediumWindow, longWindow }: GroupSettings['limits']) {
  const of = ({ maxMessages, maxTokens }: { maxMessages: number; maxTokens: number }) => ({
    messages: maxMessages,
    tokens: maxTokens,
  })
  return { short: of(shortWindow), medium: of(mediumWindow), long: of(longWindow) }
}

export type Total = ReturnType<typeof totalOf>

/** What several bots did together in one talk. Recorded messages count once, however many bots heard them; what the bots posted is in `replies` alone. */
export function totalOf({ bots, played, elapsedMs }: Run) {
  const own = sum(Object.values(played.own))
  const messages = played.heard - played.duplicates
  const { calls, tokens, requests, skips, ...counted } = sumOf(
    bots.map(({ summary: s }) => {
      const { mentions, decisions, rejudgements, compositions, replies } = s
      const made = { mentions, decisions, rejudgements, compositions, replies }
      return { ...made, calls: s.calls, tokens: s.tokens, requests: s.requests, skips: s.skips }
    }),
  )
  return {
    messages,
    own,
    duplicates: played.duplicates,
    rejected: bots[0]?.summary.rejected ?? 0,
    groups: played.groups,
    ...counted,
    calls,
    /** Of all bots, by recorded messages that are none of theirs. */
    callsPerMessage: Number((sum(Object.values(calls)) / Math.max(1, messages - own)).toFixed(4)),
    tokens,
    requests,
    skips,
    violations: bots.flatMap(({ bot, summary }) => summary.violations.map((text) => `${bot.name}: ${text}`)),
    elapsedMs,
  }
}
