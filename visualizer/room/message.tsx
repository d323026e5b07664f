// One message: who said it, what it answers, its text, the signs on it, and its outcome at each bot.
import type { ReactNode } from 'react'
import type { TalkLine } from '../../src/feed/contract.ts'
import { clockText, type Lang, readersTime } from '../time-text.ts'
import type { Words } from '../words.ts'
import type { Shown } from './arrange.ts'
import { Avatar } from './avatar.tsx'
import { OutcomeLine, type Worn } from './outcome-line.tsx'

interface Props {
  words: Words
  shown: Shown
  /** Of the bot that said it. */
  role: string
  worn: readonly Worn[]
  chosen?: boolean
  /** Absent: messages cannot be chosen. */
  onChoose?: ((message: string | undefined) => void) | undefined
  onAsk?: ((bot: string, message: string) => void) | undefined
  onQuote: (message: string) => void
  children?: ReactNode
}

const quoteChars = 120

export function Message({ words, shown, role, worn, chosen = false, onChoose, onAsk, onQuote, children }: Props) {
  const { line, joins, quoted, reactions } = shown
  const { id, text } = line
  const kind = ['message', joins && 'joins', chosen && 'chosen'].filter(Boolean).join(' ')
  const said = (
    <>
      {!joins && !line.bot && (
        <>
          <Time at={line.at} lang={words.lang} />
          <bdi className="name">{line.name}</bdi>{' '}
        </>
      )}
      <bdi className="text">{text}</bdi>
    </>
  )
  return (
    <li className={kind} data-message={id}>
      {!joins && <Avatar id={line.sender} name={line.name} bot={line.bot} />}
      <div className="message-body">
        {!joins && line.bot && <BotHead line={line} role={role} words={words} />}
        {quoted && (
          <button
            type="button"
            className="quote dim cut finer"
            title={words.room.answers(quoted.name)}
            onClick={() => onQuote(quoted.id)}
          >
            <bdi>{quoted.name}</bdi>: <bdi>{quoted.text.slice(0, quoteChars)}</bdi>
          </button>
        )}
        {onChoose ? (
          <button
            type="button"
            className="said wide"
            aria-pressed={chosen}
            onClick={() => onChoose(chosen ? undefined : id)}
          >
            {said}
          </button>
        ) : (
          <p className="said wide">{said}</p>
        )}
        {reactions.length > 0 && <Reactions reactions={reactions} words={words} />}
        {worn.length > 0 && <OutcomeLine words={words} worn={worn} onAsk={onAsk && ((bot) => onAsk(bot, id))} />}
        {children}
      </div>
    </li>
  )
}

/** A bot says more of itself than its name. */
const BotHead = ({ line, role, words }: { line: TalkLine; role: string; words: Words }) => (
  <p className="who row finer soft">
    <bdi className="name cut">{line.name}</bdi>
    <span className="tag">{words.room.bot}</span>
    {line.rehearsal && (
      <span className="tag rehearsal" title={words.room.rehearsalHint}>
        {words.room.rehearsal}
      </span>
    )}
    {role && <span className="dim cut">{role}</span>}
    <Time at={line.at} lang={words.lang} />
  </p>
)

function Time({ at, lang }: { at: number; lang: Lang }) {
  const time = new Date(readersTime(at))
  return (
    <time className="num dim finest end" dateTime={time.toISOString()} title={time.toLocaleString(lang)}>
      {clockText(at)}
    </time>
  )
}

const Reactions = ({ reactions, words }: { reactions: readonly TalkLine[]; words: Words }) => (
  <ul className="reactions wrap tight finer">
    {reactions.map(({ id, text, name }) => (
      <li key={id} title={words.room.reacts(name, text)}>
        {text} <bdi>{name}</bdi>
      </li>
    ))}
  </ul>
)
