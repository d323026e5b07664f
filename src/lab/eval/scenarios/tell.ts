// The scorecard in a terminal: figures beside three simple rules, each scenario in a line, and the rooms where it went wrong.
import { styleText } from 'node:util'
import { percentText, secondsText, tableLines } from '../../../terminal/table.ts'
import { onOneLine, padded } from '../../../terminal/terminal-text.ts'
import { listed } from './cast.ts'
import type { Played } from './play.ts'
import type { MomentScore } from './score.ts'
import { type Figures, figuresOf, type Summary } from './scorecard.ts'
import { transcriptOf } from './transcript.ts'

export function tell(summary: Summary, plays: readonly Played[]): string {
  const { model, figures, baselines, scenarios, calls, tokens, unfinished } = summary
  const failed = plays.filter(({ score }) => isFaulty(score.moments) || score.stray.length + score.doubles.length > 0)
  const columns: [string, Figures][] = [
    [model, figures],
    ['always silent', baselines.alwaysSilent],
    ['only addressed', baselines.onlyAddressed],
    ['always answers', baselines.alwaysAnswers],
  ]
  return [
    ...failed.flatMap(room),
    ...plays.map(row),
    '',
    ...table(columns),
    '',
    'The rules beside it answer with placeholders: what they say is not checked.',
    `${scenarios.length} scenarios · ${calls} model calls · ${tokens} tokens`,
    ...(unfinished.length > 0 ? [`not finished: ${unfinished.join(', ')}`] : []),
    '',
  ].join('\n')
}

function table(columns: readonly [string, Figures][]): string[] {
  const rows: [string, (of: Figures) => string][] = [
    ['as a member wants', ({ asWanted }) => percentText(asWanted)],
    ['MUST met', ({ must }) => `${must.met} of ${must.moments}`],
    ['  missed', ({ must }) => String(must.missed)],
    ['  wrong', ({ must }) => String(must.wrong)],
    ['SILENT kept', ({ silent }) => `${silent.met} of ${silent.moments}`],
    ['needless posts', ({ needlessPosts }) => String(needlessPosts)],
    ['double answers', ({ doubles }) => String(doubles)],
    ['reply to its line', ({ toItsLine }) => `${toItsLine.right} of ${toItsLine.answers}`],
    ['median wait', ({ medianWaitMs }) => secondsText(medianWaitMs)],
    ['  open questions', ({ medianOpenWaitMs }) => secondsText(medianOpenWaitMs)],
  ]
  const cells = rows.map(([name, cell]) => [name, ...columns.map(([, figures]) => cell(figures))])
  return tableLines([['', ...columns.map(([name]) => name)], ...cells], 18)
}

function row({ scenario, score, calls, tokens }: Played): string {
  const { asWanted, must, silent } = figuresOf([score])
  const mark = asWanted === 1 ? styleText('green', '✓') : styleText('red', '✗')
  const kept = `${must.met + silent.met}/${must.moments + silent.moments}`
  return `${mark} ${padded(scenario.file, 34)} ${kept.padStart(5)}  ${String(calls).padStart(3)} calls ${String(tokens).padStart(6)} tokens  ${scenario.title}`
}

function room(played: Played): string[] {
  const { scenario, score, said } = played
  const textOf = (id: string): string => said.find((line) => line.id === id)?.text ?? ''
  const faulty = score.moments.filter(isFault).map(({ moment, outcome, faults, by, from, to }) => {
    const what = [outcome, ...faults, ...(by.length > 0 ? [`(${by.join(', ')})`] : [])].join(' ')
    const asked = listed(moment.line).map((id) => `${id} “${textOf(id)}”`)
    const who = moment.by === undefined ? '' : ` by ${listed(moment.by).join(' or ')}`
    const span = `within ${Math.round((to - from) / 1_000)} s`
    return styleText(
      'red',
      `  ${moment.want}${who} ${span}: ${what}: ${asked.join(', ')}${moment.why ? ` — ${moment.why}` : ''}`,
    )
  })
  const posts = (what: string, some: typeof said): string[] =>
    some.map(({ who, text }) => styleText('red', `  ${what}: ${who}: ${onOneLine(text)}`))
  return [
    styleText('bold', `${scenario.file}: ${scenario.title}`),
    ...faulty,
    ...posts('nobody asked', score.stray),
    ...posts('answered already', score.doubles),
    ...transcriptOf(played).map((line) => (line.includes('    · ') ? styleText('dim', `  ${line}`) : `  ${line}`)),
    '',
  ]
}

const isFault = ({ outcome }: MomentScore): boolean => outcome !== 'met' && outcome !== 'free'
const isFaulty = (moments: readonly MomentScore[]): boolean => moments.some(isFault)
