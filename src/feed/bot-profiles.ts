// How a bot introduces itself on the pages: its role, phrases of its field, else a sentence of its persona.
import type { BotConfig } from '../config/bots.ts'
import type { BotProfile } from './contract.ts'

const mostFields = 12
const longestField = 60
const longestSentence = 160

export function profileOf({ id, name, role, expertise, persona = '' }: BotConfig): BotProfile {
  const fields = phrasesOf(expertise)
  const about = fields.length === 0 ? firstSentence(persona) : ''
  return { id, name, role, fields, ...(about && { about }) }
}

const phrasesOf = (expertise: string): string[] =>
  expertise
    .split(/[,;，；、。\n]+|\.(?:\s|$)/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '' && phrase.length <= longestField)
    .slice(0, mostFields)

/** Headings and lists are passed over; what is too long to be a sentence is none. */
function firstSentence(persona: string): string {
  const line = persona.split('\n').find((each) => /^\s*[\p{L}\p{N}"“「《]/u.test(each)) ?? ''
  const [sentence = ''] = /^.*?(?:[.!?](?=\s|$)|[。！？]|$)/u.exec(line.trim()) ?? []
  return sentence.length <= longestSentence ? sentence : ''
}
