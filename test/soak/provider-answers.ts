// What the provider of the soak says: judgements that mostly decline, second looks that mostly send, replies of one number each.
import type { Random } from '../crash/seeded.ts'

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
  if (JSON.stringify(asked.response_format).includes('"verdict"'))
    return JSON.stringify({ verdict: random.one(['send', 'send', 'shorten', 'drop']) })
  return JSON.stringify({
    want_to_reply: random.chance(wantShare),
    relevance: 0.9,
    reply_type: random.one(['short', 'normal']),
    delay_hint: random.one(['fast', 'normal', 'slow']),
    reason: 'as it fell',
  })
}

const words = ['first', 'honest', 'short', 'late']
