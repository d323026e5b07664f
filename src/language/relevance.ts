// What a message has in common with a bot's field, read off the words alone: no model is asked.
import { ofField } from '../../machines/rules/for-others.ts'
import { fold } from './names.ts'
import { isQuestion } from './questions.ts'
import { spokenOf } from './spoken.ts'
import { isCjk, termsOf } from './terms.ts'

/** 0–1 of a message's text. */
export type Relevance = (text: string) => number

export interface Field {
  role: string
  expertise: string
  /** Everyday words of its problems, as a model guessed them: however many are said, together they count as one. */
  problemWords?: readonly string[]
}

/** One word of the field is a hint, two make a case. */
const perTerm = 1 - ofField
const asked = { inField: 0.3, elsewhere: 0.25, withoutField: 0.3 }
const maxLength = 4_000

/** A bot without a field is as near to every question as to any other. */
export function makeRelevance({ role, expertise, problemWords = [] }: Field): Relevance {
  const field = termsOf(`${role} ${expertise}`)
  const problems = problemWords.flatMap((each) => problemOf(each) ?? [])
  return (text) => {
    const { said, question, terms } = readOf(text)
    if (field.size + problems.length === 0) return question ? asked.withoutField : 0
    let hits = 0
    for (const term of terms) if (field.has(term)) hits += 1
    if (problems.length > 0 && tellsOfOne(problems, said, terms, field)) hits += 1
    if (hits === 0) return question ? asked.elsewhere : 0
    const base = 1 - perTerm ** hits
    return question ? base + (1 - base) * asked.inField : base
  }
}

interface Read {
  said: string
  question: boolean
  terms: ReadonlySet<string>
}

// Every bot of a group weighs the same message, one after the other, and whom it concerns asks for it, too.
let last: Read = { said: '', question: false, terms: new Set() }

function readOf(text: string): Read {
  const said = text.slice(0, maxLength)
  if (last.said !== said) last = { said, question: asks(said), terms: termsOf(said) }
  return last
}

/** As it was read for whom it is aimed at, where it was. */
function asks(said: string): boolean {
  const spoken = spokenOf(said)
  return spoken.isWhole ? spoken.isQuestion() : isQuestion(said)
}

/** Where words stand without spaces the signs as they are, elsewhere the terms, all of which must be said. */
type Problem = { signs: string } | { terms: readonly string[] }

function problemOf(words: string): Problem | undefined {
  const signs = fold(words)
  if (Array.from(signs).some(isCjk)) return signs.length > 1 ? { signs } : undefined
  const terms = [...termsOf(words)]
  return terms.length > 0 ? { terms } : undefined
}

/** What the field's own words tell already does not count again. */
function tellsOfOne(
  problems: readonly Problem[],
  said: string,
  terms: ReadonlySet<string>,
  field: ReadonlySet<string>,
): boolean {
  const folded = fold(said)
  return problems.some((problem) =>
    'signs' in problem
      ? folded.includes(problem.signs) && ![...termsOf(problem.signs)].some((term) => field.has(term))
      : problem.terms.every((term) => terms.has(term)) && !problem.terms.some((term) => field.has(term)),
  )
}
