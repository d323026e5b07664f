// What the people of a party say and when, drawn from a seed: questions to all, questions to one bot, and chatter.
import { draw, seedOf } from '../../../machines/rules/random.ts'
import { chatter, openings, type Topic } from './cast.ts'

export interface GuestLine {
  id: string
  room: string
  /** ms after the start. */
  at: number
  who: string
  text: string
  kind: 'open' | 'called' | 'chatter'
  /** Ids of the bots that should answer: whose field it is, or who was called. */
  fits: readonly string[]
}

interface Party {
  people: readonly string[]
  bots: readonly { id: string; name: string }[]
  topics: readonly Topic[]
  durationMs: number
  seed: number
}

const shares = { open: 0.5, called: 0.7 }
const shortestGapMs = 20_000
const longestGapMs = 160_000

/** In the order of time. */
export const guestsTalk = (rooms: readonly string[], party: Party): GuestLine[] =>
  rooms.flatMap((room) => talkIn(room, party)).toSorted((a, b) => a.at - b.at)

function talkIn(room: string, { people, bots, topics, durationMs, seed }: Party): GuestLine[] {
  let state = seedOf(room, seed)
  const next = (): number => {
    const drawn = draw(state)
    state = drawn.seed
    return drawn.value
  }
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T
  const gap = (): number => Math.round(shortestGapMs + next() * (longestGapMs - shortestGapMs))
  const talk: GuestLine[] = []
  for (let at = gap(); at < durationMs; at += gap()) {
    const share = next()
    const kind = share < shares.open ? 'open' : share < shares.called ? 'called' : 'chatter'
    const topic = oneOf(topics)
    const question = oneOf(openings).replace('{}', topic.text)
    const called = oneOf(bots)
    const text = { open: question, called: `${called.name}, ${lowered(question)}`, chatter: oneOf(chatter) }[kind]
    const fits = { open: topic.fields, called: [called.id], chatter: [] }[kind]
    talk.push({ id: `${room}-${talk.length + 1}`, room, at, who: oneOf(people), text, kind, fits })
  }
  return talk
}

/** What sets the bots on the porch going, and what wakes them again. */
export const porchWords = (topics: readonly Topic[]): { start: string; wake: string } => ({
  start: `What should we do about ${topics.at(-1)?.text}?`,
  wake: `Does anybody know more about ${topics[0]?.text}?`,
})

const lowered = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)
