// Where a turn stands, as a chip with glyph, name and colour.
import { toneGlyph, type TurnState } from '../turn-state.ts'

export const TurnChip = ({ turn, full = false }: { turn: TurnState; full?: boolean }) => (
  <span className={`chip ${full ? '' : 'cut '}tone-${turn.tone}`} title={turn.path}>
    <i aria-hidden="true">{toneGlyph[turn.tone]}</i>
    {full ? turn.path : turn.leaf}
  </span>
)
