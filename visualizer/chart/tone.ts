// Which colour a state has: one colour a meaning, the same on the chart and on the timeline.

import type { Tone } from '../turn-state.ts'

/** By the innermost word of the id that has a meaning: `group.turn.cooling.resting` is cool. */
export function toneOf(id: string): Tone {
  const words = id.split('.')
  return words.reduceRight<Tone | undefined>((tone, word) => tone ?? tones.get(word), undefined) ?? 'rest'
}

/** 1 to 4 for a vitality, 0 for what is none. */
export const levelOf = (key: string): number => vitalities.indexOf(key) + 1

const vitalities = ['DORMANT', 'COOLING', 'ACTIVE', 'HEATED']

const tones = new Map<string, Tone>([
  ['DORMANT', 'rest'],
  ['COOLING', 'cool'],
  ['ACTIVE', 'live'],
  ['HEATED', 'hot'],
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
