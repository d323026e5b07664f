// Says plainly that an operator keeps a bot silent.
import { useWords } from '../i18n.ts'
import { type Silence, silencesOf } from './standing.ts'

const glyph: Record<Silence, string> = { muted: '⊘', paused: '❙❙' }

export const Silences = ({ of }: { of: Parameters<typeof silencesOf>[0] }) =>
  silencesOf(of).map((silence) => <Mark key={silence} silence={silence} />)

function Mark({ silence }: { silence: Silence }) {
  const words = useWords().control
  return (
    <span className="silence finest" title={words.silenceHints[silence]}>
      <i aria-hidden="true">{glyph[silence]}</i> {words.silences[silence]}
    </span>
  )
}
