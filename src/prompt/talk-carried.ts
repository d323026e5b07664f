// What a line of the talk carries beside its words: what it quotes, and the talk forwarded with it (A12).
import {
  type ForwardedLine,
  type ForwardPart,
  ownText,
  type Part,
  partLimits,
  type QuotePart,
} from '../language/parts.ts'
import { type Count, clipTokens } from './clip.ts'
import { maxTextChars } from './escape.ts'
import { dateIn, timeIn } from './local-time.ts'
import type { CarriedParts, ChosenLine, PromptMessage, ShownQuote, Talk, TalkForm, TalkInput } from './talk-parts.ts'

interface Manner {
  escape: TalkForm['escape']
  nameOf: (message: Pick<PromptMessage, 'name'>) => string
  /** The writer of a quoted message, where no bot reads the talk as its own; absent: the bot's own words are `you`. */
  writerOf?: TalkInput['nameOf']
  timeZone: string
  /** When the model is asked, ms. */
  at: number
  count: Count
  /** The line of the talk with such an id, which may be shown or not. */
  lineWith: (id: string | undefined) => PromptMessage | undefined
  /** How a quote points at a shown line; as long as it may become, where lines have no labels yet. */
  markOf: (id: string) => string
}

/** UTF-16 units of a quote, and of a whole bundle: the allowance of tokens cuts further. */
const longestQuote = 400
const longestBundle = 3_000
/** What is cut to less says nothing. */
const leastTokens = 8
/** Stands for a quote of which not even that is there. */
const noRoom = '⟦a quote left out⟧'

export const carriesMore = ({ parts }: PromptMessage): boolean =>
  parts?.some(({ kind }) => kind === 'quote' || kind === 'forward') === true

/**
 * `⟦quotes Ann, Thu 12 Nov 2026 14:03: the words⟧` or `⟦quotes >4: a part of line 4⟧` before the words of a line, `⟦Ann 14:03:
 * … ⏎ Bob: … ⏎ and 12 more⟧` behind them. The brackets are in nobody's words: escaping takes them away.
 */
export function carriedIn({
  escape,
  nameOf,
  writerOf,
  timeZone,
  at,
  count,
  lineWith,
  markOf,
}: Manner): TalkForm['carried'] {
  const whenOf = (ts: number | undefined, isShort: boolean): string => {
    if (ts === undefined) return ''
    const day = dateIn(timeZone, ts)
    return isShort || day === dateIn(timeZone, at) ? timeIn(timeZone, ts) : `${day} ${timeIn(timeZone, ts)}`
  }
  const writerIn = ({ name, sender = '', own, unproven }: QuotePart): string | undefined => {
    if (own && !writerOf) return 'you'
    if (name === undefined) return undefined
    return writerOf && !unproven ? writerOf({ name, sender }) : nameOf({ name })
  }
  const quote = (part: QuotePart): ((most: number) => ShownQuote | undefined) => {
    const { id, ts, text, unproven } = part
    const line = lineWith(id)
    const writer = [writerIn(part), whenOf(ts, false)].filter(Boolean).join(', ')
    const written = (whom: string, words: string): string =>
      `⟦${unproven ? 'says that it quotes' : 'quotes'} ${whom}: ${words}⟧`
    const shown = (words: string): ShownQuote => {
      const full = written(writer || 'a message', words)
      if (!line) return { isPassage: false, full, beside: () => full, longest: full }
      const beside = (mark: string): string => written(mark, words)
      const longer = beside(markOf(line.id))
      const longest = count(longer) > count(full) ? longer : full
      return { line: line.id, isPassage: isPassageOf(line, text), full, beside, longest }
    }
    const words = clipped(escape(text), longestQuote)
    const leftOut = {
      ...(line && { line: line.id }),
      isPassage: false,
      full: noRoom,
      beside: () => noRoom,
      longest: noRoom,
    }
    return (most) => {
      const whole = shown(words)
      if (most === Infinity || count(whole.longest) <= most) return whole
      const room = most - count(shown('').longest)
      if (room >= leastTokens) return shown(clipTokens(words, room, count))
      return count(noRoom) <= most ? leftOut : undefined
    }
  }
  const forwarded = ({ name, ts, text, depth }: ForwardedLine): string =>
    onOneLine(
      `${depth === undefined ? '' : '>> '}${[nameOf({ name }), whenOf(ts, true)].filter(Boolean).join(' ')}: ${escape(text)}`,
    )
  const bundle = (part: ForwardPart): ((most: number) => string) => {
    const lines = part.lines.map(forwarded)
    return (most) => bundleWithin(lines, part.more ?? 0, most, count)
  }
  return ({ parts = [] }) => ({
    quotes: parts.flatMap((part) => (part.kind === 'quote' ? quote(part) : [])),
    bundles: parts.flatMap((part) => (isOpened(part) ? bundle(part) : [])),
  })
}

