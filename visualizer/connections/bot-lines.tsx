// A bot's lines to its channels under its name: glyph, word, colour, and the time to the next try.
import type { ConnectionRow } from '../../src/feed/contract.ts'
import { Countdown } from '../board/countdown.tsx'
import { useWords } from '../i18n.ts'
import { setState, useStore } from '../store.ts'
import { toneGlyph } from '../turn-state.ts'
import { serviceNow } from '../use-now.ts'
import { lineReason } from './line-reason.ts'
import { lineTone, standingOfLine } from './lines.ts'
import './connections.css'

/** They stand as they do now, whatever moment the page shows. */
export function BotLines({ bot }: { bot: string }) {
  const rows = useStore(({ connections }) => connections)
  const paused = useStore(({ cursor }) => cursor !== undefined)
  return (
    <p className={paused ? 'bot-lines row tight finest of-now' : 'bot-lines row tight finest'}>
      {rows.map((row) => row.bot === bot && <LineButton key={row.channel} row={row} />)}
    </p>
  )
}

function LineButton({ row }: { row: ConnectionRow }) {
  const { lang, connections: words } = useWords()
  const { bot, channel, retryAt } = row
  const reason = lineReason(row, lang)
  const standing = standingOfLine(row)
  const tone = lineTone[standing]
  return (
    <button
      type="button"
      className={`line tone-${tone}`}
      aria-haspopup="dialog"
      aria-description={reason}
      onClick={() => setState({ line: { bot, channel } })}
    >
      <i aria-hidden="true">{toneGlyph[tone]}</i> {channel} {words.standings[standing]}
      {retryAt !== undefined && (
        <>
          {' '}
          <Countdown due={retryAt} timeOf={serviceNow} />
        </>
      )}
      {reason !== undefined && (
        <span className="line-why tip" aria-hidden="true">
          {reason}
        </span>
      )}
    </button>
  )
}
