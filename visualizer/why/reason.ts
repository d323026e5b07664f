// Why a gate said what it said, in the language of the page.
import type { Verdict } from '../../machines/group.types.ts'
import type { Words } from '../words.ts'
import { failureInWords } from './failure.ts'

export function reasonOf({ gate, outcome, why }: Pick<Verdict, 'gate' | 'outcome' | 'why'>, words: Words): string {
  const reason = inWords(why, words)
  const what = gate === 'control' ? words.why.orders[outcome] : undefined
  return what === undefined ? reason : words.why.ordered(what, reason)
}

/** What a chart or the model's client says in fixed words is translated; a model's own words are shown as they stand. */
export function inWords(why: string, { why: { reasons, failures } }: Words): string {
  if (Object.hasOwn(reasons, why)) return reasons[why] ?? why
  return (failures && failureInWords(why, failures)) ?? why
}
