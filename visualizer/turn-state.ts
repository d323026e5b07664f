// Where a turn stands, in one word and one colour.
import type { Vitality } from '../machines/group/settings.ts'

/** The colours of the page by what they mean. */
export type Tone = 'rest' | 'cool' | 'live' | 'hot' | 'wait' | 'think' | 'send'

export interface TurnState {
  /** As in the chart: `dispatching › deciding`. */
  path: string
  leaf: string
  tone: Tone
}

export const toneGlyph: Record<Tone, string> = {
  rest: '○',
  cool: '◌',
  live: '●',
  hot: '▲',
  wait: '◷',
  think: '◆',
  send: '▸',
}

export const vitalities: readonly Vitality[] = ['DORMANT', 'COOLING', 'ACTIVE', 'HEATED']

export const vitalityTone: Record<Vitality, Tone> = { DORMANT: 'rest', COOLING: 'cool', ACTIVE: 'live', HEATED: 'hot' }

/** A turn at rest gives way to a batch that gathers. Of a machine without turns the deepest state is told. */
export function turnStateOf(active: readonly string[]): TurnState {
  const path = deepest(active.filter((id) => id.includes('.turn.')))?.replace(/^.*?\.turn\./, '')
  const gathers = active.some((id) => id.endsWith('.intake.buffering'))
  const parts = (path === 'idle' && gathers ? 'buffering' : (path ?? deepest(active) ?? '–')).split('.')
  return { path: parts.join(' › '), leaf: parts.at(-1) ?? '–', tone: toneOf(parts.join('.')) }
}

/** By the innermost word of the id that has a meaning: `group.turn.cooling.resting` is cool. */
export function toneOf(id: string): Tone {
  const words = id.split('.')
  return words.reduceRight<Tone | undefined>((tone, word) => tone ?? tones.get(word), undefined) ?? 'rest'
}

/** The machine an actor runs: the first part of every id of its states. */
export const chartIdOf = (active: readonly string[]): string => active[0]?.split('.')[0] ?? 'group'

const deepest = (ids: readonly string[]): string | undefined =>
  ids.toSorted((a, b) => b.split('.').length - a.split('.').length)[0]

const tones = new Map<string, Tone>([
  ...Object.entries(vitalityTone),
  ['idle', 'rest'],
  ['buffering', 'wait'],
  ['deferring', 'wait'],
  ['awaitingBudget', 'wait'],
  ['declining', 'wait'],
  ['sign', 'wait'],
  ['dispatching', 'think'],
  ['rejudging', 'think'],
  ['delaying', 'send'],
  ['sending', 'send'],
  ['posting', 'send'],
  ['awaitingWords', 'wait'],
  ['cooling', 'cool'],
  ['decide', 'think'],
  ['rejudge', 'think'],
  ['compose', 'think'],
  ['renewing', 'think'],
  ['renewNote', 'think'],
  ['deliver', 'send'],
  ['connection', 'wait'],
  ['online', 'live'],
  ['failed', 'hot'],
])
