// One bot's updates by long polling: what was handed in is acknowledged by the next poll, never before it is stored (S5).
import { exponentialBackOff } from '../../../machines/rules/exponential.ts'
import { type ChannelError, type Line } from '../channel.ts'
import { troubleOf } from '../one-line.ts'
import { paused, type Timers } from '../timers.ts'
import { longestPollS, type TelegramApi } from './api.ts'
import { TelegramError } from './errors.ts'
import { readUpdate, type Update } from './message.ts'

interface Options {
  api: TelegramApi
  line: Line
  timers: Timers
  /** What waited is passed over. */
  dropsPending: boolean
  /** Resolves when all of it is stored; rejects: it is handed in again. */
  take: (updates: readonly Update[]) => Promise<void>
  /** An update that nobody can read. */
  unreadable: (raw: unknown) => void
}

/** Returns how to end it; resolves then when no call is open any more. */
export function startPolling({ api, line, timers, dropsPending, take, unreadable }: Options): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let offset: number | undefined
  let failures = 0
  let isReady = false
  let hasOpened = false

  async function poll(): Promise<void> {
    // The first one tells at once whether the token and the line are good.
    const raw = await api.updates(offset, isReady ? longestPollS : 0, signal)
    if (signal.aborted) return
    const updates = raw.flatMap((each) => {
      const update = readUpdate(each)
      if (!update) unreadable(each)
      return update ?? []
    })
    // Waiting updates of a server that answers with those alone would be asked for without a pause.
    if (raw.length > 0 && updates.length === 0)
      throw new TelegramError('unavailable', 'Telegram answered a poll with nothing that can be read')
    if (!isReady) line.ready()
    isReady = true
    hasOpened = true
    await stored(updates)
    failures = 0
    const newest = Math.max(...updates.map(({ update_id: id }) => id))
    if (updates.length > 0) offset = newest + 1
  }

  /** Telegram hands nothing further out before this is taken. */
  async function stored(updates: readonly Update[]): Promise<void> {
    for (let refusals = 1; updates.length > 0 && !signal.aborted; refusals += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        return await take(updates)
      } catch {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        await paused(timers, exponentialBackOff(backOff.taking, refusals), signal)
      }
    }
  }

  async function dropPending(): Promise<void> {
    const [last] = await api.updates(-1, 0, signal)
    const newest = last === undefined ? undefined : readUpdate(last)?.update_id
    if (newest !== undefined) offset = newest + 1
  }

  async function run(): Promise<void> {
    let drops = dropsPending
    while (!signal.aborted) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one poll after the other
        if (drops) await dropPending()
        drops = false
        // oxlint-disable-next-line no-await-in-loop -- one poll after the other
        await poll()
      } catch (error) {
        if (signal.aborted) return
        failures += 1
        const { retryAfterMs = 0 } = error as ChannelError
        // Another program that polls, too, takes turns with this one for ever: that is for the line's own pauses.
        if (!hasOpened || isFinal(error)) return line.down(troubleOf(error))
        if (isReady) line.reconnecting(troubleOf(error).reason, { code: 'connectionBroke' })
        isReady = false
        // oxlint-disable-next-line no-await-in-loop -- one poll after the other
        await paused(timers, Math.max(retryAfterMs, exponentialBackOff(backOff.polling, failures)), signal)
      }
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof TelegramError && (error.kind === 'permanent' || error.code === 409)

const backOff = { polling: { firstMs: 500, longestMs: 30_000 }, taking: { firstMs: 50, longestMs: 5_000 } }
