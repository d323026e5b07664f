// Markdown as the platform's paragraphs: it has no headings, lists, quotes or tables, so marks and bold stand for them.
import type { Code, Definition, List, Nodes, Root, RootContent } from 'mdast'
import { type Definitions, inlineRows } from './inline.ts'
import { languageOf } from './languages.ts'
import type { Row, Span } from './nodes.ts'
import { tableRows } from './table.ts'

/** The first row of each block is marked as one, so that long answers are cut there. */
export function rowsOf(root: Root): Row[] {
  const addresses = new Map<string, Definition>()
  const used = new Set<string>()
  walk(root, (node) => {
    if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node)
    if (node.type === 'linkReference' || node.type === 'imageReference') used.add(node.identifier)
  })
  return blocks(root.children, { addresses, used })
}

interface Named {
  addresses: Definitions
  /** Identifiers. */
  used: ReadonlySet<string>
}

function walk(node: Nodes, see: (node: Nodes) => void): void {
  see(node)
  if ('children' in node) for (const child of node.children) walk(child, see)
}

/** One under the other, with an empty line where the markdown has one; a heading goes with what is below it. */
function blocks(children: readonly RootContent[], named: Named): Row[] {
  return children.flatMap((node, n) => {
    const before = children[n - 1]
    const gap = (node.position?.start.line ?? 0) - (before?.position?.end.line ?? 0)
    const rows = blockRows(node, named)
    const [first, ...rest] = rows
    if (!first) return []
    const isApart = before !== undefined && gap > 1 && !standsAlone(before) && !standsAlone(node)
    return [
      ...(isApart ? [{ spans: [] }] : []),
      before?.type === 'heading' ? first : { ...first, opens: true as const },
      ...rest,
    ]
  })
}

/** The platform leaves room around it. */
const standsAlone = ({ type }: RootContent): boolean => type === 'code' || type === 'thematicBreak'

function blockRows(node: RootContent, named: Named): Row[] {
  const { addresses, used } = named
  switch (node.type) {
    case 'paragraph':
      return inlineRows(node.children, addresses)
    case 'heading':
      return inlineRows(node.children, addresses, ['bold'])
    case 'list':
      return listRows(node, named)
    case 'blockquote':
      return behind(blocks(node.children, named), quoteMark, quoteMark)
    case 'code':
      return codeRows(node)
    case 'table':
      return tableRows(node, addresses)
    case 'thematicBreak':
      return [{ rule: true }]
    case 'html':
      return node.value.split('\n').map((text) => ({ spans: [plain(text)] }))
    case 'definition':
      return used.has(node.identifier) ? [] : [{ spans: [plain(`[${node.label ?? node.identifier}]: ${node.url}`)] }]
    case 'footnoteDefinition':
      return behind(blocks(node.children, named), `[^${node.label ?? node.identifier}]: `, '    ')
    default:
      return []
  }
}

const quoteMark = '▎ '
const plain = (text: string): Span => ({ text, style: [] })

function codeRows({ value, lang }: Code): Row[] {
  const language = languageOf(lang)
  // A code block needs a text.
  return value.trim() === '' ? [] : [{ code: value, ...(language !== undefined && { language }) }]
}

function listRows({ children, ordered, start }: List, named: Named): Row[] {
  return children.flatMap((item, n) => {
    const number = ordered ? `${(start ?? 1) + n}. ` : ''
    const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : ''
    const mark = `${number}${box}` || '• '
    return behind(blocks(item.children, named), mark, ' '.repeat(mark.length + 2))
  })
}

/** What cannot bear a mark, as code, stands as it is, with the mark above it. */
function behind(rows: readonly Row[], first: string, further: string): Row[] {
  const [head] = rows
  const all = head && 'spans' in head ? rows : [{ spans: [] }, ...rows]
  return all.map((row, n) => {
    if (!('spans' in row)) return row
    const mark = n === 0 ? first : further
    return { spans: row.spans.length === 0 && n > 0 && mark.trim() === '' ? [] : [plain(mark), ...row.spans] }
  })
}
