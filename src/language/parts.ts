// What a message carries beside its words: pictures, files, quotes, forwarded talk, cards, places (A12).

/** Every kind, as the table of what channels hear lists them. */
export const partKinds = [
  'image',
  'sticker',
  'audio',
  'voice',
  'video',
  'file',
  'quote',
  'forward',
  'card',
  'location',
] as const

export type PartKind = (typeof partKinds)[number]
export type Part = MediaPart | QuotePart | ForwardPart | CardPart | LocationPart

/** Something with bytes of its own, which stay with the channel until somebody needs them. */
export interface MediaPart {
  kind: 'image' | 'sticker' | 'audio' | 'voice' | 'video' | 'file'
  /** The channel's own address of the bytes; absent: they cannot be had. Never shown to a model. */
  ref?: string
  name?: string
  /** As the channel says; distrusted. */
  mime?: string
  bytes?: number
  width?: number
  height?: number
  seconds?: number
  /** What it stands for, where the channel knows: a sticker's emoji, a description. */
  alt?: string
  /** Its words stand in the text already, at their place. */
  inline?: true
}

/** A message that this one quotes, as the channel shows it: it may never have been heard. */
export interface QuotePart {
  kind: 'quote'
  /** Of the quoted message, and of its writer. */
  id?: string
  sender?: string
  name?: string
  /** ms. */
  ts?: number
  /** With the words of what it carries. */
  text: string
  /** Pictures, files and recordings of it, so that a reply can look at them where the message was never heard. */
  parts?: readonly MediaPart[]
  /** The bot that reads it wrote it: told where its prompts are made. */
  own?: true
  /** Its words and its writer are what whoever quotes it says: nobody vouches for them. */
  unproven?: true
}

export interface ForwardPart {
  kind: 'forward'
  title?: string
  /** Oldest first. */
  lines: readonly ForwardedLine[]
  /** So many more lines were not opened. */
  more?: number
}

/** A bundle in a bundle is opened once: its lines stand behind it, one level deeper. */
export interface ForwardedLine {
  name: string
  /** ms. */
  ts?: number
  text: string
  depth?: 1
}

export interface CardPart {
  kind: 'card'
  title?: string
  text?: string
  inline?: true
}

export interface LocationPart {
  kind: 'location'
  name?: string
  latitude?: number
  longitude?: number
  inline?: true
}

export const isMedia = (part: Part): part is MediaPart => mediaKinds.has(part.kind)

const mediaKinds: ReadonlySet<PartKind> = new Set(['image', 'sticker', 'audio', 'voice', 'video', 'file'])

/** Most parts of one message and of one quote, lines of a forwarded bundle, and UTF-16 units of a quoted text. */
export const partLimits = { parts: 20, quotedParts: 4, lines: 50, quoted: 2_000, line: 500, name: 200, ref: 1_000 }

/**
 * A part in words, for whoever reads text alone: `[image: cat.png, 640×480]`. Of a forwarded bundle its heading; of a quote
 * nothing: it is told beside the words.
 */
export function wordsOf(part: Part): string {
  switch (part.kind) {
    case 'quote':
      return ''
    case 'forward':
      return bracketed('forwarded messages', [part.title, countOf(part)])
    case 'card':
      return [bracketed('card', [part.title]), part.text ?? ''].filter(Boolean).join(' ')
    case 'location':
      return bracketed('location', [part.name, placeOf(part)])
    default:
      return bracketed(part.kind, [
        part.name ?? part.alt,
        part.width && part.height ? `${part.width}×${part.height}` : undefined,
        part.seconds === undefined ? undefined : `${Math.ceil(part.seconds)} s`,
        part.bytes === undefined || part.kind === 'sticker' ? undefined : sizeOf(part.bytes),
      ])
  }
}

/** The words of a message with those of its parts behind them: what is searched, judged and shown where parts are not. */
export const toldText = (text: string, parts: readonly Part[] = []): string =>
  [text, wordsBehind(parts)].filter(Boolean).join(' ')

