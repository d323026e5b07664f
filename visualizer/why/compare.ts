// The numbers a gate compared, as one line: `0.31 < 0.50`, `5m 5/5 messages, frees in 41 s`.
import type { Gate, WindowName } from '../../machines/group/settings.ts'
import type { Verdict } from '../../machines/group/types.ts'
import type { BudgetFigure } from '../../src/feed/contract.ts'
import { countText, spanText, windowText } from '../time-text.ts'
import type { Words } from '../words.ts'
import { figureText, valueText } from './figure-text.ts'

type Numbers = NonNullable<Verdict['numbers']>

/** `budget`: the windows as they stood, for their lengths. Empty when nothing was compared. */
export function comparisonOf(verdict: Verdict, budget: readonly BudgetFigure[], words: Words): string {
  const { gate, outcome, numbers } = verdict
  if (!numbers) return ''
  const lines = special(`${gate} ${outcome}`, numbers, budget, words) ?? plain(numbers, words)
  return lines.filter(Boolean).join(' · ')
}

function special(what: string, n: Numbers, budget: readonly BudgetFigure[], words: Words): string[] | undefined {
  const span = (ms: number | string | undefined) => spanText(Number(ms), words.lang)
  const { figures } = words
  if ((what === 'budget skip' || what === 'budget hold') && n['window'] !== undefined) return spent(n, budget, words)
  if (what === 'relevance skip') return [against(n['relevance'], n['floor']), String(n['vitality'])]
  if (what.startsWith('decide ') && n['threshold'] !== undefined)
    return [against(n['relevance'], n['threshold']), ...plain(without(n, ['relevance', 'threshold']), words)]
  if (what === 'loop skip') return [looped(n)]
  // The reason is the model's, and need not say what it decided.
  if (/^rejudge (send|shorten|drop)$/.test(what))
    return [valueText(what.slice('rejudge '.length), words.lang), ...plain(n, words)]
  if (what === 'buffer flush') return [figures.messages(Number(n['size'])), span(n['waitedMs'])]
  if (what === 'backoff wait') return [span(n['waitMs']), `${words.figures.skips} ${n['skipsInARow']}`]
  if (what === 'cooldown wait' || what === 'delay wait')
    return [span(n['waitMs']), ...plain(without(n, ['waitMs']), words)]
  if (what === 'dispatch start' || what === 'dispatch restart') {
    const lively = `${n['vitality']} ${n['messagesIn5m']}/${n['speakersIn5m']}`
    return [figures.messages(Number(n['size'])), n['vitality'] === undefined ? '' : lively]
  }
  if (what === 'compose draft' || what === 'compose skip')
    return [
      figures.chars(Number(n['chars'])),
      valueText(n['type'], words.lang),
      `≈ ${n['similarity']}`,
      String(n['model']),
    ]
  if (what === 'send sent') return [figures.chars(Number(n['chars'])), valueText(n['type'], words.lang)]
  return undefined
}

function spent(n: Numbers, budget: readonly BudgetFigure[], words: Words): string[] {
  const { figures, lang } = words
  const { window, what, used, limit, need, freesInMs, path, share } = n
  const length = budget.find((figure) => figure.window === (window as WindowName))?.durationMs
  const name = length === undefined ? valueText(window, lang) : windowText(length)
  const [has, most] = [countText(Number(used)), countText(Number(limit))]
  const asked = what === 'tokens' ? ` + ${countText(Number(need))}` : ''
  const unit = what === 'tokens' ? words.budget.tokens : figures.messageUnit
  const frees = freesInMs === undefined ? '' : figures.freesIn(spanText(Number(freesInMs), lang))
  return [
    [`${name} ${has}${asked}/${most} ${unit}`, share === undefined ? '' : figures.ofOnePerson, frees]
      .filter(Boolean)
      .join(figures.comma),
    path === undefined ? '' : beforeCall(path, words),
  ]
}

const beforeCall = (call: number | string, { gates, figures }: Words): string =>
  Object.hasOwn(gates, call) ? figures.before(gates[call as Gate]) : String(call)

/** The signs are those of the guards in machines/rules/loop-brake.ts. */
function looped(n: Numbers): string {
  if (n['maxPairTurns'] !== undefined) return `${n['replies']} ≥ ${n['maxPairTurns']}`
  if (n['maxRoomTurns'] !== undefined) return `${n['roomTurns']} > ${n['maxRoomTurns']}`
  return `${n['botTurns']} > ${n['maxBotTurns']}`
}

function against(value: number | string | undefined, limit: number | string | undefined): string {
  const [a, b] = [Number(value), Number(limit)]
  return `${a.toFixed(2)} ${a < b ? '<' : '≥'} ${b.toFixed(2)}`
}

const plain = (numbers: Numbers, words: Words): string[] =>
  Object.entries(numbers).map(([name, value]) => figureText(name, value, words))

const without = (numbers: Numbers, names: readonly string[]): Numbers =>
  Object.fromEntries(Object.entries(numbers).filter(([name]) => !names.includes(name)))
