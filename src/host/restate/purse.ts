// A worker's purse under one ceiling: slices of the day's allowance, out of which calls are held and paid without asking.
import { randomUUID } from 'node:crypto'
import {
  type Amount,
  type Answer,
  type Ask,
  atLeast0,
  highest,
  lowest,
  leaseMs,
  minus,
  nothing,
  plus,
  type Statement,
} from './ceiling-book.ts'

export interface Refused {
  what: keyof Amount
  used: number
  limit: number
  need: number
}

export interface PurseOptions {
  limit: Amount
  take: (ask: Ask) => Promise<Answer>
  /** Written down before anything of it is spent: so much the holder may have spent by now. Throws where it cannot be. */
  mark: (holder: string, most: Amount) => void
  /** ms, never falling; and a clock that nobody sets. */
  now: () => number
  elapsed: () => number
}

/** Who was refused is refused at once for so long, ms. */
const refusedMs = 2_000
const mostAsks = 4

export type Purse = ReturnType<typeof makePurse>

export function makePurse({ limit, take, mark, now, elapsed }: PurseOptions) {
  let holder: string = randomUUID()
  let [granted, spent, returned, held, marked] = [nothing, nothing, nothing, nothing, nothing]
  /** By all, as it was last told. */
  let used = nothing
  /** When the last slice was asked for. */
  let leased = { now: -Infinity, elapsed: -Infinity }
  let lastUse = elapsed()
  let told = { spent, returned }
  let refusal: { until: number; need: Amount; refused: Refused } | undefined
  let isOver = false
  let asking: Promise<unknown> = Promise.resolve()

  const free = (): Amount => minus(minus(minus(granted, spent), returned), held)
  const missing = (need: Amount): Amount =>
    each((kind) => (need[kind] > 0 ? Math.max(0, need[kind] - free()[kind]) : 0))
  const isLeased = (): boolean => now() - leased.now < leaseMs && elapsed() - leased.elapsed < leaseMs
  const has = (need: Amount): boolean => !isOver && isLeased() && isNothing(missing(need))
  const statement = (): Statement => ({ holder, at: now(), granted, spent, returned })

  /** Where it has so much: it is spent until less is said. */
  function holdAtOnce(amount: Amount): void {
    markMost(plus(plus(spent, held), amount))
    held = plus(held, amount)
    lastUse = elapsed()
  }

  /** With a part of the slice, so that not every call is a write. */
  function markMost(most: Amount): void {
    if (isNothing(atLeast0(minus(most, marked)))) return
    const kept = minus(granted, returned)
    const ahead = each((kind) => Math.min(kept[kind], most[kind] + Math.floor((kept[kind] - spent[kind]) / 4)))
    const next = highest(highest(marked, most), ahead)
    mark(holder, next)
    marked = next
  }

  function refusedFor(need: Amount, lacking: Amount): Refused {
    const what = lacking.messages > 0 && used.messages + lacking.messages > limit.messages ? 'messages' : 'tokens'
    return { what, used: used[what], limit: limit[what], need: need[what] }
  }

  async function ask(need: Amount): Promise<Refused | undefined> {
    if (isOver) throw new Error('the worker stops')
    if (refusal && elapsed() < refusal.until && kinds.every((kind) => need[kind] >= refusal!.need[kind]))
      return refusal.refused
    const sent = { now: now(), elapsed: elapsed() }
    const lacking = missing(need)
    const said = statement()
    const answer = await take({ ...said, need: lacking, limit })
    if (answer.isOver) {
      holder = randomUUID()
      ;[granted, spent, returned, held, marked] = [nothing, nothing, nothing, nothing, nothing]
      told = { spent, returned }
      leased = { now: -Infinity, elapsed: -Infinity }
      return undefined
    }
    told = { spent: highest(told.spent, said.spent), returned: highest(told.returned, said.returned) }
    granted = highest(granted, answer.granted)
    leased = sent
    used = answer.used
    if (answer.isGranted) return undefined
    const refused = refusedFor(need, lacking)
    refusal = { until: elapsed() + refusedMs, need, refused }
    return refused
  }

  async function fill(amount: Amount, need: Amount): Promise<Refused | undefined> {
    // What was granted may be held by others before it is looked at.
    for (let n = 0; n < mostAsks && !has(need); n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- asked again with what it has by then
      const refused = await ask(need)
      if (refused) return refused
    }
    if (!has(need)) throw new Error('the slices were taken by others')
    holdAtOnce(amount)
    return undefined
  }

  return {
    /** Holds an amount, where so much is free as it needs; asks for a slice where it is not. Rejects where nobody answers. */
    hold(amount: Amount, need: Amount): Promise<Refused | undefined> {
      const filled = asking.then(() => fill(amount, need))
      asking = filled.catch(() => {})
      return filled
    },
    /** The same without asking. */
    holdNow(amount: Amount, by: string): Refused | undefined {
      if (by !== holder || !has(amount)) return refusedFor(amount, missing(amount))
      holdAtOnce(amount)
      return undefined
    },
    holder: (): string => holder,
    /** What was held for a call is free again, but for what it cost; what a holder of before had was counted for a day. */
    settle(amount: Amount, cost: Amount, by: string): void {
      if (by !== holder) return
      held = minus(held, amount)
      spent = plus(spent, cost)
      lastUse = elapsed()
      markMost(plus(spent, held))
    },
    /** Gives back what was of no use for so long; undefined: there is nothing to tell. */
    giveBack(idleMs: number): Statement | undefined {
      if (elapsed() - lastUse < idleMs) return undefined
      returned = plus(returned, atLeast0(free()))
      const most = lowest(marked, highest(plus(spent, held), minus(granted, returned)))
      if (!isNothing(minus(marked, most))) mark(holder, most)
      marked = most
      return isNothing(minus(spent, told.spent)) && isNothing(minus(returned, told.returned)) ? undefined : statement()
    },
    wasTold(said: Statement): void {
      if (said.holder === holder) told = { spent: said.spent, returned: said.returned }
    },
    /** Nothing is held or spent any more; what is held may have been spent. */
    close(): Statement | undefined {
      isOver = true
      return isNothing(granted) && isNothing(spent)
        ? undefined
        : { ...statement(), spent: plus(spent, held), isOver: true }
    },
  }
}

const kinds = ['messages', 'tokens'] as const
const isNothing = (amount: Amount): boolean => kinds.every((kind) => amount[kind] === 0)
const each = (of: (kind: keyof Amount) => number): Amount => ({ messages: of('messages'), tokens: of('tokens') })
