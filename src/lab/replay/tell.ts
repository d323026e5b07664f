// A replay told for a person: what was heard, what was asked of the bot and what came of it, what it cost.
import { styleText } from 'node:util'
import { listed, percentText, type Rows, rowsOf } from '../../terminal/table.ts'
import { onOneLine } from '../../terminal/terminal-text.ts'
import { type Bill, grouped, tellBill } from '../virtual/tell-model.ts'
import type { GroupTalk, Requests } from './requests.ts'
import type { Summary, Total } from './run.ts'

const shownProblems = 10
const shownGroups = 5

export function tellSummary(file: string, bot: string, s: Summary, bill?: Bill): string {
  const head = styleText('bold', onOneLine(`${bot} in ${file}`))
  const rows: Rows = [
    ...headRows(s, s.messages - s.own),
    ...botRows(s),
    ...(bill ? tellBill(bill) : []),
    ['speed', speedOf(s)],
  ]
  return `${head}\n${rowsOf(rows)}\n${tellViolations(s.violations)}`
}

export function tellSeveral(
  file: string,
  bots: readonly { name: string; summary: Summary }[],
  total: Total,
  bill?: Bill,
): string {
  const head = styleText('bold', onOneLine(`${bots.map(({ name }) => name).join(', ')} in ${file}`))
  const all: Rows = [
    ...headRows(total, total.messages - total.own),
    ['asked of them', tellRequests(total.requests)],
    ['replies', grouped(total.replies)],
    ['model calls', callsOf(total)],
    ...(bill ? tellBill(bill) : []),
    ['speed', speedOf(total)],
  ]
  const each = bots.flatMap(({ name, summary }) => [styleText('bold', onOneLine(name)), rowsOf(botRows(summary))])
  return `${[head, rowsOf(all), ...each].join('\n')}\n${tellViolations(total.violations)}`
}

function headRows(s: Pick<Summary, 'groups' | 'own' | 'duplicates' | 'rejected'>, others: number): Rows {
  const where = s.groups === 1 ? '1 group' : `${s.groups} groups`
  const told = `${grouped(others)} by others in ${where}`
  return [['messages', `${told} (own ${s.own}, duplicates ${s.duplicates}, left out ${s.rejected})`]]
}

function botRows(s: Summary): Rows {
  const most = (name: 'short' | 'medium' | 'long'): string =>
    `${s.maxInWindow[name].messages} of ${s.limits[name].messages} messages, ${grouped(s.maxInWindow[name].tokens)} of ${grouped(s.limits[name].tokens)} tokens`
  return [
    ['asked of it', tellRequests(s.requests)],
    ...groupRows(s.talk),
    ['replies', `${grouped(s.replies)} in ${grouped(s.dispatches)} turns of ${grouped(s.batches)} batches`],
    ['silent at', listed(s.skips, grouped)],
    ['budget said no', listed(s.budget, grouped)],
    ['model calls', callsOf(s)],
    ['most in 5 min', most('short')],
    ['most in 3 h', most('medium')],
    ['most in 24 h', most('long')],
    ['vitality', listed(s.vitality, grouped)],
    ['closest turns', s.minDispatchGapMs === null ? '–' : `${s.minDispatchGapMs} ms apart without a mention`],
  ]
}

/** Silence scores no reply here: no call, no token, and nothing answered. */
function tellRequests({ asked, answered, held, unanswered, byName }: Requests): string {
  if (asked === 0) return 'nothing: nobody named it, replied to it or followed up'
  const kept = held > 0 ? `, ${grouped(held)} held until a window freed` : ''
  const missed = asked > answered ? `; unanswered at ${listed(unanswered, grouped)}` : ''
  const named = `${grouped(byName.asked)} by name, answered ${grouped(byName.answered)}`
  return `${asked === 1 ? 'once' : `${grouped(asked)} times`}, answered ${grouped(answered)} (${percentText(answered / asked)})${kept}${missed}; ${named}`
}

function groupRows(talk: readonly GroupTalk[]): Rows {
  if (talk.length < 2) return []
  const rows = talk.slice(0, shownGroups).map(({ group, messages, requests, answered }, i): Rows[number] => {
    const told = `${onOneLine(group)}: ${grouped(messages)} messages, asked ${requests} times, answered ${answered}`
    return [i === 0 ? 'spoken to in' : '', told]
  })
  return talk.length > shownGroups ? [...rows, ['', `and ${talk.length - shownGroups} more groups`]] : rows
}

const callsOf = (s: Pick<Summary, 'calls' | 'callsPerMessage' | 'tokens'>): string =>
  `${listed(s.calls, grouped)}: ${percentText(s.callsPerMessage)} of others’ messages; ${grouped(s.tokens)} tokens charged`

const speedOf = ({ messages, elapsedMs }: Pick<Summary, 'messages' | 'elapsedMs'>): string =>
  `${grouped(elapsedMs)} ms, ${grouped(Math.round((messages / Math.max(1, elapsedMs)) * 1000))} messages/s`

export function tellViolations(violations: readonly string[]): string {
  if (violations.length === 0) return `${styleText('green', 'No rule was broken.')}\n`
  const left = violations.length > shownProblems ? [`and ${violations.length - shownProblems} more`] : []
  const first = [...violations.slice(0, shownProblems), ...left].join('\n  ')
  return `${styleText('red', `${violations.length} rules were broken:\n  ${first}`)}\n`
}
