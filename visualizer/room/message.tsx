// One message: who said it, what it answers, its text, the signs on it, and its outcome at each bot.
import type { ReactNode } from 'react'
import type { TalkLine } from '../../src/feed/contract.ts'
import { clockText, type Lang, readersTime } from '../time-text.ts'
import type { Words } from '../words.ts'
import type { Shown } from './arrange.ts'
import { Avatar } from './avatar.tsx'
import { isMarked, Quotes, Rest, Text } from './content.tsx'
import type { Quoted } from './post.ts'
import { OutcomeLine, type Worn } from './outcome-line.tsx'
import { toldOf } from './told.ts'

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
  /** Begins a message that quotes it; absent: nobody can write here. */
  onReply?: ((quoted: Quoted) => void) | undefined
  children?: ReactNode
}

const quoteChars = 120

export function Message({
  words,
  shown,
  role,
  worn,
  chosen = false,
  onChoose,
  onAsk,
  onQuote,
  onReply,
  children,
}: Props) {
  const { line, joins, quoted, reactions } = shown
  const { id, parts = [] } = line
  const isQuoting = parts.some((part) => part.kind === 'quote')
  // A button holds no links, and no button is without a name.
  const isPlain = !isMarked(line) && line.text !== ''
  const kind = ['message', joins && 'joins', chosen && 'chosen'].filter(Boolean).join(' ')
  const said = (
    <>
      {!joins && !line.bot && (
        <>
          <Time at={line.at} lang={words.lang} />
          <bdi className="name">{line.name}</bdi>{' '}
        </>
      )}
      <Text line={line} />
    </>
  )
  return (
    <li className={kind} data-message={id}>
      {!joins && <Avatar id={line.sender} name={line.name} bot={line.bot} />}
      <div className="message-body">
        {!joins && line.bot && <BotHead line={line} role={role} words={words} />}
        <Quotes line={line} lang={words.lang} onQuote={onQuote} />
        {quoted && !isQuoting && (
          <button
            type="button"
            className="quote dim cut finer"
            title={words.room.answers(quoted.name)}
            onClick={() => onQuote(quoted.id)}
          >
            <bdi>{quoted.name}</bdi>: <bdi>{toldOf(quoted).slice(0, quoteChars)}</bdi>
          </button>
        )}
        {onChoose && (
          <button
            type="button"
            className="said wide"
            aria-pressed={chosen}
            aria-label={isPlain ? undefined : `${line.name}: ${toldOf(line)}`}
            onClick={() => onChoose(chosen ? undefined : id)}
          >
            {isPlain && said}
          </button>
        )}
        {!(onChoose && isPlain) && <div className="said wide">{said}</div>}
        <Rest line={line} lang={words.lang} onQuote={onQuote} />
        {onReply && (
          <button
            type="button"
            className="reply"
            aria-label={words.room.quote(line.name)}
            title={words.room.quote(line.name)}
            // What is selected stays selected.
            onMouseDown={(event) => event.preventDefault()}
            onClick={({ currentTarget }) => onReply(quotedOf(line, currentTarget.closest('li')))}
          >
            ❝
          </button>
        )}
        {reactions.length > 0 && <Reactions reactions={reactions} words={words} />}
        {worn.length > 0 && <OutcomeLine words={words} worn={worn} onAsk={onAsk && ((bot) => onAsk(bot, id))} />}
        {children}
      </div>
    </li>
  )
}

/** The passage that is selected in it, else all of it. */
function quotedOf(line: TalkLine, element: Element | null): Quoted {
  const selected = getSelection()
  const passage = element?.contains(selected?.anchorNode ?? null) ? String(selected).trim() : ''
  // As it is drawn it may say other words than it was written with.
  const quote = line.text.includes(passage) ? passage : ''
  return { id: line.id, name: line.name, quote, text: quote || toldOf(line) }
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
