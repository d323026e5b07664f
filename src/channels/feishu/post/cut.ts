// Rows in as many posts as they need: cut between blocks where that goes, and never within a mention, a link or a fence.
import { splitText } from '../../split.ts'
import { bytesOf, nodesOf, type Row, type Span } from './nodes.ts'

/** Bytes of a post's content in the request; the platform takes 30 KB. */
export const mostBytes = 30_000
/** UTF-16 units, as of a text. */
const mostChars = 4_000
/** Of a piece of a row that is too long by itself. */
const pieceChars = 2_000

/** Whoever is known to the chat changes nothing: after a restart each post is what it was (S5). */
export function inPosts(rows: readonly Row[]): Row[][] {
  const posts: Sized[][] = []
  let open: Sized[] = []
  let size = nothing
  for (const next of rows.flatMap(inPieces).map(sized)) {
    while (open.length > 0 && !fits(sum([size, next]))) {
      const end = endOf(open, next)
      posts.push(open.slice(0, end))
      open = open.slice(end)
      size = sum(open)
    }
    open.push(next)
    size = sum([size, next])
  }
  return [...posts, open].map((post) => trimmed(post.map(({ row }) => row))).filter((post) => post.length > 0)
}

interface Size {
  chars: number
  bytes: number
  /** Who may be called there, at most. */
  calls: number
}

type Sized = Size & { row: Row }

const nothing: Size = { chars: 0, bytes: 0, calls: 0 }

function sized(row: Row): Sized {
  const text = textOf(row)
  const calls = 'spans' in row ? (text.match(/[@＠]/g)?.length ?? 0) : 0
  return { row, chars: text.length + 1, bytes: bytesOf(nodesOf(row)), calls }
}

const sum = (all: readonly Size[]): Size =>
  all.reduce(
    (total, { chars, bytes, calls }) => ({
      chars: total.chars + chars,
      bytes: total.bytes + bytes,
      calls: total.calls + calls,
    }),
    nothing,
  )

const fits = ({ chars, bytes, calls }: Size): boolean =>
  chars <= mostChars && bytes + Math.min(calls, mostCalls) * callBytes <= mostBytes
const mostCalls = 40
const callBytes = 250

const fitsAlone = (row: Row): boolean => fits(sized(row))

/** Before a block that begins in the last two thirds, `next` included; else behind the last row. */
function endOf(open: readonly Sized[], next: Sized): number {
  const enough = sum(open).chars / 3
  let before = 0
  let end = 0
  for (const [n, { row, chars }] of [...open, next].entries()) {
    if (row.opens && before > 0 && before >= enough) end = n
    before += chars
  }
  return end === 0 ? open.length : end
}

const textOf = (row: Row): string =>
  'code' in row ? row.code : 'spans' in row ? row.spans.map(({ text }) => text).join('') : ''

const isBlank = (row: Row): boolean => 'spans' in row && textOf(row).trim() === ''

function trimmed(rows: readonly Row[]): Row[] {
  const first = rows.findIndex((row) => !isBlank(row))
  return first === -1 ? [] : rows.slice(first, rows.findLastIndex((row) => !isBlank(row)) + 1)
}

function inPieces(row: Row): Row[] {
  if ('rule' in row || fitsAlone(row)) return [row]
  if ('code' in row) return codePieces(row)
  const { spans, ...more } = row
  const [first = [], ...rest] = grouped(spans.flatMap(spanPieces), (some) => fitsAlone({ spans: some }))
  return [{ spans: first, ...more }, ...rest.map((some) => ({ spans: some }))]
}

const spanPieces = (span: Span): Span[] =>
  span.text.length <= pieceChars ? [span] : splitText(span.text, pieceChars).map((text) => ({ ...span, text }))

/** Whole lines, each piece in a fence of its own with the same language. */
function codePieces({ code, opens, ...look }: Extract<Row, { code: string }>): Row[] {
  const lines = code
    .split('\n')
    .flatMap((line) => (line.length <= pieceChars ? [line] : (line.match(characters) ?? [])))
  return grouped(lines, (some) => fitsAlone({ code: some.join('\n') }))
    .map((some) => some.join('\n'))
    .filter((text) => text.trim() !== '')
    .map((text, n) => ({ code: text, ...look, ...(opens && n === 0 && { opens }) }))
}

/** Each takes two units at most. */
const characters = new RegExp(`.{1,${pieceChars / 2}}`, 'gsu')

/** In their order, as many together as fit; what fits nowhere stands alone. */
function grouped<T>(all: readonly T[], fit: (some: readonly T[]) => boolean): T[][] {
  const groups: T[][] = []
  for (const each of all) {
    const last = groups.at(-1)
    if (last && fit([...last, each])) last.push(each)
    else groups.push([each])
  }
  return groups
}
