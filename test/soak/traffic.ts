// People who post at a steady rate, whether or not the service keeps up, and again with the same id until it is acknowledged.
import { setTimeout as wait } from 'node:timers/promises'
import type { Said } from './load.ts'

export interface Traffic {
  /** Acknowledged with 2xx, in that order. */
  acknowledged: Said[]
  /** ms of every acknowledged try since the last call. */
  takeLatencies(): number[]
  /** Told and not yet acknowledged. */
  waiting(): number
  /** Tries that failed so far: refused connections, 5xx, timeouts. */
  failedTries(): number
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
  let failed = 0
  let url: string | undefined
  let broken: Error | undefined

  async function insist(said: Said): Promise<void> {
    while (!leaving.signal.aborted) {
      const started = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one try after the other is the point
      if (url !== undefined && (await isTaken(url, said, leaving.signal))) {
        latencies.push(performance.now() - started)
        acknowledged.push(said)
        return
      }
      if (url !== undefined) failed += 1
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
    failedTries: () => failed,
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

async function isTaken(url: string, { room, id, name, text }: Said, leaving: AbortSignal): Promise<boolean> {
  let status: number
  try {
    const response = await fetch(`${url}/api/rooms/${room}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, name, text }),
      signal: AbortSignal.any([leaving, AbortSignal.timeout(tryMs)]),
    })
    await response.arrayBuffer()
    status = response.status
  } catch {
    return false
  }
  if (status >= 400 && status < 500) throw new Error(`post ${id} was refused with ${status}`)
  return status < 300
}
