// One gate a chat for all bots of the process: at most five posts in any second, in order, slower when told so.
import { exponentialBackOff } from '../../../machines/rules/exponential.ts'
import { draw } from '../../../machines/rules/random.ts'
import { ChannelError, expired } from '../channel.ts'
import type { Timers } from '../timers.ts'
import { FeishuError } from './errors.ts'

export type Limiter = ReturnType<typeof makeLimiter>

export function makeLimiter({ timers, seed }: { timers: Timers; seed: number }) {
  const lanes = new Map<string, Lane>()
  let random = seed
  let calls = 0
  const jitter = () => {
    const drawn = draw(random)
    random = drawn.seed
    return drawn.value
  }

  return {
    /**
     * Does the work when its turn comes, and again after each refusal for speed. Rejects with the work's error, with the
     * refusal when the next try would come at `expiresAt` or later, and as `unavailable` when the signal aborts the wait.
     */
    async run<T>(
      chat: string,
      work: () => Promise<T>,
      { expiresAt, signal }: { expiresAt: number; signal: AbortSignal },
    ): Promise<T> {
      const number = (calls += 1)
      for (let refusals = 0; ; refusals += 1) {
        const lane = laneOf(chat)
        // oxlint-disable-next-line no-await-in-loop -- a try after the other
        await turnIn(lane, number, signal)
        if (timers.now() >= expiresAt) {
          leave(lane)
          throw expired()
        }
        try {
          // oxlint-disable-next-line no-await-in-loop -- a try after the other
          const done = await work()
          lane.isRefused = false
          return done
        } catch (error) {
          lane.isRefused = false
          if (!(error instanceof FeishuError && error.kind === 'rateLimited')) throw error
          const doubled = exponentialBackOff(backOff, refusals + 1)
          const pause = Math.max(error.retryAfterMs ?? 0, Math.round(doubled * (1 + jitter() / 2)))
          lane.isRefused = true
          lane.retryAt = Math.max(lane.retryAt, timers.now() + pause)
          if (lane.retryAt >= expiresAt) throw error
        } finally {
          lane.ended.push(timers.now())
          leave(lane)
        }
      }
    },
  }

  function laneOf(chat: string): Lane {
    const known = lanes.get(chat)
    if (known) return known
    if (lanes.size >= maxLanes) for (const [other, lane] of lanes) if (isIdle(lane)) lanes.delete(other)
    const lane: Lane = { waiting: [], inside: 0, ended: [], retryAt: 0, isRefused: false, stopWaking: undefined }
    lanes.set(chat, lane)
    return lane
  }

  function isIdle({ inside, waiting, ended, retryAt }: Lane): boolean {
    const free = Math.max(retryAt, (ended.at(-1) ?? 0) + windowMs)
    return inside === 0 && waiting.length === 0 && free <= timers.now()
  }

  function turnIn(lane: Lane, number: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(aborted())
      const stop = () => {
        lane.waiting = lane.waiting.filter((each) => each.go !== go)
        reject(aborted())
        pump(lane)
      }
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      signal.addEventListener('abort', stop, { once: true })
      // Whoever was refused goes before those that came later.
      const later = lane.waiting.findIndex((each) => each.number > number)
      lane.waiting.splice(later === -1 ? lane.waiting.length : later, 0, { number, go })
      pump(lane)
    })
  }

  /** Lets in whoever may; for the next one it wakes up by itself. */
  function pump(lane: Lane): void {
    lane.stopWaking?.()
    lane.stopWaking = undefined
    const now = timers.now()
    lane.ended = lane.ended.filter((at) => at + windowMs > now)
    while (lane.waiting.length > 0 && now >= lane.retryAt && !isFull(lane)) {
      lane.inside += 1
      lane.waiting.shift()?.go()
    }
    if (lane.waiting.length === 0) return
    // Somebody inside calls on leaving.
    if (lane.inside > 0 && (lane.isRefused || lane.ended.length === 0)) return
    const free = isFull(lane) ? (lane.ended[0] ?? now) + windowMs : now
    lane.stopWaking = timers.at(Math.max(free, lane.retryAt), () => pump(lane))
  }

  function leave(lane: Lane): void {
    lane.inside -= 1
    pump(lane)
  }
}

interface Lane {
  /** In the order of their numbers. */
  waiting: { number: number; go(): void }[]
  inside: number
  /** When calls of the last second ended: the platform counted them before that, so nothing depends on its distance. */
  ended: number[]
  retryAt: number
  /** One try at a time, until one passes. */
  isRefused: boolean
  stopWaking: (() => void) | undefined
}

const isFull = ({ inside, ended, isRefused }: Lane): boolean =>
  (isRefused && inside > 0) || inside + ended.length >= perWindow

const perWindow = 5
const windowMs = 1_000
const backOff = { firstMs: 500, longestMs: 60_000 }
const maxLanes = 1_000

const aborted = () => new ChannelError('unavailable', 'the send was stopped before it was made')
