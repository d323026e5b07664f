// The settings of a party's rooms: ample budgets, time that may run faster, and a porch where bots are left alone.
import type { GroupSettings } from '../../../machines/group/settings.ts'
import type { PartyOf } from './party-of.ts'

/** Ample, so that the talk and not the bill decides who speaks. */
const limits = {
  shortWindow: { maxMessages: 20, maxTokens: 40_000 },
  mediumWindow: { maxMessages: 400, maxTokens: 1_000_000 },
  longWindow: { maxMessages: 3_000, maxTokens: 8_000_000 },
}

/** Of the built-in cast. */
export function partySettings(settings: GroupSettings, pace: PartyOf['pace']): GroupSettings {
  const { shortWindow, mediumWindow, longWindow } = settings.limits
  return {
    ...settings,
    delay: { ...settings.delay, pace },
    // A rehearsal has a few lines for each kind of question: with another topic in it, a line is another answer.
    style: { ...settings.style, maxSimilarity: 1 },
    limits: {
      ...settings.limits,
      shortWindow: { ...shortWindow, ...limits.shortWindow },
      mediumWindow: { ...mediumWindow, ...limits.mediumWindow },
      longWindow: { ...longWindow, ...limits.longWindow },
    },
  }
}

/** Bots answer whatever they hear, so that nothing but the brakes ends their talk (X3). */
export const porchSettings = (settings: GroupSettings): GroupSettings => ({
  ...settings,
  policy: 'open',
  style: { ...settings.style, maxSimilarity: 1 },
})

/** Every span of the talk divided; how long a model or a channel may take stays as it is. */
export function atSpeed(settings: GroupSettings, speed: number): GroupSettings {
  const { batching, dispatch, decision, delay, vitality } = settings
  const span = (ms: number): number => Math.round(ms / speed)
  const range = ([from, to]: [number, number]): [number, number] => [span(from), span(to)]
  const window = <Limit extends { durationMs: number }>(limit: Limit): Limit => ({
    ...limit,
    durationMs: Math.max(1, span(limit.durationMs)),
  })
  return {
    ...settings,
    batching: { intervalMs: span(batching.intervalMs) },
    dispatch: {
      ...dispatch,
      cooldownMs: span(dispatch.cooldownMs),
      backoffMs: span(dispatch.backoffMs),
      maxWaitMs: span(dispatch.maxWaitMs),
    },
    mentionMinIntervalMs: span(settings.mentionMinIntervalMs),
    decision: {
      ...decision,
      lullMs: span(decision.lullMs),
      questionWaitMs: span(decision.questionWaitMs),
      followUpMs: span(decision.followUpMs),
    },
    limits: {
      ...settings.limits,
      shortWindow: window(settings.limits.shortWindow),
      mediumWindow: window(settings.limits.mediumWindow),
      longWindow: window(settings.limits.longWindow),
    },
    delay: {
      ...delay,
      fastMs: range(delay.fastMs),
      normalMs: range(delay.normalMs),
      slowMs: range(delay.slowMs),
      colleagueMs: range(delay.colleagueMs),
      maxAgeMs: span(delay.maxAgeMs),
    },
    vitality: { ...vitality, windowMs: Math.max(1, span(vitality.windowMs)) },
  }
}

/** After so much silence nobody is about to speak any more, ms: a batch, a cooldown and a pause, and a bit. */
export function quietSpan({ batching, dispatch, delay }: GroupSettings): number {
  const pause = delay.pace === 'colleague' ? delay.colleagueMs[1] : delay.slowMs[1]
  return 4 * batching.intervalMs + dispatch.cooldownMs + pause
}
