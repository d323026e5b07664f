// Says plainly that an operator keeps a bot silent.
import { useStore } from '../store.ts'
import { controlWords } from './control-words.ts'
import { type Silence, silencesOf } from './standing.ts'

const glyph: Record<Silence, string> = { muted: '⊘', paused: '❙❙' }

export function Silences({ of }: { of: Parameters<typeof silencesOf>[0] }) {
  const words = controlWords[useStore(({ lang }) => lang)]
  return silencesOf(of).map((silence) => (
    <span key={silence} className="silence" title={words.silenceHints[silence]}>
      <i aria-hidden="true">{glyph[silence]}</i> {words.silences[silence]}
    </span>
  ))
}
