// What all scenarios together say of a model, and of the rules beside it.
import { sum } from '../../counting.ts'
import { type BaselineName, baselineNames } from './baselines.ts'
import type { Played } from './play.ts'
import type { MomentScore, Score } from './score.ts'

export type Figures = ReturnType<typeof figuresOf>
export type Summary = ReturnType<typeof summaryOf>

/** All that a run of scenarios has to say. `unfinished`: files that the models left unanswered; they are scored nowhere. */
export function summaryOf(
  head: { model: string; decide: string; seed: number },
  played: readonly Played[],
  unfinished: readonly string[],
  elapsedMs: number,
) {
  const baselines = baselineNames.map((name) => [name, figuresOf(played.map((each) => each.baselines[name]))])
  return {
    ...head,
    figures: figuresOf(played.map(({ score }) => score)),
    baselines: Object.fromEntries(baselines) as Record<BaselineName, Figures>,
    /** Every model call and the tokens charged for it. */
    calls: sum(played.map(({ calls }) => calls)),
    tokens: sum(played.map(({ tokens }) => tokens)),
    unfinished,
    scenarios: played.map(scenarioRow),
    elapsedMs,
  }
}

export function figuresOf(scores: readonly Score[]) {
  const all = scores.flatMap(({ moments }) => moments)
  const [musts, silences] = [all.filter(wants('MUST')), all.filter(wants('SILENT'))]
  const count = (some: readonly MomentScore[], outcome: string): number =>
    some.filter((each) => each.outcome === outcome).length
  const [stray, doubles] = [scores.flatMap((each) => each.stray).length, scores.flatMap((each) => each.doubles).length]
  const met = count(musts, 'met') + count(silences, 'met')
  const counted = musts.length + silences.length
  const linked = musts.flatMap(({ toItsLine }) => toItsLine ?? [])
  return {
    /** Moments that count: MUST and SILENT. */
    counted,
    must: {
      moments: musts.length,
      met: count(musts, 'met'),
      missed: count(musts, 'missed'),
      wrong: count(musts, 'wrong'),
    },
    silent: {
      moments: silences.length,
      met: count(silences, 'met'),
      needless: count(silences, 'needless'),
      wrong: count(silences, 'wrong'),
    },
    /** Posts that nobody wanted: where silence was wanted, and where nothing was said of it. */
    needlessPosts: stray + scores.flatMap((each) => each.needless).length,
    /** Second answers to what wants one. */
    doubles,
    /** Of the answers that were wanted and say what they answer: those that reply to its line. */
    toItsLine: { answers: linked.length, right: linked.filter(Boolean).length },
    /** Median from the line to the answer that met it, ms; `open`: of open questions. */
    medianWaitMs: median(musts.flatMap(({ waitMs }) => waitMs ?? [])),
    medianOpenWaitMs: median(musts.flatMap(({ moment, waitMs }) => (moment.open ? (waitMs ?? []) : []))),
    /** Moments met by moments that count, stray posts and doubles: each fault counts once. */
    asWanted: counted === 0 ? null : Number((met / (counted + stray + doubles)).toFixed(4)),
  }
}

/** As `--json` prints one scenario: what is undefined is left out. */
export function scenarioRow(played: Played) {
  const { scenario, said, score, calls, tokens } = played
  const start = said[0]?.ts ?? 0
  return {
    file: scenario.file,
    title: scenario.title,
    language: scenario.language,
    asWanted: figuresOf([score]).asWanted,
    moments: score.moments.map(({ moment: { want, line, why }, outcome, faults, by, waitMs, toItsLine }) => {
      return { want, line, outcome, faults, by, waitMs, toItsLine, why }
    }),
    needless: [...score.needless, ...score.stray].map(({ id }) => id),
    doubles: score.doubles.map(({ id }) => id),
    calls,
    tokens,
    room: said
      .filter(({ filler }) => !filler)
      .map(({ id, group, ts, who, isBot: bot, text, replyTo }) => ({
        id,
        group,
        atMs: ts - start,
        who,
        bot,
        text,
        replyTo,
      })),
  }
}

const wants =
  (want: string) =>
  ({ moment }: MomentScore): boolean =>
    moment.want === want

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}
