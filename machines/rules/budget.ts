// The three-window budget of messages and tokens (U1–U5). Windows are half open: what is one window old is free again.
import type { GroupSettings, Limit, WindowName } from '../group/settings.ts'
import type { Ledger } from '../group/context.ts'
import type { BudgetBlock } from '../group/types.ts'

/** Each window, and where its limit stands in the settings. */
export const windows = [
  ['short', 'shortWindow'],
  ['medium', 'mediumWindow'],
  ['long', 'longWindow'],
] as const
// Calls older than the short window are merged into so many slices of the medium, then of the long window: a snapshot
// stays below 4 KB however long a bot has talked. A slice bears its newest time, so that tokens are never freed early.
const mediumSlices = 36
const longSlices = 48

export interface BudgetAsk {
  /** What is kept for people's requests may be used (U5). */
  mayUseReserve: boolean
  /** Tokens about to be spent; 0 asks for a message only. */
  tokens: number
  /** Tokens that a turn which nobody asked for needs at the least: they are never kept from it; default: `tokens`. */
  turnTokens?: number
  /** Tokens that are kept at most; default: the share. */
  mostKept?: number
}

/** Above this no call, and no slice of them, has cost that; nobody knows what it did cost. */
const mostBelieved = 1_000_000_000
const doubted = 10_000

/** Books of before the usage of providers was checked may hold anything. */
export const believed = (tokens: number): number => (tokens >= 0 && tokens <= mostBelieved ? tokens : doubted)

/** The first window that says no, with the numbers compared; undefined when all three hold. */
export function budgetBlock(ledger: Ledger, settings: GroupSettings, at: number, ask: BudgetAsk) {
  const reserve = ask.mayUseReserve ? 0 : settings.reserveBudgetRatio
  for (const [window, key] of windows) {
    const limit = settings.limits[key]
    const block = messageBlock(ledger, window, limit, at, reserve)
    if (block) return block
    if (ask.tokens === 0) continue
    const kept = Math.min(ask.mostKept ?? Infinity, keptTokens(limit, reserve, ask.turnTokens ?? ask.tokens))
    const tokenBlock = blockOfTokens(ledger, window, limit, at, { tokens: ask.tokens, kept })
    if (tokenBlock) return tokenBlock
  }
  return undefined
}

/** Tokens of a window kept for people's requests: a share of it, but never what one turn that nobody asked for needs. */
export const keptTokens = ({ maxTokens }: Limit, reserve: number, turnTokens: number): number =>
  Math.max(0, Math.min(Math.floor(maxTokens * reserve), maxTokens - turnTokens))

/** Tokens that all three windows still allow; to a turn which nobody asked for and which needs `turnTokens`, less what is kept. */
export function tokenRoom(ledger: Ledger, settings: GroupSettings, at: number, turnTokens?: number): number {
  const rooms = windows.map(([, key]) => {
    const limit = settings.limits[key]
    const kept = turnTokens === undefined ? 0 : keptTokens(limit, settings.reserveBudgetRatio, turnTokens)
    return roomIn(ledger, limit, at) - kept
  })
  return Math.min(...rooms)
}

/** Share of the fullest window, 0–1, messages or tokens. */
export function usageRatio(ledger: Ledger, settings: GroupSettings, at: number): number {
  const ratios = windows.flatMap(([, key]) => {
    const limit = settings.limits[key]
    return [
      share(countSends(ledger, limit, at), limit.maxMessages),
      share(tokensIn(ledger, limit, at), limit.maxTokens),
    ]
  })
  return Math.min(1, Math.max(...ratios))
}

/** The fill of every window, for logs and pages: `5m 5/5`. */
export function budgetFigures(ledger: Ledger, settings: GroupSettings, at: number) {
  return windows.map(([window, key]) => {
    const limit = settings.limits[key]
    return { window, limit, messages: countSends(ledger, limit, at), tokens: tokensIn(ledger, limit, at) }
  })
}

/** The ledger with a model call's tokens booked and its reservation released. */
export function bookCall(ledger: Ledger, settings: GroupSettings, at: number, tokens: number): Ledger {
  const calls = merged([...ledger.calls, [at, tokens]], settings.limits, at)
  const { reserved: _, ...rest } = ledger
  return { ...rest, calls }
}