/** The words alone, of a text that `toldText` made. */
export function ownText(told: string, parts: readonly Part[] = []): string {
  const behind = wordsBehind(parts)
  if (behind === '') return told
  return told === behind ? '' : told.endsWith(` ${behind}`) ? told.slice(0, -behind.length - 1) : told
}

/** What its writer said: also without the words of parts that stand in the middle. Only this calls anybody, asks or orders. */
export const saidText = (told: string, parts: readonly Part[] = []): string =>
  parts.reduce(
    (said, part) => ('inline' in part && part.inline ? said.replaceAll(wordsOf(part), ' ') : said),
    ownText(told, parts),
  )

const wordsBehind = (parts: readonly Part[]): string =>
  parts
    .filter((part) => !('inline' in part && part.inline))
    .map(wordsOf)
    .filter(Boolean)
    .join(' ')

/** Nothing of a bundle that could not be opened. */
const countOf = ({ lines, more = 0 }: ForwardPart): string | undefined =>
  lines.length + more === 0 ? undefined : String(lines.length + more)

const bracketed = (word: string, details: readonly (string | undefined)[]): string => {
  const told = details.flatMap((each) => plain(each) || []).join(', ')
  return told === '' ? `[${word}]` : `[${word}: ${told}]`
}

/** A name from elsewhere ends no bracket and begins no line. */
const plain = (text = ''): string =>
  text
    .slice(0, partLimits.name)
    .toWellFormed()
    .replaceAll(/[\s[\]\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()

const placeOf = ({ latitude, longitude }: LocationPart): string | undefined =>
  latitude === undefined || longitude === undefined ? undefined : `${latitude.toFixed(5)} ${longitude.toFixed(5)}`

/** `340 KB`, for people. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/**
 * Parts as a channel handed them in, within their bounds; undefined where none is left. What is no part is left out; of too many
 * the last one tells how many are.
 */
export function boundedParts(parts: readonly Part[] | undefined): Part[] | undefined {
  const known = (parts ?? []).filter((part) => partKinds.includes(part.kind))
  const isTooMuch = known.length > partLimits.parts
  const bounded = known.slice(0, isTooMuch ? partLimits.parts - 1 : partLimits.parts).map(bound)
  if (isTooMuch) bounded.push({ kind: 'card', title: `and ${known.length - bounded.length} more, left out` })
  return bounded.length === 0 ? undefined : bounded
}

function bound(part: Part): Part {
  switch (part.kind) {
    case 'quote': {
      const { parts = [], ...rest } = part
      // Whoever only says that he quotes has no files of others.
      const media = part.unproven ? [] : parts.filter(isMedia).slice(0, partLimits.quotedParts).map(boundMedia)
      return {
        ...rest,
        ...names(part),
        text: cut(part.text, partLimits.quoted),
        ...(media.length > 0 && { parts: media }),
      }
    }
    case 'forward': {
      const lines = part.lines.slice(0, partLimits.lines)
      const more = (part.more ?? 0) + part.lines.length - lines.length
      return {
        ...part,
        ...names(part),
        lines: lines.map((line) => ({ ...line, ...names(line), text: cut(line.text, partLimits.line) })),
        ...(more > 0 && { more }),
      }
    }
    case 'card':
      return { ...part, ...names(part), ...(part.text !== undefined && { text: cut(part.text, partLimits.quoted) }) }
    case 'location':
      return { ...part, ...names(part) }
    default:
      return boundMedia(part)
  }
}

function boundMedia({ ref, ...rest }: MediaPart): MediaPart {
  // An address that is cut is none.
  return { ...rest, ...names(rest), ...(ref !== undefined && ref.length <= partLimits.ref && { ref }) }
}

const names = (part: { name?: string; title?: string; alt?: string }) => ({
  ...(part.name !== undefined && { name: plain(part.name) }),
  ...(part.title !== undefined && { title: plain(part.title) }),
  ...(part.alt !== undefined && { alt: plain(part.alt) }),
})

const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed()
