// An answer's markdown as Discord shows it, in messages that split no code block, no table and no link.
import type { PhrasingContent, RootContent, Table } from 'mdast'
import { readMarkdown } from '../../language/markdown.ts'
import { splitText } from '../split.ts'
import { textTable } from '../text-table.ts'

/** In order, each of at most `most` UTF-16 units, none empty. Discord reads markdown itself: most of it stays as it is. */
export function messagesOf(text: string, most: number): string[] {
  const blocks = readMarkdown(text).children.flatMap((node, i, all) => {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
    const next = all[i + 1]?.position?.start.offset ?? end
    const gap = i + 1 < all.length ? '\n'.repeat(Math.min(2, Math.max(1, linesIn(text.slice(end, next))))) : ''
    const written = block(node, text, text.slice(start, end))
    const pieces = written.length <= most ? [written] : cut(node, written, most)
    return pieces.map((piece, n) => ({ piece, gap: n === pieces.length - 1 ? gap : '\n' }))
  })
  const messages: string[] = []
  let [open, between] = ['', '']
  for (const { piece, gap } of blocks) {
    const joined = open === '' ? piece : `${open}${between}${piece}`
    if (joined.length <= most) open = joined
    else {
      messages.push(open)
      open = piece
    }
    between = gap
  }
  return [...messages, open].map((each) => each.trim()).filter((each) => each !== '')
}

const longestName = 20

const linesIn = (text: string): number => text.split('\n').length - 1

function block(node: RootContent, text: string, source: string): string {
  if (node.type === 'table') return fenced(drawn(node, text), '')
  // Discord knows three levels, and underlined headings not at all.
  if (node.type === 'heading' && (node.depth > 3 || !source.startsWith('#'))) {
    const words = source.replace(/^#{1,6}\s+/, '').replace(/\n\s*[=-]+\s*$/, '')
    return node.depth > 3 ? `**${words.replaceAll('**', '')}**` : `${'#'.repeat(node.depth)} ${words}`
  }
  return source
}

function cut(node: RootContent, written: string, most: number): string[] {
  if (node.type === 'code') {
    const { value, lang, meta } = node
    const isName = (lang?.length ?? 0) <= longestName
    // What is no name of a language is said in the block.
    const said = [isName ? meta : [lang, meta].filter(Boolean).join(' '), value].filter(Boolean)
    return cutCode(said.join('\n'), (isName && lang) || '', most)
  }
  if (node.type === 'table') return cutCode(written.split('\n').slice(1, -1).join('\n'), '', most)
  return splitText(written, most)
}

/** Each piece is a block of its own. */
function cutCode(code: string, language: string, most: number): string[] {
  const room = most - fenced('', language).length - fenceOf(code).length * 2
  const pieces: string[] = []
  let open: string[] = []
  let length = 0
  for (const line of code.split('\n').flatMap((each) => inPieces(each, room))) {
    if (length + line.length + 1 > room && open.length > 0) {
      pieces.push(open.join('\n'))
      open = []
      length = 0
    }
    open.push(line)
    length += line.length + 1
  }
  return [...pieces, open.join('\n')].map((piece) => fenced(piece, language))
}

function inPieces(line: string, most: number): string[] {
  if (line.length <= most) return [line]
  const end = line.codePointAt(most - 1) === line.charCodeAt(most - 1) ? most : most - 1
  return [line.slice(0, end), ...inPieces(line.slice(end), most)]
}

/** Longer than any row of backticks in the code. */
const fenceOf = (code: string): string =>
  '`'.repeat(Math.max(3, ...Array.from(code.matchAll(/`{3,}/g), ([ticks]) => ticks.length + 1)))

function fenced(code: string, language: string): string {
  const fence = fenceOf(code)
  return `${fence}${language}\n${code}\n${fence}`
}

function drawn({ children: rows }: Table, text: string): string {
  const cells = rows.map((row) => row.children.map(({ children }) => sourceOf(children, text)))
  return textTable(cells, { between: '  ', crossing: '  ', widest: 60 })
}

/** As it was written: a link keeps its address. */
function sourceOf(nodes: readonly PhrasingContent[], text: string): string {
  const [first, last] = [nodes[0]?.position?.start.offset, nodes.at(-1)?.position?.end.offset]
  return first === undefined || last === undefined ? '' : text.slice(first, last).replaceAll('\\|', '|')
}
