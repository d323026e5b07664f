// The figures of an evaluation as tables for a terminal of 100 columns.
import { styleText } from 'node:util'
import { percentText, tableLines } from '../../terminal/table.ts'
import { tellBill } from '../virtual/tell-model.ts'
import type { Everybody } from './everybody.ts'
import type { Printable, Summary } from './figures.ts'

type Row = Summary['bots'][number]
type Conduct = Printable['byName']
type Rated = Printable['detection']['byName']['found']
type Column = [head: string, cell: (figures: Printable) => string]

const nameWidth = 12
const width = 100

/** `fieldless`: bots without role and expertise. */
export function tell(summary: Summary, fieldless: readonly string[]): string {
  const { file, decide, seed, pooled, bots, elapsedMs, model } = summary
  if (!pooled) return 'Interrupted before the first figures.\n'
  const rows = [...bots, { ...pooled, bot: 'together' }]
  const { byLink } = pooled
  return [
    styleText(
      'bold',
      `${file} · ${bots.length} ${bots.length === 1 ? 'bot' : 'bots'} · decide ${decide} · seed ${seed} · ${elapsedMs} ms`,
    ),
    ...notes(summary, fieldless).map((line) => styleText('dim', clipped(line, width))),
    '',
    ...(summary.everybody ? names(summary.everybody) : []),
    ...table('Was the bot addressed? By names alone; + chain, + follow-ups: what these add.', rows, detection),
    ...(pooled.detection.byLink
      ? table('With reply links and mentions: where the labels are the links, this checks the wiring.', rows, links)
      : []),
    ...conduct('Played by names alone.', rows, ({ byName }) => byName),
    ...worthless(summary),
    ...(byLink ? conduct('Played with reply links and mentions.', rows, (figures) => figures.byLink) : []),
    ...silenced('Addressed and not answered, by names alone:', pooled.byName.spoke.silenced),
    ...(byLink ? silenced('Addressed and not answered, with reply links:', byLink.spoke.silenced) : []),
    ...counted('Answered in the recording, never judged, by names alone:', pooled.byName.wanted.stopped),
    ...(byLink ? counted('Answered in the recording, never judged, with reply links:', byLink.wanted.stopped) : []),
    ...counted('Turns that ended in silence, by names alone:', pooled.byName.cost.skips),
    ...counted('Failed calls:', pooled.byName.cost.errors),
    ...(model ? [...tellBill(model).map(([name, value]) => `${name}: ${value}`), ''] : []),
  ].join('\n')
}

function names(found: Everybody): string[] {
  const { participants, addressed, named, precisionInTalk, precision, recall } = found
  return [
    styleText('bold', `Whom do names find, with each of the ${participants} participants looked for?`),
    `Precision within the conversation ${rate(precisionInTalk, 3)} (${rate(precision, 3)} when only who is answered counts).`,
    `Recall ${rate(recall, 3)}: ${named} of ${addressed} addressed messages name somebody whom they address.`,
    '',
  ]
}

function worthless({ baselines }: Summary): string[] {
  if (!baselines) return []
  const { always, silent } = baselines
  return [`Of no use: answering every message scores ${rates(always)}, silence ${rates(silent)} (P R F1).`, '']
}

function notes({ model, cut, pooled, bots, leftOut }: Summary, fieldless: readonly string[]): string[] {
  const heard = pooled?.byName.heard ?? 0
  const all = pooled?.messages ?? 0
  return [
    ...(model ? [`${model.calls} model calls; the rehearsal would have made ${model.estimatedCalls}.`] : []),
    ...(cut > 0
      ? [`${cut} of ${bots.length} plays were cut off: what was done is of the first ${heard} of ${all} messages.`]
      : []),
    ...(fieldless.length > 0 ? [`Without role and expertise: ${some(fieldless)}.`] : []),
    ...(leftOut > 0 ? [`${leftOut} more participants are addressed: --bot NAME plays them.`] : []),
  ]
}

const shownNames = 5
const shownName = 12

function some(titles: readonly string[]): string {
  const left = titles.length - shownNames
  const shown = titles.slice(0, shownNames).map((name) => clipped(name, shownName))
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

const clipped = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)

const detection: Column[] = [
  ['labelled', ({ labelled }) => String(labelled)],
  ['for it', ({ addressed }) => String(addressed)],
  ['P    R    F1', ({ detection: { byName } }) => rates(byName.found)],
  ['P in talk', ({ detection: { byName } }) => rate(byName.withinConversation.precision)],
  ['+ chain P R F1', ({ detection: { byName } }) => rates(byName.withChain)],
  ['+ follow-ups', ({ detection: { byName } }) => rates(byName.withFollowUps)],
]

const links: Column[] = [
  ['for it', ({ addressed }) => String(addressed)],
  ['P    R    F1', ({ detection: { byLink } }) => (byLink ? rates(byLink.found) : '–')],
]

function conduct(title: string, rows: readonly Row[], of: (figures: Printable) => Conduct | null): string[] {
  const cell =
    (show: (conduct: Conduct) => string) =>
    (figures: Printable): string => {
      const shown = of(figures)
      return shown ? show(shown) : '–'
    }
  return [
    ...table(`${title} Did it speak when addressed, and what did that cost?`, rows, [
      ['turns P R F1', cell(({ spoke }) => rates(spoke.turns))],
      ['msgs P R F1', cell(({ spoke }) => rates(spoke.messages))],
      ['others', cell(({ cost }) => String(cost.others))],
      ['calls', cell(({ cost }) => percentText(cost.callShare))],
      ['written', cell(({ cost }) => String(cost.compositions))],
      ['replies', cell(({ cost }) => String(cost.replies))],
      ['per reply', cell(({ cost }) => rate(cost.callsPerReply, 1))],
      ['tokens', cell(({ cost }) => `${Math.round(cost.tokens / 1_000)}k`)],
    ]),
    ...table('What this person answered in the recording, and what came of it here.', rows, [
      ['answered', cell(({ wanted }) => String(wanted.answered))],
      ['judged', cell(({ wanted }) => String(wanted.judged))],
      ['share', cell(({ wanted }) => percentText(wanted.judgedShare))],
      ['2 min late', cell(({ wanted }) => String(wanted.judgedLate))],
      ['spoken to', cell(({ wanted }) => String(wanted.spokenTo))],
    ]),
  ]
}

function table(title: string, rows: readonly Row[], columns: readonly Column[]): string[] {
  const cells = rows.map((row) => [clipped(row.bot, nameWidth), ...columns.map(([, cell]) => cell(row))])
  const [head = '', ...lines] = tableLines([['', ...columns.map(([name]) => name)], ...cells], nameWidth)
  return [title, styleText('dim', head), ...lines, '']
}

function silenced(title: string, gates: Record<string, Record<string, number>>): string[] {
  const named = Object.entries(gates).flatMap(([gate, reasons]) =>
    Object.entries(reasons).map(([reason, count]) => [`${gate}: ${reason}`, count] as const),
  )
  return counted(title, Object.fromEntries(named))
}

function counted(title: string, counts: Record<string, number>): string[] {
  const entries = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  if (entries.length === 0) return []
  return [title, ...entries.map(([name, count]) => clipped(`${String(count).padStart(7)}  ${name}`, width)), '']
}

const rate = (value: number | null, places = 2): string => (value === null ? '–' : value.toFixed(places))
const rates = ({ precision, recall, f1 }: Rated): string => [precision, recall, f1].map((each) => rate(each)).join(' ')
