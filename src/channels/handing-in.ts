// Hands in what a bot hears: in order, in batches, until it is taken, and a correction never before its message.
import { exponentialBackOff } from '../../machines/rules/exponential.ts'
import type { Correction, InboundMessage, Intake } from './channel.ts'
import type { Timers } from './timers.ts'

export type Item = Message | { correction: Correction }

interface Message {
  message: InboundMessage
  /** The same with what had to be fetched for it; soon, and never rejected. What comes later waits for it. */
  completed?: Promise<InboundMessage>
  taken?: () => void
}

interface Options {
  intake: Intake
  corrected: (correction: Correction) => void
  timers: Timers
  /** Too much waits: all of it was given up, and is to be heard anew. */
  overflowed: () => void
}

export type HandingIn = ReturnType<typeof makeHandingIn>

export function makeHandingIn({ intake, corrected, timers, overflowed }: Options) {
  let line: Item[] = []
  let isOpen = false
  let isGoing = false
  let refusals = 0
  let stopTimer = () => {}

  async function next(): Promise<void> {
    const [first] = line
    if (first && 'correction' in first) {
      corrected(first.correction)
      refusals = 0
      line.shift()
      return
    }
    const end = line.findIndex((item) => 'correction' in item)
    const batch = line.slice(0, Math.min(end === -1 ? line.length : end, atOnce)).filter((item) => 'message' in item)
    const mine = line
    const messages = await Promise.all(batch.map(({ message, completed }) => completed ?? Promise.resolve(message)))
    if (!isOpen) return
    await intake(messages)
    refusals = 0
    // Nobody waits any more for what was given up meanwhile.
    if (mine === line) line.splice(0, batch.length)
    for (const { taken } of batch) taken?.()
  }

  async function go(): Promise<void> {
    if (isGoing) return
    isGoing = true
    try {
      // What is heard in one go is one batch.
      await Promise.resolve()
      // oxlint-disable-next-line no-await-in-loop, no-unmodified-loop-condition -- one batch after the other, until it is closed
      while (isOpen && line.length > 0) await next()
    } catch {
      refusals += 1
      const pause = exponentialBackOff(backOff, refusals)
      stopTimer()
      if (isOpen) stopTimer = timers.at(timers.now() + pause, () => void go())
    } finally {
      isGoing = false
    }
  }

  return {
    put(item: Item): void {
      line.push(item)
      if (line.length > longest) {
        line = []
        return overflowed()
      }
      if (refusals === 0) void go()
    },
    open(): void {
      isOpen = true
      void go()
    },
    /** What waits is kept until it is opened again. */
    close(): void {
      isOpen = false
      stopTimer()
    },
  }
}

const atOnce = 200
const longest = 10_000
const backOff = { firstMs: 100, longestMs: 5_000 }
