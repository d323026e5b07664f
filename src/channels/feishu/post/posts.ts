// An answer in markdown as posts: rich text whose links open and whose mentions ring.
import type { Root } from 'mdast'
import { readMarkdown } from '../../../language/markdown.ts'
import { piecesOf } from '../../calls.ts'
import { type Calls, harmless, plainName } from '../mentions.ts'
import { inPosts, mostBytes } from './cut.ts'
import { bytesOf, nodeOf, nodesOf, postOf, type PostNode, type Row, type Span, wordsOf } from './nodes.ts'
import { rowsOf } from './rows.ts'

export interface Post {
  post: object
  /** The same as words alone, calls as tags. */
  text: string
}

/** undefined: there is no markdown in it, and a text says it all. */
export function postsOf(text: string, calls: Calls): Post[] | undefined {
  const root = readMarkdown(text)
  if (isPlain(root, text)) return undefined
  return inPosts(rowsOf(root).map(harmlessRow)).map((rows) => {
    const lines = linesOf(rows, calls)
    return { post: postOf(lines), text: wordsOf(lines) }
  })
}

/** Markdown has ways of its own to write a sign: what it made is looked at anew. */
const harmlessRow = (row: Row): Row =>
  'spans' in row ? { ...row, spans: row.spans.map((span) => ({ ...span, text: harmless(span.text) })) } : row

/** Paragraphs of words and bare addresses; the platform makes links of those by itself. */
function isPlain({ children }: Root, text: string): boolean {
  const stands = (from: number | undefined, words: string) => from !== undefined && text.startsWith(words, from)
  return children.every(
    (block) =>
      block.type === 'paragraph' &&
      block.children.every((node) => {
        if (node.type === 'text') return true
        const [label, ...more] = node.type === 'link' ? node.children : []
        return label?.type === 'text' && more.length === 0 && stands(node.position?.start.offset, label.value)
      }),
  )
}

/** Nobody else is called once the post is full; the name stands there all the same. */
function linesOf(rows: readonly Row[], calls: Calls): PostNode[][] {
  let room = mostBytes - rows.reduce((total, row) => total + bytesOf(nodesOf(row)), 0)
  return rows.map((row) => {
    if (!('spans' in row)) return nodesOf(row)
    const plain = nodesOf(row)
    const ringing = row.spans.flatMap((span) => ringingNodes(span, calls))
    const more = bytesOf(ringing) - bytesOf(plain)
    if (more <= 0 || more > room) return plain
    room -= more
    return ringing
  })
}

function ringingNodes(span: Span, calls: Calls): PostNode[] {
  if (span.href !== undefined || span.isCode) return [nodeOf(span)]
  const { style } = span
  return piecesOf(span.text, calls(span.text)).map((piece): PostNode => {
    if (typeof piece === 'string') return nodeOf({ text: piece, style })
    const { member } = piece
    return { tag: 'at', user_id: member.openId, user_name: plainName(member), ...(style.length > 0 && { style }) }
  })
}
