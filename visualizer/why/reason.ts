// Why a gate said what it said, in the language of the page.
import type { Verdict } from '../../machines/group.types.ts'
import type { Words } from '../words.ts'

export function reasonOf({ gate, outcome, why }: Pick<Verdict, 'gate' | 'outcome' | 'why'>, words: Words): string {
  const reason = inWords(why, words)
  const what = gate === 'control' ? words.why.orders[outcome] : undefined
  return what === undefined ? reason : words.why.ordered(what, reason)
}

/** What a chart says in fixed words is translated; what is missing, as a model's own words, is shown as it stands. */
export const inWords = (why: string, { why: { reasons } }: Words): string =>
  Object.hasOwn(reasons, why) ? (reasons[why] ?? why) : why