const isOpened = (part: Part): part is ForwardPart => part.kind === 'forward' && part.lines.length > 0

/** As many lines as fit, and how many more there are; '' where not even the beginning of the first one fits. */
function bundleWithin(lines: readonly string[], notOpened: number, most: number, count: Count): string {
  const bundleOf = (shown: readonly string[]): string => {
    const more = lines.length - shown.length + notOpened
    return `⟦${[...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(' ⏎ ')}⟧`
  }
  const fits = (text: string): boolean =>
    text.length <= longestBundle + '⟦⟧'.length && (most === Infinity || count(text) <= most)
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(bundleOf(lines.slice(0, middle)))) low = middle
    else high = middle - 1
  }
  if (low > 0) return bundleOf(lines.slice(0, low))
  const room = most - count(bundleOf(['']))
  return room < leastTokens ? '' : bundleOf([clipTokens(lines[0] ?? '', room, count)])
}

/** All that a line carries around its words. */
export const wholeLine = (words: string, { quotes, bundles }: CarriedParts): Fitted => ({
  quotes: quotes.flatMap((quote) => quote(Infinity) ?? []),
  text: [words, ...bundles.map((bundle) => bundle(Infinity))].join(' '),
  isCut: false,
})

type Fitted = Pick<ChosenLine, 'quotes' | 'text' | 'isCut'> & { quotes: ShownQuote[] }

/** In about `most` tokens: quotes leave the words half of the room where these need it, bundles take what is left. */
export function fittedLine(words: string, { quotes, bundles }: CarriedParts, most: number, count: Count): Fitted {
  let ofQuotes = Math.max(Math.floor(most / 2), most - count(words) - 1)
  let left = most
  const shownQuotes: ShownQuote[] = []
  for (const quote of quotes) {
    const shown = quote(ofQuotes)
    if (!shown) continue
    const tokens = count(shown.longest)
    ofQuotes -= tokens
    left -= tokens
    shownQuotes.push(shown)
  }
  const text = clipTokens(words, left, count)
  left -= count(text)
  const shownBundles: string[] = []
  for (const bundle of bundles) {
    const shown = bundle(left)
    if (shown === '') continue
    left -= count(shown)
    shownBundles.push(shown)
  }
  return { quotes: shownQuotes, text: [text, ...shownBundles].join(' '), isCut: text !== words }
}

/** As it is measured: never shorter than it will be. */
export const longestOf = ({ quotes, text }: Pick<Fitted, 'quotes' | 'text'>): string =>
  [...quotes.map(({ longest }) => longest), text].join(' ')

/**
 * Lines with what they quote before their words. A message that stands among them whole is not quoted once more; a passage of
 * it is, beside its mark, and so is a message of which only the beginning stands there.
 */
export function withQuotes(lines: readonly ChosenLine[], markOf: (id: string) => string): (line: ChosenLine) => string {
  let shown: ReadonlyMap<string, ChosenLine> | undefined
  return ({ quotes, text }) => {
    if (!quotes) return text
    const byId = (shown ??= new Map(lines.map((line) => [line.message.id, line])))
    const told = quotes.flatMap(({ line, isPassage, full, beside }) => {
      const quoted = line === undefined ? undefined : byId.get(line)
      if (!quoted) return full
      return isPassage || !isWhole(quoted) ? beside(markOf(quoted.message.id)) : []
    })
    return [...told, text].join(' ')
  }
}

const isWhole = ({ message, isCut }: ChosenLine): boolean =>
  !isCut && !message.cut && message.text.length <= maxTextChars

/** What stands in the line and is not all of it. What does not stand there is a channel's own copy of the whole. */
function isPassageOf({ text, parts }: PromptMessage, quoted: string): boolean {
  const [passage, line] = [inOneRow(quoted), inOneRow(text)]
  if (passage === '' || !line.includes(passage)) return false
  if (quoted.length >= partLimits.quoted && line.startsWith(passage)) return false
  return passage !== line && passage !== inOneRow(ownText(text, parts))
}

const inOneRow = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`

/** The line with an id among those that may be shown. */
export function linesById({ before, batch, after, linked = [] }: Talk): Manner['lineWith'] {
  let byId: Map<string, PromptMessage> | undefined
  return (wanted) => {
    if (wanted === undefined) return undefined
    if (!byId) {
      byId = new Map()
      for (const lines of [before, batch, after, linked]) for (const line of lines) byId.set(line.id, line)
    }
    return byId.get(wanted)
  }
}

/** The sign that ends a line of a bundle is in none of its lines. */
const onOneLine = (line: string): string => line.replaceAll('⏎', ' ')
