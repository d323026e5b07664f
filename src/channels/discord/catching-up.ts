// What was said in a channel while a bot did not listen: read from its past, as much as is bounded.
import type { Timers } from '../timers.ts'
import { askedAgain } from '../asked-again.ts'
import type { DiscordApp } from './app.ts'
import { type DiscordMessage, idAt, readMessages } from './payload.ts'

interface Options {
  call: DiscordApp['call']
  timers: Timers
  /** Messages before the first one that is heard. */
  historyLimit: number
}

/** What is asked for: all since a time, or the last ones before a message, or before now. */
export type Span = { since: number } | { before?: string }

/** Oldest first. Rejects with a ChannelError. */
export async function readPast(channel: string, span: Span, options: Options): Promise<DiscordMessage[]> {
  const { historyLimit } = options
  if (!('since' in span)) {
    if (historyLimit === 0) return []
    const before = span.before === undefined ? {} : { before: span.before }
    return (await page(channel, { ...before, limit: String(historyLimit) }, options)).toReversed()
  }
  const from = idAt(span.since - (options.timers.ahead?.() ?? 0))
  const all: DiscordMessage[] = []
  let before: string | undefined
  // From the newest backwards: what is left out is the oldest.
  while (all.length < mostMissed) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const read = await page(channel, { ...(before !== undefined && { before }), limit: String(pageSize) }, options)
    const missed = read.filter(({ id }) => BigInt(id) >= BigInt(from))
    all.push(...missed)
    before = missed.at(-1)?.id
    if (missed.length < pageSize || before === undefined) break
  }
  return all.slice(0, mostMissed).toReversed()
}

/** Newest first. */
const page = (
  channel: string,
  query: Readonly<Record<string, string>>,
  { call, timers }: Options,
): Promise<DiscordMessage[]> =>
  askedAgain(async () => readMessages(await call('get', `/channels/${channel}/messages`, { query })), {
    timers,
    longestMs: longestAskingMs,
  })

const pageSize = 100
const mostMissed = 200
const longestAskingMs = 10_000
