// A step on the tape in as few bytes as can be read without its chart: numbers for words, and only what changed.
import type { GroupPolicy, Vitality, WindowName } from '../../machines/group/settings.ts'
import type { Verdict } from '../../machines/group/types.ts'
import type { Cause } from '../../machines/group/verdicts/why.ts'
import { delayNameOf } from '../../machines/delay-name.ts'
import type { BudgetFigure, Led, Standing } from './tape-record.ts'
import type { TapeWords } from './words.ts'

/** A number of the words, or the text itself. */
type Word = number | string

/** How an actor stands, as far as it changed; `whole`: all of it, so that reading can begin here. */
interface Change {
  whole?: 1
  /** Active states. */
  a?: Word[]
  /** Timers: id, due, id, due … */
  t?: Word[]
  /** messagesIn5m, speakersIn5m, waiting, skipsInARow */
  f?: number[]
  /** Of every window: messages, tokens. */
  b?: number[]
  /** Of every window: name, duration in ms, most messages, most tokens. */
  l?: Word[]
  /** Policy; an operator set it; muted; paused everywhere. */
  p?: [policy: Word, set: 0 | 1, muted: 0 | 1, paused?: 0 | 1]
}

/** The rest: tokens, then names and values of the numbers; `said` stands for the words of others, `tried` for other models. */
type PackedVerdict = [turn: number, gate: Word, outcome: Word, why: Word, messages?: string[] | 0, ...rest: unknown[]]

/** Event type, transitions, verdicts, change of standing. */
type Packed = [Word, Word[], PackedVerdict[] | 0, Change?]

const noTurn = -1
/** Stands for the messages of the verdict before, in the same step. */
const sameMessages = 0
/** In the place of a number's name, which never begins so. */
const [said, tried] = ['"', '[']

/** `before`: how the actor stood after the row before; without it the row tells all. */
export function pack(event: string, led: Led, before: Standing | undefined, words: TapeWords): string {
  const { took, verdicts, standing } = led
  let last: readonly string[] = []
  const told = verdicts.map((verdict) => {
    const packed = packVerdict(verdict, last, words)
    last = verdict.messages
    return packed
  })
  const packed: Packed = [words.of(event), took.map((id) => words.of(id)), told.length === 0 ? 0 : told]
  if (standing) packed.push(changeOf(standing, before, words))
  return JSON.stringify(packed)
}

function packVerdict(verdict: Verdict, last: readonly string[], words: TapeWords): PackedVerdict {
  const { turn, gate, outcome, why, messages, tokens, numbers } = verdict
  const others = [
    ...(verdict.reason === undefined ? [] : [said, verdict.reason]),
    ...(verdict.tried ? [tried, verdict.tried] : []),
  ]
  const ids = messages.length > 0 && isSame(messages, last) ? sameMessages : messages
  const packed: PackedVerdict = [turn ?? noTurn, words.of(gate), words.of(outcome), words.of(why)]
  if (messages.length > 0 || tokens !== undefined || numbers || others.length > 0) packed.push(ids)
  if (tokens !== undefined || numbers || others.length > 0) packed.push(tokens ?? null)
  for (const [key, value] of Object.entries(numbers ?? {})) if (value !== undefined) packed.push(words.of(key), value)
  packed.push(...others)
  return packed
}

function changeOf(now: Standing, before: Standing | undefined, words: TapeWords): Change {
  const change: Change = before ? {} : { whole: 1 }
  if (!isSame(now.active, before?.active)) change.a = now.active.map((id) => words.of(id))
  if (!before || !sameTimers(now, before)) change.t = now.timers.flatMap(({ id, due }) => [words.of(id), due])
  if (!isSame(figuresOf(now), before && figuresOf(before))) change.f = figuresOf(now)
  if (!isSame(spentOf(now), before && spentOf(before))) change.b = spentOf(now)
  if (!before || !sameLimits(now, before)) {
    change.l = now.budget.flatMap((each) => [words.of(each.window), each.durationMs, each.maxMessages, each.maxTokens])
  }
  if (now.policy && (!before || !samePolicy(now, before))) {
    change.p = [words.of(now.policy), now.policySet ? 1 : 0, now.muted ? 1 : 0, now.paused ? 1 : 0]
  }
  return change
}

const figuresOf = ({ messagesIn5m, speakersIn5m, waiting, skipsInARow }: Standing) => [
  messagesIn5m,
  speakersIn5m,
  waiting,
  skipsInARow,
]
const spentOf = ({ budget }: Standing) => budget.flatMap(({ messages, tokens }) => [messages, tokens])
const sameTimers = (a: Standing, b: Standing): boolean =>
  a.timers.length === b.timers.length &&
  a.timers.every(({ id, due }, i) => b.timers[i]?.id === id && b.timers[i]?.due === due)
const sameLimits = (a: Standing, b: Standing): boolean =>
  a.budget.length === b.budget.length &&
  a.budget.every(({ window, durationMs, maxMessages, maxTokens }, i) => {
    const other = b.budget[i]
    return (
      other?.window === window &&
      other.durationMs === durationMs &&
      other.maxMessages === maxMessages &&
      other.maxTokens === maxTokens
    )
  })
