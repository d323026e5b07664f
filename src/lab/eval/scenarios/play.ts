// Plays one scenario with the real bots and scores it.
import { callsIn, isSign } from '../../../../machines/group/verdicts/kinds.ts'
import { sum } from '../../counting.ts'
import { untilStopped } from '../../virtual/metered-models.ts'
import type { TraceLine } from '../../virtual/trace.ts'
import { type BaselineName, baselineNames, playBaseline } from './baselines.ts'
import type { Scenario } from './parse.ts'
import type { Performing, Said } from './perform.ts'
import { openRoom, performScenario, type PlayOptions } from './room.ts'
import { type Score, score, type Sign } from './score.ts'
import { momentsOf } from './script.ts'

export interface Verdict {
  bot: string
  line: TraceLine & { kind: 'verdict' }
}

export interface Played {
  scenario: Scenario
  said: Said[]
  verdicts: Verdict[]
  score: Score
  baselines: Record<BaselineName, Score>
  /** Every model call, whatever for, and the tokens that were charged. */
  calls: number
  tokens: number
}

/** Undefined: the models stopped answering before its end, so that nothing can be said of it. */
export async function playScenario(scenario: Scenario, options: PlayOptions): Promise<Played | undefined> {
  const verdicts: Verdict[] = []
  const signs: Sign[] = []
  const traced = (line: TraceLine, bot: string): void => {
    if (line.kind !== 'verdict') return
    verdicts.push({ bot, line })
    if (isSign(line)) signs.push({ bot, at: line.at, messages: line.messages })
  }
  let said: Said[] = []
  const stopped = await untilStopped(async () => {
    const open: Performing['open'] = (posted) => openRoom({ scenario, ...options, traced }, posted)
    said = await performScenario(scenario, open)
  })
  if (stopped) return undefined
  const baselines = await Promise.all(baselineNames.map(async (name) => [name, await playBaseline(name, scenario)]))
  return {
    scenario,
    said,
    verdicts,
    score: score(momentsOf(scenario), said, { signs }),
    baselines: Object.fromEntries(baselines) as Played['baselines'],
    // Calls are what is charged.
    calls: sum(verdicts.map(({ line }) => callsIn(line))),
    tokens: sum(verdicts.map(({ line }) => line.tokens ?? 0)),
  }
}
