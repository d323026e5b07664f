// What one gate said in a turn, as Why tells it.
import type { ToldVerdict } from '../../src/cli/replay/report-contract.ts'
import { stateOf } from '../../src/outcomes/story.ts'
import { useWords } from '../i18n.ts'
import { comparisonOf } from '../why/compare.ts'
import { gateLooks } from '../why/gate-looks.ts'
import { reasonOf } from '../why/reason.ts'
import type { Words } from '../words.ts'
import '../why/why.css'

export function Gate({ verdict }: { verdict: ToldVerdict }) {
  const words = useWords()
  const state = stateOf(verdict)
  const [glyph, tone] = gateLooks[state]
  return (
    <span className={`gate gate-line ${state} tone-${tone}`}>
      <i role="img" aria-label={words.states[state]} title={words.states[state]}>
        {glyph}
      </i>
      <b>{words.gates[verdict.gate]}</b>
      <span className="reason">{whyOf(verdict, words)}</span>
    </span>
  )
}

const whyOf = (verdict: ToldVerdict, words: Words): string => {
  const numbers = comparisonOf({ at: 0, turn: null, messages: [], ...verdict }, [], words)
  return [numbers, reasonOf(verdict, words)].filter(Boolean).join(' · ')
}
