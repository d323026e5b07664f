// What the people of a party say and when, drawn from a seed: questions to all, questions to one bot, and chatter.
import { draw, seedOf } from '../../../machines/rules/random.ts'
import { chatter, openings } from './cast.ts'

export interface Spoken {
  id: string
  /** ms after the start. */
  at: number
  who: string
  text: string
  kind: 'open' | 'called' | 'chatter'
}

interface Party {
  people: readonly string[]
  bots: readonly { name: string }[]
  topics: readonly string[]
  durationMs: number
  seed: number
}

const shares = { open: 0.5, called: 0.7 }
const shortestGapMs = 20_000
const longestGapMs = 160_000

export function guestsTalk({ people, bots, topics, durationMs, seed }: Party): Spoken[] {
  let state = seedOf('party', seed)
  const next = (): number => {
    const drawn = draw(state)
    state = drawn.seed
    return drawn.value
  }
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T
  const gap = (): number => Math.round(shortestGapMs + next() * (longestGapMs - shortestGapMs))
  const talk: Spoken[] = []
  for (let at = gap(); at < durationMs; at += gap()) {
    const share = next()
    const kind = share < shares.open ? 'open' : share < shares.called ? 'called' : 'chatter'
    const question = oneOf(openings).replace('{}', oneOf(topics))
    const text = { open: question, called: `${oneOf(bots).name}, ${lowered(question)}`, chatter: oneOf(chatter) }[kind]
    talk.push({ id: `said-${talk.length + 1}`, at, who: oneOf(people), text, kind })
  }
  return talk
}

const lowered = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)
