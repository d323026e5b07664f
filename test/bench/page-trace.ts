// What Chromium's own trace says of the frames that a page drew while somebody used it.
import type { Browser, Page } from 'playwright-core'

/** Of every repetition of a gesture. */
export interface Frames {
  /** CPU time of the main thread in the busiest frame, ms. */
  busyMs: number[]
  /** From the start of one frame to the next, the longest, ms. */
  longestMs: number[]
}

/** As much of a trace as is read; times in µs. */
interface TraceEvent {
  name: string
  ts: number
  dur?: number
  /** Of it, what the thread had a core for. */
  tdur?: number
  pid: number
  tid: number
}

const categories = ['blink.user_timing', 'devtools.timeline', 'disabled-by-default-devtools.timeline']
const [gestureMark, restMark, frameMark] = ['chime:gesture', 'chime:rest', 'chime:frame']

/** Traces each repetition from the gesture on over so many frames; `between` makes ready for the next one. */
export async function framesOf(
  { browser, page }: { browser: Browser; page: Page },
  { repetitions, frames, gesture, between }: Traced,
): Promise<Frames> {
  await page.evaluate(`{
    const frame = () => { performance.mark('${frameMark}'); window.tracedFrame = requestAnimationFrame(frame) }
    window.tracedFrame = requestAnimationFrame(frame)
  }`)
  await browser.startTracing(page, { categories })
  for (let n = 0; n < repetitions; n += 1) {
    // oxlint-disable no-await-in-loop -- one gesture after the other
    await between?.(n)
    await passed(page, 3)
    await page.evaluate(`performance.mark('${gestureMark}')`)
    await gesture(n)
    await passed(page, frames)
    await page.evaluate(`performance.mark('${restMark}')`)
    // oxlint-enable no-await-in-loop
  }
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  await page.evaluate('cancelAnimationFrame(window.tracedFrame)')
  return readFrames(traceEvents)
}

interface Traced {
  repetitions: number
  /** How many are looked at after a gesture. */
  frames: number
  gesture(n: number): Promise<void>
  between?(n: number): Promise<void>
}

const passed = (page: Page, frames: number): Promise<void> =>
  page.evaluate(`new Promise((done) => {
    let left = ${frames}
    const next = () => ((left -= 1) < 0 ? done() : requestAnimationFrame(next))
    next()
  })`)

function readFrames(events: readonly TraceEvent[]): Frames {
  const first = events.find(({ name }) => name === gestureMark)
  const own = events.filter(({ pid, tid }) => pid === first?.pid && tid === first.tid).toSorted((a, b) => a.ts - b.ts)
  const timesOf = (mark: string): number[] => own.flatMap(({ name, ts }) => (name === mark ? [ts] : []))
  const [starts, gestures, rests] = [timesOf(frameMark), timesOf(gestureMark), timesOf(restMark)]
  const tasks = own.filter(({ name }) => name === 'RunTask')
  const frames = starts.flatMap((from, i) => {
    const to = starts[i + 1]
    return to === undefined ? [] : [{ from, to, busy: busyIn(tasks, from, to) }]
  })
  const spans = gestures.map((from, n) => frames.filter((frame) => frame.to > from && frame.from < (rests[n] ?? 0)))
  const most = (of: (frame: (typeof frames)[number]) => number): number[] =>
    spans.map((span) => Math.max(...span.map(of)) / 1_000)
  return { busyMs: most(({ busy }) => busy), longestMs: most(({ from, to }) => to - from) }
}

/**
 * CPU time within a span: other programs on the machine do not count. Never more than the time that passed: the thread's clock
 * of a virtual machine leaps at times.
 */
function busyIn(tasks: readonly TraceEvent[], from: number, to: number): number {
  return tasks.reduce((sum, { ts, dur = 0, tdur = 0 }) => {
    const within = Math.min(to, ts + dur) - Math.max(from, ts)
    return within <= 0 ? sum : sum + Math.min(tdur, dur) * (within / dur)
  }, 0)
}
