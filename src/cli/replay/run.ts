// One life of a recorded talk: played under one configuration, counted and audited.
import { type Config, settingsFor } from '../../config/config.ts'
import type { TraceLine } from '../virtual/trace.ts'
import { makeAudit } from './audit.ts'
import { type Playing, preparePlay } from './play.ts'
import type { TalkRecord } from './records.ts'
import { makeTally } from './tally.ts'

export type Summary = ReturnType<typeof playRun>

export interface RunOptions extends Omit<Playing, 'told'> {
  config: Config
  rejected: number
  watch: readonly ((line: TraceLine) => void)[]
}

export function playRun(records: readonly TalkRecord[], { rejected, watch, ...playing }: RunOptions) {
  const audit = makeAudit((group) => settingsFor(playing.config, group))
  const tally = makeTally()
  const watchers = [audit.see, tally.see, ...watch]
  const told = (line: TraceLine): void => watchers.forEach((see) => see(line))
  const play = preparePlay(records, { ...playing, told })
  const started = performance.now()
  const { own, duplicates, groups } = play()
  const elapsedMs = Math.round(performance.now() - started)
  const { others, vitality, skips, budget, tokens, ...counts } = tally.counts()
  return {
    messages: others + own,
    own,
    duplicates,
    rejected,
    groups,
    vitality,
    ...counts,
    skips,
    ...audit.close(),
    elapsedMs,
    tokens,
    budget,
  }
}