/** The ledger with a send booked. */
export function bookSend(ledger: Ledger, settings: GroupSettings, at: number): Ledger {
  const sends = ledger.sends.filter((ts) => ts > at - settings.limits.longWindow.durationMs)
  return { ...ledger, sends: [...sends, at] }
}

/** Most messages a window allows to a turn that may or may not use the reserve (U5). */
const allowance = ({ maxMessages }: Limit, reserve: number): number => Math.ceil(exact(maxMessages * (1 - reserve)))

/** Less what binary fractions add in the last places: 10 × 0.3 is 3. */
export const exact = (share: number): number => Math.round(share * 1e6) / 1e6

function messageBlock(ledger: Ledger, window: WindowName, limit: Limit, at: number, reserve: number) {
  const allowed = allowance(limit, reserve)
  const used = countSends(ledger, limit, at)
  if (used < allowed) return undefined
  const freeing = ledger.sends[ledger.sends.length - allowed]
  const freesAt = freeing === undefined ? undefined : freeing + limit.durationMs
  return blockOf({ window, what: 'messages', used, limit: allowed, need: 1 }, freesAt)
}

function blockOfTokens(
  ledger: Ledger,
  window: WindowName,
  limit: Limit,
  at: number,
  { tokens, kept }: { tokens: number; kept: number },
) {
  const room = roomIn(ledger, limit, at)
  let missing = tokens + kept - room
  if (missing <= 0) return undefined
  const freeing = callsIn(ledger, limit, at).find(([, spent]) => (missing -= believed(spent)) <= 0)
  const used = limit.maxTokens - room
  const block = {
    window,
    what: 'tokens',
    used,
    limit: limit.maxTokens,
    need: tokens,
    ...(kept > 0 && { kept }),
  } as const
  return blockOf(block, freeing && freeing[0] + limit.durationMs)
}

const blockOf = (block: Omit<BudgetBlock, 'freesAt'>, freesAt: number | undefined): BudgetBlock =>
  freesAt === undefined ? block : { ...block, freesAt }

const share = (used: number, most: number): number => (most > 0 ? used / most : 1)
const roomIn = (ledger: Ledger, limit: Limit, at: number): number => limit.maxTokens - tokensIn(ledger, limit, at)
const callsIn = ({ calls }: Ledger, { durationMs }: Limit, at: number) => calls.filter(([ts]) => ts > at - durationMs)

// Counted at every gate and for every record, from the newest on: both lists are in time order.

export function countSends({ sends }: Ledger, { durationMs }: Limit, at: number): number {
  let first = sends.length
  while (first > 0 && (sends[first - 1] ?? 0) > at - durationMs) first -= 1
  return sends.length - first
}

export function tokensIn({ calls, reserved, reservedForNote }: Ledger, { durationMs }: Limit, at: number): number {
  let sum = (reserved?.tokens ?? 0) + (reservedForNote?.tokens ?? 0)
  for (let place = calls.length - 1; place >= 0; place -= 1) {
    const [ts, tokens] = calls[place] ?? [0, 0]
    if (ts <= at - durationMs) break
    sum += believed(tokens)
  }
  return sum
}

function merged(calls: [number, number][], limits: GroupSettings['limits'], at: number): [number, number][] {
  const kept: [number, number][] = []
  let lastSlice = ''
  for (const [ts, spent] of calls) {
    if (ts <= at - limits.longWindow.durationMs) continue
    const tokens = believed(spent)
    const slice = sliceOf(ts, limits, at)
    const previous = kept.at(-1)
    if (previous && slice !== '' && slice === lastSlice) kept[kept.length - 1] = [ts, previous[1] + tokens]
    else kept.push([ts, tokens])
    lastSlice = slice
  }
  return kept
}

function sliceOf(ts: number, limits: GroupSettings['limits'], at: number): string {
  if (ts > at - limits.shortWindow.durationMs) return ''
  const medium = ts > at - limits.mediumWindow.durationMs
  const width = medium ? limits.mediumWindow.durationMs / mediumSlices : limits.longWindow.durationMs / longSlices
  return `${medium ? 'm' : 'l'}${Math.floor(ts / width)}`
}
