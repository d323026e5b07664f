// What all workers together may spend in 24 hours, as the object of a ceiling keeps it: pure, and the same on every try.

/** The key of a ceiling: of one bot, or of all that the service spends. */
export const scopeOf = (bot?: string): string => (bot === undefined ? 'all' : `bot ${bot}`)
export const botOf = (scope: string): string | undefined =>
  scope.startsWith('bot ') ? scope.slice('bot '.length) : undefined

export interface Amount {
  messages: number
  tokens: number
}

/** What a holder says of itself. Every figure is a sum since its beginning and never falls: late and doubled words do no harm. */
export interface Statement {
  /** Made anew for every process. */
  holder: string
  /** By the holder's clock, ms. */
  at: number
  /** As far as it knows. */
  granted: Amount
  spent: Amount
  /** It will not spend that. */
  returned: Amount
  /** It spends nothing any more. */
  isOver?: true
}

/** A holder asks for more. */
export interface Ask extends Statement {
  need: Amount
  /** Of the configuration, as the holder knows it. */
  limit: Amount
}

export interface Answer {
  isGranted: boolean
  /** Everything that was granted to this holder, this time included. */
  granted: Amount
  /** By all in 24 hours, with what holders have and have not spent. */
  used: Amount
  /** The holder counts no more: it has to begin anew. */
  isOver?: true
}

interface Holder extends Omit<Statement, 'holder' | 'at'> {
  /** It may spend until then, ms. */
  until: number
}

export interface Book {
  /** Never falls, ms. */
  at: number
  /** What is known to be spent, by slots of time. */
  spent: readonly (readonly [slot: number, messages: number, tokens: number])[]
  holders: Readonly<Record<string, Holder>>
}

const dayMs = 24 * 60 * 60_000
const minuteMs = 60_000
const slotMs = 5 * minuteMs
/** A holder that has not asked for so long spends nothing of what it has. */
export const leaseMs = 10 * minuteMs
/** A call that began at the end of the lease lasts so long at most, and clocks differ by less. */
const marginMs = 60 * minuteMs
/** So much of what is left is granted at once: less and less towards the end, and little is lost with a worker. */
const share = 1 / 16

/** The first one: `spent` by the minute, as the books have it. */
export function newBook(at: number, spent: readonly (Amount & { minute: number })[]): Book {
  const empty: Book = { at, spent: [], holders: {} }
  return spent.reduce((book, { minute, ...amount }) => booked(book, minute * minuteMs, amount), empty)
}

/** What a holder says is kept first, then more is granted to it: all that it needs, or nothing. */
export function taken(before: Book, ask: Ask): { book: Book; answer: Answer } {
  const book = told(before, ask)
  const holder = book.holders[ask.holder]
  const used = usedIn(book)
  if (!holder || holder.isOver) return { book, answer: { isGranted: false, granted: ask.granted, used, isOver: true } }
  const has = left(holder)
  const left0 = atLeast0(has)
  const after = plus(used, minus(atLeast0(plus(has, ask.need)), left0))
  const isRefused = kinds.some((kind) => ask.need[kind] > 0 && after[kind] > ask.limit[kind])
  const slice = (kind: keyof Amount): number =>
    ask.need[kind] > 0 ? Math.max(ask.need[kind], Math.floor((ask.limit[kind] - used[kind]) * share)) : 0
  const more = isRefused ? nothing : { messages: slice('messages'), tokens: slice('tokens') }
  const granted = plus(holder.granted, more)
  const holders = { ...book.holders, [ask.holder]: { ...holder, granted, until: book.at + leaseMs } }
  return { book: { ...book, holders }, answer: { isGranted: !isRefused, granted, used } }
}

/** What a holder does not say comes back to nobody: it is taken for spent, until it is said or a day is over. */
export function told(before: Book, { holder: name, at, ...statement }: Statement): Book {
  const book = pruned({ ...before, at: Math.max(before.at, at) })
  const known = book.holders[name]
  // All that it ever had was counted for a day.
  if (!known && kinds.some((kind) => statement.granted[kind] > 0)) return book
  const holder = known ?? { granted: nothing, spent: nothing, returned: nothing, until: book.at + leaseMs }
  const spent = highest(holder.spent, statement.spent)
  const isOver = holder.isOver ?? statement.isOver
  const returned = highest(holder.returned, isOver ? minus(holder.granted, spent) : statement.returned)
  const holders = { ...book.holders, [name]: { ...holder, spent, returned, ...(isOver && { isOver }) } }
  return booked({ ...book, holders }, book.at, minus(spent, holder.spent))
}

/** By all in the last 24 hours, with what holders have and have not spent. */
export const usedIn = (book: Book): Amount =>
  [
    ...book.spent.map(([, messages, tokens]) => ({ messages, tokens })),
    ...Object.values(book.holders).map((holder) => atLeast0(left(holder))),
  ].reduce(plus, nothing)

/** What it may spend yet; below 0 where it spent more. */
const left = ({ granted, spent, returned }: Pick<Holder, 'granted' | 'spent' | 'returned'>): Amount =>
  minus(minus(granted, spent), returned)

function booked(book: Book, at: number, amount: Amount): Book {
  if (kinds.every((kind) => amount[kind] === 0)) return book
  const slot = Math.floor(at / slotMs)
  const [, messages, tokens] = book.spent.find(([its]) => its === slot) ?? [slot, 0, 0]
  const others = book.spent.filter(([its]) => its !== slot)
  return { ...book, spent: [...others, [slot, messages + amount.messages, tokens + amount.tokens]] }
}

/** Slots that ended a day ago by every worker's clock, and holders that could not spend anything for a day. */
const pruned = (book: Book): Book => ({
  ...book,
  spent: book.spent.filter(([slot]) => (slot + 2) * slotMs + dayMs > book.at),
  holders: Object.fromEntries(
    Object.entries(book.holders).filter(([, { until }]) => until + marginMs + dayMs > book.at),
  ),
})

const kinds = ['messages', 'tokens'] as const
export const nothing: Amount = { messages: 0, tokens: 0 }
const both = (one: Amount, other: Amount, by: (a: number, b: number) => number): Amount => ({
  messages: by(one.messages, other.messages),
  tokens: by(one.tokens, other.tokens),
})
export const plus = (one: Amount, other: Amount): Amount => both(one, other, (a, b) => a + b)
export const minus = (one: Amount, other: Amount): Amount => both(one, other, (a, b) => a - b)
export const highest = (one: Amount, other: Amount): Amount => both(one, other, Math.max)
export const lowest = (one: Amount, other: Amount): Amount => both(one, other, Math.min)
export const atLeast0 = (amount: Amount): Amount => highest(amount, nothing)
