// A table as aligned text; one with links, or with somebody's name after an @, as lines that keep them.
import type { Table } from 'mdast'
import { textTable } from '../../text-table.ts'
import { type Definitions, inlineRows } from './inline.ts'
import type { Row, Span } from './nodes.ts'

export function tableRows({ children, align }: Table, definitions: Definitions): Row[] {
  const rows = children.map((row) =>
    row.children.map((cell) =>
      inlineRows(cell.children, definitions).flatMap((each) => ('spans' in each ? each.spans : [])),
    ),
  )
  const lives = rows.flat(2).some(({ text, href, isCode }) => href !== undefined || (!isCode && /[@＠]/.test(text)))
  if (lives) return rows.map((cells, n) => ({ spans: inLine(cells, n === 0) }))
  const texts = rows.map((cells) => cells.map((spans) => spans.map(({ text }) => text).join('')))
  return [{ code: textTable(texts, { between: ' | ', crossing: '-|-', align }) }]
}

const inLine = (cells: readonly (readonly Span[])[], isHead: boolean): Span[] =>
  cells.flatMap((spans, column): Span[] => [
    ...(column > 0 ? [{ text: ' | ', style: [] }] : []),
    ...spans.map((span): Span =>
      isHead && !span.style.includes('bold') ? { ...span, style: [...span.style, 'bold'] } : span,
    ),
  ])
