// Plays a party with processes, sockets and clocks, and counts what people see of it.
import { setTimeout as pause } from 'node:timers/promises'
import type { Verdict } from '../../../machines/group/types.ts'
import { makeFigures } from './figures.ts'
import { guestsTalk, porchWords } from './guests.ts'
import type { Played, Trace } from './play.ts'
import type { LogLine } from './bot-process.ts'
import { makePorch } from './porch.ts'
import { porch as porchRoom, quietSpan, roomsOf } from './settings.ts'
import type { Said, Scene } from './scene.ts'
import { onStage, type StageOf } from './stage.ts'

/** The signal ends it with the figures so far. */
interface LiveOptions extends Omit<StageOf, 'seen' | 'judged'> {
  progressed(progress: Progress): void
  trace: Trace
}

export interface Progress {
  /** ms of the party's time, and how long the people talk. */
  at: number
  until: number
  people: number
  bots: number
}

const lookMs = 100
const porchStartsAt = 1_000
/** Longest wait for silence, and beyond everything for the word that wakes: of the party's time, and of real time. */
const longestDinMs = 15 * 60_000
const timeoutMs = 20_000

export async function playLive({
  of,
  company,
  server,
  signal: asked,
  progressed,
  trace,
}: LiveOptions): Promise<Played> {
  const over = new AbortController()
  const signal = AbortSignal.any([asked, over.signal])
  const { bots, people, topics, settings } = company
  const durationMs = of.minutes * 60_000
  const quietMs = quietSpan(settings)
  const idOf = new Map(bots.map(({ id, name }) => [name, id]))
  const figures = makeFigures(bots.map(({ id }) => id))
  const porch = makePorch(quietMs)
  const counts = { people: 0, bots: 0 }
  let startedAt: number | undefined
  let lastAt = 0
  /** ms of the party's time. */
  const now = (): number => (startedAt === undefined ? 0 : Math.round((performance.now() - startedAt) * of.speed))

  function judged(line: LogLine): void {
    figures.judged(line as unknown as Verdict)
    const { level: _level, time: _time, msg: _msg, ...verdict } = line
    trace({ kind: 'verdict', ...verdict, at: now() })
  }
  function seen({ room, by, text, replyTo }: Said): void {
    const [bot, at] = [idOf.get(by), now()]
    if (bot === undefined) return
    lastAt = at
    counts.bots += 1
    const answer = { room, bot, at, text, ...(replyTo !== undefined && { replyTo }) }
    trace({ kind: 'send', ...answer })
    if (room === porchRoom) porch.said(at)
    else figures.answered(answer)
  }
  /** False when the party was ended meanwhile. */
  async function passUntil(isOver: () => boolean): Promise<boolean> {
    while (!isOver()) {
      progressed({ at: now(), until: durationMs, ...counts })
      // oxlint-disable-next-line no-await-in-loop
      await pause(lookMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return false
    }
    return true
  }

  async function act(utter: Scene['say']): Promise<void> {
    const words = porchWords(topics)
    const [first = ''] = people
    const failed = Promise.withResolvers<never>()
    failed.promise.catch(() => {})
    const say = (line: Parameters<Scene['say']>[0]): void => {
      lastAt = now()
      const { room, id, who, text } = line
      trace({ kind: 'said', room, id, who, text, at: lastAt })
      utter(line).catch(failed.reject)
    }
    startedAt = performance.now()
    const course = async (): Promise<void> => {
      if (!(await passUntil(() => now() >= porchStartsAt))) return
      porch.start(now())
      say({ room: porchRoom, who: first, id: 'porch-1', text: words.start })
      for (const line of guestsTalk(roomsOf(of.rooms), { people, bots, topics, durationMs, seed: of.seed })) {
        // oxlint-disable-next-line no-await-in-loop -- one word after the other
        if (!(await until(line.at))) return
        figures.spoke({ ...line, at: now() })
        counts.people += 1
        say(line)
      }
      const end = Math.max(now(), durationMs)
      if (!(await passUntil(() => now() >= end && (now() - lastAt >= quietMs || now() - end > longestDinMs)))) return
      porch.wake(now())
      say({ room: porchRoom, who: first, id: 'porch-2', text: words.wake })
      const wokenBy = performance.now() + quietMs / of.speed + timeoutMs
      await passUntil(() => porch.isWoken || performance.now() > wokenBy)
    }
    await Promise.race([course(), failed.promise])
  }
  async function until(at: number): Promise<boolean> {
    const left = (at - now()) / of.speed
    if (left > lookMs && !(await passUntil(() => (at - now()) / of.speed <= lookMs))) return false
    await pause(Math.max(0, (at - now()) / of.speed), undefined, { signal }).catch(() => {})
    return !signal.aborted
  }

  try {
    await onStage({ of, company, server, seen, judged, signal }, act)
  } finally {
    over.abort()
  }
  return { ...figures.figures(), leftAlone: porch.figures() }
}
