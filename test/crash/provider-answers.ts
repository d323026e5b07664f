// What the provider says: judgements, second looks that mostly send, and replies that bear a number each.
import type { Random } from './seeded.ts'

export interface Asked {
  messages: { content: string }[]
  response_format?: object
  max_tokens?: number
  max_completion_tokens?: number
}

interface Answering {
  /** Of the call. */
  number: number
  random: Random
  wantShare: number
}

/** Which question it is, is read off the schema of the answer; replies are numbered, so that each exists once. */
export function answerTo(asked: Asked, { number, random, wantShare }: Answering): string {
  if (!asked.response_format) return `Number ${number} is my ${random.one(words)} answer to that.`
  const [{ content: system } = { content: '' }, { content: user } = { content: '' }] = asked.messages
  if (system.startsWith('You keep the floor')) return JSON.stringify(ofRoom(system, user, { random, wantShare }))
  const isAgain = JSON.stringify(asked.response_format).includes('"verdict"')
  const json = JSON.stringify(isAgain ? secondLook(random) : judgement(random, wantShare))
  return random.chance(fencedShare) ? `\`\`\`json\n${json}\n\`\`\`` : json
}

const secondLook = (random: Random): object => ({ verdict: random.one(['send', 'send', 'shorten', 'drop']) })

const judgement = (random: Random, wantShare: number): object => ({
  want_to_reply: random.chance(wantShare),
  relevance: 0.9,
  reply_type: random.one(['short', 'normal']),
  delay_hint: random.one(['fast', 'normal', 'slow']),
  reason: 'as it fell',
})

/** Of some bots one wants to speak, each to a line of its own. */
function ofRoom(system: string, user: string, { random, wantShare }: Omit<Answering, 'number'>): object {
  const bots = Array.from(system.matchAll(/^([^\n:(]+?)(?: \([^)]*\))?: (?=.*;)/gm), ([, name]) => name)
  const lines = Array.from(user.matchAll(/^(\d+) \d+[smhd] /gm), ([, label]) => Number(label)).toReversed()
  const speak = bots.flatMap((bot, i) =>
    random.chance(wantShare) ? [{ bot, line: lines[i] ?? 0, relevance: 0.9 }] : [],
  )
  return { speak, reason: 'as it fell' }
}

const fencedShare = 0.1
const words = ['first', 'honest', 'short', 'late']
