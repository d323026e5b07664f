// What a message carries beside its words: pictures small, files by name and size, quotes, forwarded talk, cards, places.
import type { Part } from '../../src/channels/web/contract.ts'
import { clockText, type Lang, readersTime } from '../time-text.ts'
import { ForeignPicture } from './foreign-picture.tsx'
import { Bytes, Picture } from './media.tsx'
import { type PartWords, partWords } from './part-words.ts'
import './parts.css'

interface Props {
  lang: Lang
  parts: readonly Part[]
  onQuote: (message: string) => void
}

type Of<K extends Part['kind']> = Extract<Part, { kind: K }>

/** Nothing in it is markup: everything is a text or an attribute that React escapes. */
export function Parts({ lang, parts, onQuote }: Props) {
  const said = partWords[lang]
  return (
    <div className="parts">
      {parts.map((part, i) => (
        <OnePart key={i} part={part} said={said} lang={lang} onQuote={onQuote} />
      ))}
    </div>
  )
}

function OnePart({ part, said, lang, onQuote }: { part: Part; said: PartWords } & Omit<Props, 'parts'>) {
  switch (part.kind) {
    case 'quote':
      return <Quote part={part} said={said} lang={lang} onQuote={onQuote} />
    case 'forward':
      return <Bundle part={part} said={said} />
    case 'card':
      return (
        <div className="part card">
          <b dir="auto">{part.title ?? said.kinds.card}</b>
          {part.text && <p dir="auto">{part.text}</p>}
        </div>
      )
    case 'location':
      return (
        <p className="part row">
          <i aria-hidden="true">◎</i>
          <span dir="auto">{part.name ?? said.kinds.location}</span>
          <span className="dim num">{placeOf(part)}</span>
        </p>
      )
    case 'image':
      // What is kept by this service is there at once.
      return part.ref?.startsWith('/api/pictures?') ? (
        <ForeignPicture part={{ ...part, ref: part.ref }} said={said} />
      ) : (
        <Picture part={part} said={said} />
      )
    default:
      return <Bytes part={part} said={said} />
  }
}

const placeOf = ({ latitude, longitude }: Of<'location'>): string =>
  latitude === undefined || longitude === undefined ? '' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

function Quote({ part, said, lang, onQuote }: { part: Of<'quote'>; said: PartWords } & Omit<Props, 'parts'>) {
  const { id, name = said.someone, ts, text, unproven } = part
  const when = ts === undefined ? undefined : new Date(readersTime(ts))
  return (
    <blockquote className="part quoted">
      <p className="finer soft">
        {id === undefined ? (
          <bdi className="name">{name}</bdi>
        ) : (
          <button type="button" className="name" title={said.quoted(name)} onClick={() => onQuote(id)}>
            <bdi>{name}</bdi>
          </button>
        )}{' '}
        {when && (
          <time className="num dim" dateTime={when.toISOString()}>
            {when.toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        )}
        {unproven && <span className="dim">{said.unproven}</span>}
      </p>
      <p className="clamp" dir="auto">
        {text}
      </p>
    </blockquote>
  )
}

const Bundle = ({ part: { title, lines, more = 0 }, said }: { part: Of<'forward'>; said: PartWords }) => (
  <details className="part bundle">
    <summary dir="auto">{said.forwarded(lines.length + more, title)}</summary>
    <ol>
      {lines.map(({ name, ts, text, depth }, i) => (
        <li key={i} className={depth ? 'deeper' : undefined}>
          <bdi className="name">{name}</bdi>{' '}
          {ts !== undefined && <span className="num dim finest">{clockText(ts)}</span>}
          <p dir="auto">{text}</p>
        </li>
      ))}
    </ol>
    {more > 0 && <p className="dim finer">{said.more(more)}</p>}
  </details>
)
