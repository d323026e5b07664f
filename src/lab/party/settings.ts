// What kind of party it is, and the settings of its rooms: ample budgets, time that may run faster, and a porch where bots are left alone.
import type { GroupSettings } from '../../../machines/group/settings.ts'
import { layerSettings } from '../../config/groups.ts'

export interface PartyOf {
  channel: 'virtual' | 'web' | 'xmpp'
  bots: number
  people: number
  minutes: number
  seed: number
  /** How the bots wait before they speak (L1, L2). */
  pace: 'hint' | 'colleague'
  /** The same party side by side. */
  rooms: number
}

/** Of a party with clocks and sockets. */
export interface LivePartyOf extends PartyOf {
  channel: 'web' | 'xmpp'
  processes: number
  /** How often faster than real time. */
  speed: number
}

/** Names of the rooms where people talk, and of the one where bots are left alone. */
export const roomsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `party-${i + 1}`)
export const porch = 'porch'

/** Ample, so that the talk and not the bill decides who speaks. */
const limits = {
  shortWindow: { maxMessages: 20, maxTokens: 40_000 },
  mediumWindow: { maxMessages: 400, maxTokens: 1_000_000 },
  longWindow: { maxMessages: 3_000, maxTokens: 8_000_000 },
}

/** Of the built-in cast. */
export const partySettings = (settings: GroupSettings, pace: PartyOf['pace']): GroupSettings =>
  // A rehearsal has a few lines for each kind of question: with another topic in it, a line is another answer.
  layerSettings([settings, { delay: { pace }, style: { maxSimilarity: 1 }, limits }])

/** Bots answer whatever they hear, so that nothing but the brakes ends their talk (X3). */
export const porchSettings = (settings: GroupSettings): GroupSettings =>
  layerSettings([settings, { policy: 'open', style: { maxSimilarity: 1 } }])

/** Every span of the talk divided; how long a model or a channel may take stays as it is. */
export function atSpeed(settings: GroupSettings, speed: number): GroupSettings {
  const span = (ms: number): number => Math.round(ms / speed)
  const faster = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((each: unknown) => faster(each, key))
    if (typeof value === 'object' && value !== null) return ofTalk(value)
    if (typeof value !== 'number' || !key.endsWith('Ms') || ownTime.has(key)) return value
    return windows.has(key) ? Math.max(1, span(value)) : span(value)
  }
  const ofTalk = (some: object): object =>
    Object.fromEntries(Object.entries(some).map(([key, value]) => [key, faster(value, key)]))
  const { reply: _reply, delivery: _delivery, memory: _memory, ...talk } = settings
  return { ...settings, ...ofTalk(talk) }
}

const windows = new Set(['durationMs', 'windowMs'])
/** Of models and clocks. */
const ownTime = new Set(['modelTimeoutMs', 'maxAheadMs'])

/** After so much silence nobody is about to speak any more, ms: a batch, a cooldown and a pause, and a bit. */
export function quietSpan({ batching, dispatch, delay }: GroupSettings): number {
  const pause = delay.pace === 'colleague' ? delay.colleagueMs[1] : delay.slowMs[1]
  return 4 * batching.intervalMs + dispatch.cooldownMs + pause
}
