// Figures on a terminal: tables, and lines of a name and its value.
import { styleText } from 'node:util'

/** The first column stands at the left and takes `least` at least, the others stand at the right. */
export function tableLines(rows: readonly (readonly string[])[], least = 0): string[] {
  const widths = rows[0]?.map((_, i) => Math.max(i === 0 ? least : 0, ...rows.map((row) => row[i]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
  )
}

export type Rows = [name: string, value: string][]

export function rowsOf(rows: Rows): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${styleText('dim', name.padEnd(width))}  ${value}`).join('\n')
}

/** `12.5 %` of a share, `1.5 s` of ms; – where there is none. */
export const percentText = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`)
export const secondsText = (ms: number | null): string => (ms === null ? '–' : `${(ms / 1_000).toFixed(1)} s`)

/** `decide 12, compose 3`, each count as `shown`. */
export const listed = (counts: Record<string, number>, shown: (count: number) => string = String): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${shown(count)}`)
    .join(', ') || 'none'
