// Talk for replays, made from a seed: a few people, a peer and the bot itself in three groups.
import { draw } from '../../machines/rules/random.ts'

export interface Said {
  id: string
  ts: number
  group: string
  sender: string
  text: string
  bot?: boolean
  mentions?: string[]
}

const start = 1_750_000_000_000
const people = ['ann', 'ben', 'cleo', 'dan', 'Rex', 'Iris']
const texts = [
  'which statistics fit these experiments?',
  'lunch anyone',
  'the data look fine to me',
  'Iris can you look at this paper?',
  'any literature on sleep and coffee?',
  'no idea',
  'nice',
  '小研，数据怎么看？',
  'the tests are red again',
]

/** `count` lines, `paceMs` apart on average over all groups. */
export function livelyTalk({ count, paceMs, seed }: { count: number; paceMs: number; seed: number }): Said[] {
  let state = seed
  const upTo = (most: number): number => {
    const drawn = draw(state)
    state = drawn.seed
    return Math.floor(drawn.value * most)
  }
  let ts = start
  return Array.from({ length: count }, (_, n) => {
    ts += upTo(2 * paceMs)
    const sender = people[upTo(upTo(people.length) + 1)] ?? 'ann'
    const line = { id: `m${n}`, ts, group: `g${upTo(3)}`, sender, text: `${texts[upTo(texts.length)]} ${n}` }
    return { ...line, ...(sender === 'Rex' && { bot: true }), ...(upTo(40) === 0 && { mentions: ['Iris'] }) }
  })
}

export const jsonLines = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')
