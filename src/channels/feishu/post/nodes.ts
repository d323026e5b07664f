// The platform's rich text (`post`): the nodes that a reply is made of, and how large they are on their way.
import { harmless, tag } from '../mentions.ts'

export type Style = 'bold' | 'italic' | 'lineThrough'

export type PostNode =
  | { tag: 'text'; text: string; style?: readonly Style[] }
  | { tag: 'a'; text: string; href: string; style?: readonly Style[] }
  | { tag: 'at'; user_id: string; user_name: string; style?: readonly Style[] }
  | { tag: 'code_block'; text: string; language?: string }
  | { tag: 'hr' }

/** Words in one look. */
export interface Span {
  text: string
  style: readonly Style[]
  /** An http address: the words are a link. */
  href?: string
  /** Nobody is called in it. */
  isCode?: true
}

/** A paragraph of the platform's; code and rules stand in one of their own. */
export type Row = ({ spans: readonly Span[] } | { code: string; language?: string } | { rule: true }) & {
  /** A block of the answer begins here: a good place to cut. */
  opens?: true
}

/** Of a row without mentions. An empty line holds a space: a text node needs a text. */
export function nodesOf(row: Row): PostNode[] {
  if ('rule' in row) return [{ tag: 'hr' }]
  if ('code' in row) {
    const { code: text, language } = row
    return [{ tag: 'code_block', ...(language !== undefined && { language }), text }]
  }
  return row.spans.length === 0 ? [{ tag: 'text', text: ' ' }] : row.spans.map(nodeOf)
}

export function nodeOf({ text, style, href }: Span): PostNode {
  const look = style.length > 0 && { style }
  return href === undefined ? { tag: 'text', text, ...look } : { tag: 'a', text, href, ...look }
}

/** As the call has it: one language stands for all, whichever it is. */
export const postOf = (lines: readonly PostNode[][]): object => ({ zh_cn: { content: lines } })

/** Bytes of nodes in a request, where the content is JSON within JSON. */
export const bytesOf = (nodes: readonly PostNode[]): number => Buffer.byteLength(JSON.stringify(JSON.stringify(nodes)))

/** As words alone, for where the nodes cannot be posted; what stood in two nodes makes no tag together. */
export function wordsOf(lines: readonly PostNode[][]): string {
  const tags: string[] = []
  const words = lines.map((nodes) => nodes.map((node) => (node.tag === 'at' ? '\0' : nodeWords(node))).join(''))
  for (const node of lines.flat()) if (node.tag === 'at') tags.push(tag(node.user_id, node.user_name))
  return harmless(words.join('\n')).replaceAll('\0', () => tags.shift() ?? '')
}

function nodeWords(node: Exclude<PostNode, { tag: 'at' }>): string {
  switch (node.tag) {
    case 'hr':
      return '———'
    case 'code_block':
      return `\`\`\`${node.language?.toLowerCase() ?? ''}\n${node.text}\n\`\`\``
    case 'a':
      return node.text === node.href ? node.href : `${node.text} (${node.href})`
    default:
      return node.text
  }
}
