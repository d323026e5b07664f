// What the words of the filter are found in beside the board: messages and verdicts; each leads to its room.
import type { FoundLine, FoundVerdict } from '../../src/feed/contract.ts'
import { showMessage } from '../actions.ts'
import { searchFor } from '../api.ts'
import { useWords } from '../i18n.ts'
import { toldOf } from '../room/told.ts'
import { useStore } from '../store.ts'
import { clockText } from '../time-text.ts'
import { useRead } from '../use-read.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { boardWords } from './board-words.ts'

export function Found() {
  const told = boardWords[useStore(({ lang }) => lang)]
  const asked = useStore(({ filter }) => filter.trim())
  // Nobody searches for what is half typed.
  const { told: found, failed } = useRead(() => searchFor(asked), [asked], { afterMs: 250 })
  if (!found) return failed && <p className="found note">{told.unreachable}</p>
  const { messages, verdicts, rooms, lines } = found
  return (
    <section className="found fine" aria-label={told.found}>
      {messages.length > 0 && <h2 className="heading">{told.messages(messages.length)}</h2>}
      <ul>
        {messages.map((line) => (
          <MessageLine key={`${line.key} ${line.line.id}`} found={line} />
        ))}
      </ul>
      {verdicts.length > 0 && <h2 className="heading">{told.verdicts(verdicts.length)}</h2>}
      <ul>
        {verdicts.map((verdict) => (
          <VerdictLine key={`${verdict.key} ${verdict.seq} ${verdict.verdict.gate}`} found={verdict} />
        ))}
      </ul>
      {messages.length + verdicts.length === 0 && <p className="dim finest">{told.none}</p>}
      <p className="dim finest">{told.searched(rooms, lines)}</p>
    </section>
  )
}

const MessageLine = ({ found: { key, groupTitle, line } }: { found: FoundLine }) => (
  <li>
    <button type="button" className="wide" onClick={() => showMessage(key, line.id)}>
      <span className="dim finest">
        <bdi>{line.name}</bdi> · {groupTitle} · <span className="num">{clockText(line.at)}</span>
      </span>
      <bdi className="clamp">{toldOf(line)}</bdi>
    </button>
  </li>
)

function VerdictLine({ found: { key, botName, groupTitle, seq, verdict } }: { found: FoundVerdict }) {
  const words = useWords()
  return (
    <li>
      <button type="button" className="wide" onClick={() => showMessage(key, verdict.messages[0], seq)}>
        <span className="dim finest">
          {botName} · {groupTitle} · <span className="num">{clockText(verdict.at)}</span>
        </span>
        <span className="clamp">
          {words.gates[verdict.gate]} · {whyText(verdict, words.lang)}
        </span>
      </button>
    </li>
  )
}
