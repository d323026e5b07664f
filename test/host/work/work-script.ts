// What people say to a bot with tools, by chance as a seed repeats it: requests, more of them, stops, words of operators.
import { type Random, seeded } from '../../crash/seeded.ts'

export interface Line {
  at: number
  sender: string
  /** `N`: the number of what the operators were asked for last. */
  text: string
  /** What was asked last is taken back. */
  recalls?: true
}

/** When the first of them is said at the earliest. */
export const startAt = Date.UTC(2026, 0, 5, 13)
const people = ['ann', 'ben', 'olga']
/** The one operator. */
export const operator = 'olga'

type Said = Omit<Line, 'at' | 'sender'> & { sender?: string }
type Kind = (random: Random) => Said

export const isRequest = ({ text }: Pick<Line, 'text'>): boolean => text.startsWith('Iris, what')

const asks: Kind = (random) => ({ text: `Iris, what is in the notes of day ${random.between(1, 999)}?` })
const byOperator =
  (text: string): Kind =>
  () => ({ text, sender: operator })

/** While a request may be under way. */
const followUps: readonly Kind[] = [
  (random) => ({ text: `Iris, only those above ${random.between(1, 999)}.` }),
  (random) => ({ text: `and those below ${random.between(1, 999)}` }),
  () => ({ text: 'Iris, stop' }),
  () => ({ text: '', recalls: true }),
  byOperator('@Iris ,approve N'),
  byOperator('@Iris ,approve N'),
  byOperator('@Iris ,deny N'),
  (random) => ({ ...asks(random), sender: 'ben' }),
]

const others: readonly Kind[] = [
  (random) => ({ text: `the samples of day ${random.between(1, 999)} are late again` }),
  () => ({ text: 'so it is' }),
  byOperator('@Iris ,schedule.add in 40s | Tea is ready.'),
  byOperator('@Iris ,tape.info'),
  byOperator('@Iris ,approve N'),
]

export function workScript(seed: number, episodes: number): Line[] {
  const random = seeded(seed)
  let at = startAt
  return Array.from({ length: episodes }, () => {
    const sender = random.one(people)
    const first = random.chance(0.75) ? asks(random) : random.one(others)(random)
    const more = isRequest(first)
      ? Array.from({ length: random.between(0, 2) }, () => random.one(followUps)(random))
      : []
    at += random.between(20_000, 120_000)
    return [first, ...more].map((said, n): Line => {
      if (n > 0) at += random.between(1_100, said.sender === operator ? 40_000 : 5_000)
      return { sender, ...said, at }
    })
  }).flat()
}
