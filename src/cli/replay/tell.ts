// A replay told for a person: one life as a list, two lives as columns.
import { styleText } from 'node:util'
import { type AnsweredInOne, type Comparison, figureRows } from './compare.ts'
import type { Summary } from './run.ts'

const shownProblems = 10

export function tellSummary(file: string, bot: string, s: Summary): string {
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none'
  const { short, medium, long } = s.maxInWindow
  const rows: [string, string][] = [
    [
      'messages',
      `${s.messages} in ${s.groups} groups (own ${s.own}, duplicates ${s.duplicates}, left out ${s.rejected})`,
    ],
    ['vitality', list(s.vitality)],
    ['mentions', String(s.mentions)],
    [
      'turns',
      `${s.batches} batches, ${s.dispatches} turns, closest ${s.minDispatchGapMs === null ? '–' : `${s.minDispatchGapMs} ms`} apart without a mention`,
    ],
    [
      'model',
      `${s.decisions} decisions, ${s.rejudgements} rejudgements (${percent(s.callsPerMessage)} of others’ messages), ${s.compositions} compositions, ${s.tokens} tokens`,
    ],
    ['replies', String(s.replies)],
    ['silent at', list(s.skips)],
    ['budget said no', list(s.budget)],
    [
      'most in a window',
      `5m ${short.messages}/${short.tokens} · 3h ${medium.messages}/${medium.tokens} · 24h ${long.messages}/${long.tokens} (messages/tokens)`,
    ],
    ['speed', `${s.elapsedMs} ms, ${Math.round((s.messages / Math.max(1, s.elapsedMs)) * 1000)} messages/s`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const body = rows.map(([name, value]) => `  ${styleText('dim', name.padEnd(width))}  ${value}`).join('\n')
  return `${styleText('bold', `${bot} in ${file}`)}\n${body}\n${tellViolations(s.violations)}`
}

export function tellComparison(file: string, bot: string, { a, b, differ }: Comparison): string {
  const heads = ['', plain(a.config), plain(b.config), 'difference']
  const rows = figureRows(a, b).map(({ name, a: before, b: after }) => {
    const difference = before === after ? '=' : signed(name, differ.figures[name] ?? null)
    return [labelOf(name), shown(name, before), shown(name, after), difference]
  })
  const widths = heads.map((_, i) => Math.max(...[heads, ...rows].map((row) => row[i]?.length ?? 0)))
  const lineOf = (row: readonly string[]): string =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  return [
    styleText('bold', `${bot} in ${file}, under two settings`),
    `  ${styleText('dim', lineOf(heads))}`,
    ...rows.map((row) => `  ${lineOf(row)}`),
    ...(differ.nothing ? ['Nothing differs.'] : []),
    ...tellAnswered(a.config, b.config, differ.answeredInA),
    ...tellAnswered(b.config, a.config, differ.answeredInB),
    ...[a, b].map(({ config, violations }) => `${plain(config)}: ${tellViolations(violations)}`.trimEnd()),
    '',
  ].join('\n')
}

function tellAnswered(here: string, there: string, { count, first }: Comparison['differ']['answeredInA']): string[] {
  if (count === 0) return []
  const left = count > first.length ? [`  … and ${count - first.length} more`] : []
  const line = ({ id, sender, text, gate, why }: AnsweredInOne): string =>
    plain(`  ${id}  ${sender}: ${text} — ${there} stopped at ${gate}: ${why}`)
  return [`Answered under ${plain(here)} alone: ${count}`, ...first.map(line), ...left]
}

function tellViolations(violations: readonly string[]): string {
  if (violations.length === 0) return `${styleText('green', 'No promise was broken.')}\n`
  const first = violations.slice(0, shownProblems).join('\n  ')
  return `${styleText('red', `${violations.length} promises were broken:\n  ${first}`)}\n`
}

const labels: Record<string, string> = {
  others: 'others’ messages',
  calls: 'model calls',
  decisions: '  decisions',
  rejudgements: '  rejudgements',
  compositions: '  compositions',
  callsPerMessage: 'judgements of others’ messages',
  tokens: 'tokens',
  replies: 'replies',
  repliesToMentions: '  to mentions',
  mentions: 'mentions',
  mentionsAnswered: '  answered',
  mentionsUnanswered: '  unanswered',
  'waits.messageToReply.median': 'message → reply, median',
  'waits.messageToReply.p90': 'message → reply, 9 of 10',
  'waits.batchToTurn.median': 'batch → turn, median',
  'waits.batchToTurn.p90': 'batch → turn, 9 of 10',
  'budgetRefusals.short': 'budget said no, short window',
  'budgetRefusals.medium': 'budget said no, medium window',
  'budgetRefusals.long': 'budget said no, long window',
  violations: 'broken promises',
}

const labelOf = (name: string): string => labels[name] ?? name.replace('skips.', 'silent at ')

function shown(name: string, value: number | null): string {
  if (value === null) return '–'
  if (name === 'callsPerMessage') return percent(value)
  return name.startsWith('waits.') ? `${(value / 1_000).toFixed(1)} s` : String(value)
}

function signed(name: string, value: number | null): string {
  if (value === null) return '–'
  return `${value < 0 ? '−' : '+'}${shown(name, Math.abs(value))}`
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
/** Names and text of others: no control sequence reaches the terminal. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
