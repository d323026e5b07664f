// Where a turn stands, in one word and one colour.
import type { Vitality } from '../machines/group.settings.ts'

/** The colours of the page by what they mean. */
export type Tone = 'rest' | 'cool' | 'live' | 'hot' | 'wait' | 'think' | 'send'

export interface TurnState {
  /** As in the chart: `dispatching › deciding`. */
  path: string
  leaf: string
  tone: Tone
}

const toneOf: Record<string, Tone> = {
  idle: 'rest',
  deferring: 'wait',
  buffering: 'wait',
  dispatching: 'think',
  awaitingBudget: 'wait',
  declining: 'wait',
  delaying: 'send',
  rejudging: 'think',
  sending: 'send',
  cooling: 'cool',
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
  return { path: parts.join(' › '), leaf: parts.at(-1) ?? '–', tone: toneOf[parts[0] ?? ''] ?? 'rest' }
}

/** The machine an actor runs: the first part of every id of its states. */
export const chartIdOf = (active: readonly string[]): string => active[0]?.split('.')[0] ?? 'group'

const deepest = (ids: readonly string[]): string | undefined =>
  ids.toSorted((a, b) => b.split('.').length - a.split('.').length)[0]
