// Why a gate said what it said, in the language of the page.
import type { Verdict } from '../../machines/group.types.ts'
import type { Words } from '../words.ts'

/** What a chart says in fixed words is translated; what is missing is shown as it stands. */
export function reasonOf({ gate, outcome, why }: Pick<Verdict, 'gate' | 'outcome' | 'why'>, words: Words): string {
  const reason = words.why.reasons[why] ?? why
  const what = gate === 'control' ? words.why.orders[outcome] : undefined
  return what === undefined ? reason : words.why.ordered(what, reason)
}
