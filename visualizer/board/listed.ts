// The lines of the board as they are listed now: filtered by what the page shows of a row, in its language.
import type { BoardRow } from '../../src/feed/contract.ts'
import { wordsOf } from '../i18n.ts'
import type { Lang } from '../time-text.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import type { State } from '../store.ts'
import { boardLines, type Line } from './board-rows.ts'

export const listed = ({ rows, filter, order, lang }: Pick<State, 'rows' | 'filter' | 'order' | 'lang'>): Line[] =>
  boardLines(rows.values(), filter, order, said[lang])

const said = { en: (row: BoardRow) => saidBy(row, 'en'), zh: (row: BoardRow) => saidBy(row, 'zh') }

/** What a row's last verdict says, as the board shows it. */
export function saidBy({ last }: BoardRow, lang: Lang): string {
  const words = wordsOf[lang]
  return last ? `${words.gates[last.gate]} · ${whyText(last, words.lang)}` : ''
}
