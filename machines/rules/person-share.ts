// One person's share of the budget: while others ask, nobody spends everybody's (U5).
import type { GroupSettings, Limit } from '../group/settings.ts'
import type { Ledger, PersonSpending } from '../group/context.ts'
import type { BudgetBlock, MessageRef } from '../group/types.ts'
import { believed, countSends, exact, tokensIn, windows } from './budget.ts'
import { lastingIn } from './lasting.ts'
import { isRequest } from './requests.ts'

const mostPersons = 12
// Spending older than the short window is merged into so many slices of the medium and of the long one. A merged slice
// bears its newest time, so that a share is never freed early.
const slices = 12

/** The ledger after a message: who asks, and when last. */
export function noteAsking(ledger: Ledger, message: MessageRef, at: number, settings: GroupSettings): Ledger {
  if (!isRequest(message)) return ledger
  const { sender } = message
  const { persons = [] } = ledger
  const known = persons.find((person) => person.sender === sender)
  const others = persons.filter(
    (person) => person !== known && at - person.asked < settings.limits.longWindow.durationMs,
  )
  return { ...ledger, persons: [...others.slice(1 - mostPersons), { spent: [], ...known, sender, asked: at }] }
}

/** The ledger with what a turn cost booked to each person who asked for it. */
export function bookToPersons(
  ledger: Ledger,
  batch: readonly MessageRef[],
  at: number,
  { messages, tokens }: { messages: number; tokens: number },
  settings: GroupSettings,
): Ledger {
  if (!ledger.persons || messages + tokens === 0) return ledger
  const asking = askersOf(batch)
  const persons = ledger.persons.map((person): PersonSpending => {
    if (!asking.has(person.sender)) return person
    return { ...person, spent: merged([...person.spent, [at, messages, tokens]], settings.limits, at) }
  })
  return { ...ledger, persons }
}

/**
 * Why nobody who asks may have this turn, or undefined; `tokens`: what it needs. Of several askers one with room is enough.
 * While others ask (within the short window) a person has the share of it; of a longer window, and when others asked
 * earlier, a person may use more as long as what is kept for requests is left to them, and of that no more than what
 * lets it last until the window frees; alone, all of it.
 */
export function personBlock(
  ledger: Ledger,
  settings: GroupSettings,
  at: number,
  { batch, tokens }: { batch: readonly MessageRef[]; tokens: number },
): BudgetBlock | undefined {
  if (settings.limits.maxPersonShare >= 1) return undefined
  let first: BudgetBlock | undefined
  for (const sender of askersOf(batch)) {
    const block = blockOf(sender, ledger, settings, at, tokens)
    if (!block) return undefined
    if (!first || (block.freesAt ?? Infinity) < (first.freesAt ?? Infinity)) first = block
  }
  return first
}

/** How many of a window's messages there are for whoever asks: of several askers the one with the most counts. */
export function messagesFor(
  batch: readonly MessageRef[],
  { persons = [] }: Ledger,
  settings: GroupSettings,
  at: number,
  limit: Limit,
): number {
  const all = limit.maxMessages
  const kept = Math.floor(all * (1 - settings.reserveBudgetRatio))
  const ofEach = [...askersOf(batch)].map((sender) => {
    const othersAsked = persons.some((person) => person.sender !== sender && person.asked + limit.durationMs > at)
    if (!othersAsked || settings.limits.maxPersonShare >= 1) return all
    const spent = persons.find((person) => person.sender === sender)?.spent ?? []
    const used = spent.reduce((sum, [ts, messages]) => (ts > at - limit.durationMs ? sum + messages : sum), 0)
    return used < Math.max(1, shareOf(all, settings, 'messages')) ? all : kept
  })
  return ofEach.length === 0 ? all : Math.max(...ofEach)
}

const askersOf = (batch: readonly MessageRef[]): Set<string> =>
  new Set(batch.filter(isRequest).map(({ sender }) => sender))

function blockOf(sender: string, ledger: Ledger, settings: GroupSettings, at: number, tokens: number) {
  const { persons = [] } = ledger
  const spent = persons.find((person) => person.sender === sender)?.spent ?? []
  const others = persons.reduce((last, each) => (each.sender === sender ? last : Math.max(last, each.asked)), -Infinity)
  const areAsking = others + settings.limits.shortWindow.durationMs > at
  for (const [window, key] of windows) {
    const limit = settings.limits[key]
    const aloneAt = others + (areAsking ? settings.limits.shortWindow : limit).durationMs
    if (aloneAt <= at) continue
    for (const [what, place, need, allUsed, max] of [
      ['messages', 1, 1, countSends, limit.maxMessages],
      ['tokens', 2, tokens, tokensIn, limit.maxTokens],
    ] as const) {
      const share = shareOf(max, settings, what)
      const used = spentIn(spent, limit, at, place)
      // Whoever spent nothing is heard, however small the share.
      let missing = used + need - Math.max(share, need)
      if (missing <= 0) continue
      const isShared = areAsking && window === 'short'
      const isLeft = allUsed(ledger, limit, at) + need <= max * (1 - settings.reserveBudgetRatio)
      if (!isShared && isLeft) continue
      const own = spent.filter(([ts]) => ts > at - limit.durationMs)
      const freeing = own.find((entry) => (missing -= believed(entry[place])) <= 0)
      // What is kept would lapse where the others ask no more: it is given away evenly until the window frees.
      const lasting = what === 'messages' && !areAsking ? lastingIn(ledger, limit, at) : undefined
      const givenAt = lasting ? lasting.last + lasting.pauseMs : Infinity
      const freesAt = Math.min(aloneAt, givenAt, (freeing?.[0] ?? at) + limit.durationMs)
      if (freesAt <= at) continue
      return { window, what, used, limit: share, need, share: settings.limits.maxPersonShare, freesAt }
    }
  }
  return undefined
}

function spentIn(spent: PersonSpending['spent'], { durationMs }: Limit, at: number, place: 1 | 2): number {
  let sum = 0
  for (const entry of spent) if (entry[0] > at - durationMs) sum += believed(entry[place])
  return sum
}

/** Messages are rounded up, tokens down. */
function shareOf(max: number, { limits }: GroupSettings, what: 'messages' | 'tokens'): number {
  const share = exact(max * limits.maxPersonShare)
  return what === 'messages' ? Math.ceil(share) : Math.floor(share)
}

function merged(
  entries: PersonSpending['spent'],
  { shortWindow, mediumWindow, longWindow }: Record<'shortWindow' | 'mediumWindow' | 'longWindow', Limit>,
  at: number,
): PersonSpending['spent'] {
  const kept: PersonSpending['spent'] = []
  let lastSlice = ''
  for (const [ts, messages, tokens] of entries) {
    if (ts <= at - longWindow.durationMs) continue
    const within = ts > at - mediumWindow.durationMs ? mediumWindow : longWindow
    const slice =
      ts > at - shortWindow.durationMs ? '' : `${within.durationMs} ${Math.floor((ts * slices) / within.durationMs)}`
    const last = kept.at(-1)
    if (last && slice !== '' && slice === lastSlice) kept[kept.length - 1] = [ts, last[1] + messages, last[2] + tokens]
    else kept.push([ts, messages, tokens])
    lastSlice = slice
  }
  return kept
}
