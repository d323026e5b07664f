// What a line of the talk carries beside its words: what it quotes, and the talk forwarded with it (A12).
import type { ForwardedLine, Part, QuotePart } from '../language/parts.ts'
import { dateIn, timeIn } from './local-time.ts'
import type { PromptMessage, Talk, TalkForm } from './talk-parts.ts'

interface Manner {
  escape: TalkForm['escape']
  nameOf: (message: Pick<PromptMessage, 'name'>) => string
  timeZone: string
  /** When the model is asked, ms. */
  at: number
  /** The talk has this line anyway: a quote of it is a number there. */
  isThere: (id: string | undefined) => boolean
}

/** UTF-16 units of a quote, and of a whole bundle: the allowance of tokens cuts further. */
const longestQuote = 400
const longestBundle = 3_000

/**
 * `⟦quotes Ann, Thu 12 Nov 2026 14:03: the words⟧` before the words of a line, `⟦Ann 14:03: … ⏎ Bob: …⟧` behind them. The
 * brackets are in nobody's words: escaping takes them away.
 */
export function carriedIn({ escape, nameOf, timeZone, at, isThere }: Manner): TalkForm['carried'] {
  const whenOf = (ts: number | undefined, isShort: boolean): string => {
    if (ts === undefined) return ''
    const day = dateIn(timeZone, ts)
    return isShort || day === dateIn(timeZone, at) ? timeIn(timeZone, ts) : `${day} ${timeIn(timeZone, ts)}`
  }
  const quote = ({ id, name, ts, text, own, unproven }: QuotePart): string => {
    if (isThere(id)) return ''
    const head = [own ? 'you' : name === undefined ? undefined : nameOf({ name }), whenOf(ts, false)]
      .filter(Boolean)
      .join(', ')
    return `⟦${unproven ? 'says that it quotes' : 'quotes'} ${head || 'a message'}: ${clipped(escape(text), longestQuote)}⟧`
  }
  const forwarded = ({ name, ts, text, depth }: ForwardedLine): string =>
    onOneLine(
      `${depth === undefined ? '' : '>> '}${[nameOf({ name }), whenOf(ts, true)].filter(Boolean).join(' ')}: ${escape(text)}`,
    )
  const bundle = (part: Part): string => {
    if (part.kind !== 'forward' || part.lines.length === 0) return ''
    const more = part.more === undefined ? [] : [`and ${part.more} more`]
    return `⟦${clipped([...part.lines.map(forwarded), ...more].join(' ⏎ '), longestBundle)}⟧`
  }
  return ({ parts = [] }) => ({
    ahead: parts.map((part) => (part.kind === 'quote' ? quote(part) : '')).filter(Boolean),
    behind: parts.map(bundle).filter(Boolean),
  })
}

const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`

/** Whether an id is one of a line that may be shown. */
export function standsIn({ before, batch, after, linked = [] }: Talk): (id: string | undefined) => boolean {
  let ids: ReadonlySet<string> | undefined
  return (wanted) => {
    if (wanted === undefined) return false
    ids ??= new Set([...before, ...batch, ...after, ...linked].map(({ id }) => id))
    return ids.has(wanted)
  }
}

/** The sign that ends a line of a bundle is in none of its lines. */
const onOneLine = (line: string): string => line.replaceAll('⏎', ' ')
