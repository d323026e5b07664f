// A table as aligned text; one with links, or with somebody's name after an @, as lines that keep them.
import type { Table } from 'mdast'
import stringWidth from 'string-width'
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
  const width = texts[0]?.map((_, column) => Math.max(...texts.map((cells) => stringWidth(cells[column] ?? '')))) ?? []
  const lines = texts.map((cells) =>
    width
      .map((most, column) => padded(cells[column] ?? '', most, align?.[column]))
      .join(' | ')
      .trimEnd(),
  )
  const rule = width.map((most) => '-'.repeat(most)).join('-|-')
  return [{ code: lines.toSpliced(1, 0, rule).join('\n') }]
}

function padded(text: string, most: number, align: 'left' | 'right' | 'center' | null | undefined): string {
  const space = most - stringWidth(text)
  const before = align === 'right' ? space : align === 'center' ? Math.floor(space / 2) : 0
  return `${' '.repeat(before)}${text}${' '.repeat(space - before)}`
}

const inLine = (cells: readonly (readonly Span[])[], isHead: boolean): Span[] =>
  cells.flatMap((spans, column): Span[] => [
    ...(column > 0 ? [{ text: ' | ', style: [] }] : []),
    ...spans.map((span): Span =>
      isHead && !span.style.includes('bold') ? { ...span, style: [...span.style, 'bold'] } : span,
    ),
  ])
