// Says plainly that an operator keeps a bot silent.
import { useWords } from '../i18n.ts'
import { type Silence, silencesOf } from './standing.ts'

const glyph: Record<Silence, string> = { muted: '⊘', paused: '❙❙' }

export function Silences({ of }: { of: Parameters<typeof silencesOf>[0] }) {
  const words = useWords().control
  return silencesOf(of).map((silence) => (
    <span key={silence} className="silence finest" title={words.silenceHints[silence]}>
      <i aria-hidden="true">{glyph[silence]}</i> {words.silences[silence]}
    </span>
  ))
}
