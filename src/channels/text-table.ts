// A table as text in columns of one width, for chats that have none: to be shown in a font of fixed width.
import type { Table } from 'mdast'
import stringWidth from 'string-width'

interface Look {
  /** Between two columns, and in the line below the head. */
  between: string
  crossing: string
  align?: Table['align']
  /** Signs, at most: longer words stand out. */
  widest?: number
}

export function textTable(
  rows: readonly (readonly string[])[],
  { between, crossing, align, widest = Infinity }: Look,
): string {
  const columns = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, n) =>
    Math.min(widest, Math.max(...rows.map((row) => stringWidth(row[n] ?? '')))),
  )
  const lines = rows.map((row) =>
    widths
      .map((width, n) => padded(row[n] ?? '', width, align?.[n]))
      .join(between)
      .trimEnd(),
  )
  return lines.toSpliced(1, 0, widths.map((width) => '-'.repeat(width)).join(crossing)).join('\n')
}

function padded(text: string, width: number, align: NonNullable<Table['align']>[number] = null): string {
  const space = Math.max(0, width - stringWidth(text))
  const before = align === 'right' ? space : align === 'center' ? Math.floor(space / 2) : 0
  return `${' '.repeat(before)}${text}${' '.repeat(space - before)}`
}
