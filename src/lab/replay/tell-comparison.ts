// Two lives of one talk told for a person: figures as columns, and who was answered in one alone.
import { styleText } from 'node:util'
import { percentText, rowsOf, secondsText, tableLines } from '../../terminal/table.ts'
import { onOneLine } from '../../terminal/terminal-text.ts'
import { type Bill, tellBill } from '../virtual/tell-model.ts'
import { type Comparison, figureRows, labelOf } from './compare.ts'
import { tellViolations } from './tell.ts'

export function tellComparison(
  file: string,
  bot: string,
  { a, b, differ }: Comparison,
  bills: readonly (Bill | undefined)[] = [],
): string {
  const heads = ['', onOneLine(a.config), onOneLine(b.config), 'difference']
  const rows = figureRows(a, b).map(({ name, a: before, b: after }) => {
    const difference = before === after ? '=' : signed(name, differ.figures[name] ?? null)
    return [labelOf(name), shown(name, before), shown(name, after), difference]
  })
  const [head = '', ...lines] = tableLines([heads, ...rows])
  return [
    styleText('bold', `${bot} in ${file}, under two settings`),
    `  ${styleText('dim', head)}`,
    ...lines.map((line) => `  ${line}`),
    ...(differ.nothing ? ['Nothing differs.'] : []),
    ...tellAnswered(a.config, b.config, differ.answeredInA),
    ...tellAnswered(b.config, a.config, differ.answeredInB),
    ...[a, b].map(({ config, violations }) => `${onOneLine(config)}: ${tellViolations(violations)}`.trimEnd()),
    ...bills.flatMap((bill, i) =>
      bill ? [styleText('dim', onOneLine([a, b][i]?.config ?? '')), rowsOf(tellBill(bill))] : [],
    ),
    '',
  ].join('\n')
}

function tellAnswered(here: string, there: string, { count, first }: Comparison['differ']['answeredInA']): string[] {
  if (count === 0) return []
  const left = count > first.length ? [`  … and ${count - first.length} more`] : []
  const line = ({ id, sender, text, gate, words }: (typeof first)[number]): string =>
    onOneLine(`  ${id}  ${sender}: ${text} — ${there} stopped at ${gate}: ${words.en}`)
  return [`Answered under ${onOneLine(here)} alone: ${count}`, ...first.map(line), ...left]
}

function shown(name: string, value: number | null): string {
  if (name === 'callsPerMessage') return percentText(value)
  return name.startsWith('waits.') ? secondsText(value) : String(value ?? '–')
}

function signed(name: string, value: number | null): string {
  if (value === null) return '–'
  return `${value < 0 ? '−' : '+'}${shown(name, Math.abs(value))}`
}