const samePolicy = (a: Standing, b: Standing): boolean =>
  a.policy === b.policy && a.policySet === b.policySet && a.muted === b.muted && a.paused === b.paused

function isSame<T>(a: readonly T[], b: readonly T[] | undefined): boolean {
  if (a === b) return true
  if (a.length !== b?.length) return false
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false
  return true
}

export interface Unpacked {
  type: string
  took: string[]
  verdicts: Verdict[]
  /** Absent where it rests on rows that are no longer there. */
  standing?: Standing | undefined
}

/** Reads `led` of a row; `before`: how the actor stood after the row before. Throws when it cannot be read. */
export function unpack(led: string, at: number, before: Standing | undefined, words: TapeWords): Unpacked {
  const [type, took, told, change] = JSON.parse(led) as Packed
  return {
    type: words.text(type),
    took: took.map((id) => words.text(id)),
    verdicts: unpackVerdicts(told, at, words),
    standing: change && standingAfter(change, before, words),
  }
}

/** The verdicts of a row alone. */
export function verdictsIn(led: string, at: number, words: TapeWords): Verdict[] {
  return unpackVerdicts((JSON.parse(led) as Packed)[2], at, words)
}

function unpackVerdicts(told: Packed[2], at: number, words: TapeWords): Verdict[] {
  if (told === 0) return []
  let last: string[] = []
  return told.map(([turn, gate, outcome, why, messages = [], tokens, ...numbers]) => {
    last = messages === sameMessages ? last : messages
    return {
      turn: turn === noTurn ? null : turn,
      at,
      gate: words.text(gate) as Verdict['gate'],
      outcome: words.text(outcome),
      // A store of an older version has a sentence here.
      why: words.text(why) as Verdict['why'],
      messages: last,
      ...(typeof tokens === 'number' && { tokens }),
      ...restOf(numbers, words),
    }
  })
}

function restOf(pairs: readonly unknown[], words: TapeWords): Pick<Verdict, 'numbers' | 'reason' | 'tried'> {
  const rest: Pick<Verdict, 'numbers' | 'reason' | 'tried'> = {}
  for (let at = 0; at < pairs.length; at += 2) {
    const [name, value] = [pairs[at] as Word, pairs[at + 1]]
    if (name === said) rest.reason = value as string
    else if (name === tried) rest.tried = value as NonNullable<Cause['tried']>
    else (rest.numbers ??= {})[words.text(name)] = value as string | number
  }
  return rest
}

function standingAfter(change: Change, before: Standing | undefined, words: TapeWords): Standing | undefined {
  if (!before && !change.whole) return undefined
  const active = change.a?.map((id) => words.text(id)) ?? before?.active ?? []
  const [messagesIn5m = 0, speakersIn5m = 0, waiting = 0, skipsInARow = 0] =
    change.f ?? (before ? figuresOf(before) : [])
  const [policy, policySet, muted, paused] = change.p ?? []
  return {
    active,
    vitality: vitalityIn(active),
    timers: change.t ? timersOf(change.t, words) : (before?.timers ?? []),
    messagesIn5m,
    speakersIn5m,
    waiting,
    skipsInARow,
    budget: budgetAfter(change, before?.budget ?? [], words),
    ...(policy === undefined
      ? policyOf(before)
      : {
          policy: words.text(policy) as GroupPolicy,
          ...(policySet && { policySet: true as const }),
          ...(muted && { muted: true as const }),
          ...(paused && { paused: true as const }),
        }),
  }
}

const policyOf = (before: Standing | undefined): Pick<Standing, 'policy' | 'policySet' | 'muted' | 'paused'> => ({
  ...(before?.policy && { policy: before.policy }),
  ...(before?.policySet && { policySet: true }),
  ...(before?.muted && { muted: true }),
  ...(before?.paused && { paused: true }),
})

/** `group.vitality.ACTIVE` is active: no list tells it apart from the states. */
const vitalityIn = (active: readonly string[]): Vitality =>
  (active
    .find((id) => /\.vitality\.[^.]+$/.test(id))
    ?.split('.')
    .at(-1) ?? 'DORMANT') as Vitality

const timersOf = (told: readonly Word[], words: TapeWords) =>
  Array.from({ length: told.length / 2 }, (_, i) => {
    const id = words.text(told[2 * i] ?? '')
    return { id, name: delayNameOf(id), due: Number(told[2 * i + 1]) }
  })

function budgetAfter({ b, l }: Change, before: readonly BudgetFigure[], words: TapeWords): BudgetFigure[] {
  const limits = l
    ? Array.from({ length: l.length / 4 }, (_, i) => ({
        window: words.text(l[4 * i] ?? '') as WindowName,
        durationMs: Number(l[4 * i + 1]),
        maxMessages: Number(l[4 * i + 2]),
        maxTokens: Number(l[4 * i + 3]),
      }))
    : before
  return limits.map(({ window, durationMs, maxMessages, maxTokens }, i) => ({
    window,
    durationMs,
    messages: b?.[2 * i] ?? before[i]?.messages ?? 0,
    maxMessages,
    tokens: b?.[2 * i + 1] ?? before[i]?.tokens ?? 0,
    maxTokens,
  }))
}
