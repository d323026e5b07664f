// What a message has in common with a bot's field, read off the words alone: no model is asked.
import { isQuestion } from './questions.ts'
import { termsOf } from './terms.ts'

/** 0–1 of a message's text. */
export type Relevance = (text: string) => number

/** One word of the field is a hint, two make a case. */
const perTerm = 0.52
const asked = { inField: 0.3, elsewhere: 0.25, withoutField: 0.3 }
const maxLength = 4_000

/** A bot without a field is as near to every question as to any other. */
export function makeRelevance({ role, expertise }: { role: string; expertise: string }): Relevance {
  const field = termsOf(`${role} ${expertise}`)
  return (text) => {
    const said = text.slice(0, maxLength)
    const question = isQuestion(said)
    if (field.size === 0) return question ? asked.withoutField : 0
    let hits = 0
    for (const term of termsOf(said)) if (field.has(term)) hits += 1
    if (hits === 0) return question ? asked.elsewhere : 0
    const base = 1 - perTerm ** hits
    return question ? base + (1 - base) * asked.inField : base
  }
}
