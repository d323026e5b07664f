// People who post at a steady rate, whether or not the service keeps up, and again with the same id until it is acknowledged.
import { setTimeout as wait } from 'node:timers/promises'
import type { Said } from './load.ts'
import { sayIn } from '../world/posting.ts'

export interface Traffic {
  /** Acknowledged with 2xx, in that order. */
  acknowledged: Said[]
  /** ms from the first try of every post acknowledged since the last call; but for those that a restart cut. */
  takeLatencies(): number[]
  /** Told and not yet acknowledged. */
  waiting(): number
  /** Tries that failed so far, by status or error. */
  failedTries(): Record<string, number>
  /** Posts go to this address from now on; undefined: they wait. */
  sendTo(url: string | undefined): void
  /** No new posts; resolves when all are acknowledged. Rejects with a post that was refused as wrong. */
  finish(): Promise<void>
  /** No more posts at all. */
  abandon(): void
}

interface Options {
  /** Posts a second. */
  rate: number
  next: (n: number) => Said
}

const tryMs = 10_000
const againMs = 50

export function startTraffic({ rate, next }: Options): Traffic {
  const acknowledged: Said[] = []
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()
  const leaving = new AbortController()
  let latencies: number[] = []
  const failed: Record<string, number> = {}
  let url: string | undefined
  let broken: Error | undefined

  async function insist(said: Said): Promise<void> {
    const started = performance.now()
    let isCut = false
    while (!leaving.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other is the point
      const failure = url === undefined ? 'down' : await post(url, said, leaving.signal)
      if (failure === undefined) {
        if (!isCut) latencies.push(performance.now() - started)
        acknowledged.push(said)
        return
      }
      // A restart is told apart; whoever merely waits too long has waited since the first try.
      isCut ||= failure === 'down' || url === undefined || failure.startsWith('E') || failure.startsWith('UND_ERR')
      if (failure !== 'down') failed[failure] = (failed[failure] ?? 0) + 1
      // oxlint-disable-next-line no-await-in-loop
      await wait(againMs)
    }
  }

  async function talk(): Promise<void> {
    const started = performance.now()
    for (let n = 0; !closing.signal.aborted;) {
      const due = Math.floor(((performance.now() - started) / 1_000) * rate)
      for (; n < due;) {
        const one = insist(next((n += 1)))
          .catch((error: unknown) => {
            broken = error as Error
            closing.abort()
          })
          .finally(() => underWay.delete(one))
        underWay.add(one)
      }
      // oxlint-disable-next-line no-await-in-loop -- tick after tick
      await wait(Math.max(1, Math.min(20, 1_000 / rate)))
    }
  }

  const talking = talk()
  return {
    acknowledged,
    takeLatencies: () => latencies.splice(0),
    waiting: () => underWay.size,
    failedTries: () => ({ ...failed }),
    sendTo: (address) => void (url = address),
    async finish() {
      closing.abort()
      await talking
      await Promise.all(underWay)
      if (broken) throw broken
    },
    abandon() {
      closing.abort()
      leaving.abort()
    },
  }
}

/** Why it is not acknowledged; undefined: it is. Throws where the post itself is refused. */
async function post(url: string, { room, id, name, text }: Said, leaving: AbortSignal): Promise<string | undefined> {
  let status: number
  try {
    const signal = AbortSignal.any([leaving, AbortSignal.timeout(tryMs)])
    const response = await sayIn(url, room, { id, name, text }, { signal })
    await response.arrayBuffer()
    status = response.status
  } catch (error) {
    const { name: kind, cause } = error as { name: string; cause?: { code?: string } }
    return cause?.code ?? kind
  }
  if (status >= 400 && status < 500) throw new Error(`post ${id} was refused with ${status}`)
  return status < 300 ? undefined : String(status)
}
