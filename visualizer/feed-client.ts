// Keeps the state in step with the service: one stream of events, and the tape for what came before or was missed.
import type { BoardRow, FeedEvents, StepRecord } from '../src/feed/contract.ts'
import { boardOf, feedPath, pageOfSteps, tapeOf } from './api.ts'
import { catchUpFloor, takeFloor } from './floor/steps.ts'
import { botOf } from './invoked/bot-row.ts'
import { firstShown } from './room/acting.ts'
import { watchSiblings } from './siblings.ts'
import { getState, setInTurn, setState, subscribe } from './store.ts'
import { mergeSteps } from './steps.ts'
import { nearest, readSteps } from './pages.ts'
import { catchUpTalk, isShown, takeTalk, watchTalk } from './talk.ts'
import { tellBy } from './time-text.ts'

const keptSteps = 6_000
const mostPages = 20
const reopenAfterMs = 2_000

/** Follows the state's actor until stopped. */
export function startFeed(): () => void {
  let source: EventSource | undefined
  let followed: string | undefined
  let travelled: number | undefined
  let wasLost = false
  let reopening: ReturnType<typeof setTimeout> | undefined

  function open(actor: string | undefined): void {
    source?.close()
    clearTimeout(reopening)
    source = new EventSource(feedPath(actor))
    source.addEventListener('open', () => setState({ link: 'live', lostAt: undefined }))
    source.addEventListener('error', ({ target }) => {
      if (target !== source) return
      const { lostAt, skew } = getState()
      wasLost = true
      setState({ link: 'lost', lostAt: lostAt ?? Date.now() + skew })
      // The browser tries again by itself unless the service refused.
      if (source?.readyState === EventSource.CLOSED) reopening = setTimeout(() => void reopen(), reopenAfterMs)
    })
    on(source, 'hello', ({ now }) => {
      const skew = now - Date.now()
      tellBy(skew)
      setState({ skew })
      // Not before: what happens between a look at the tape and the stream's begin would be told by neither.
      void catchUp(actor)
      if (wasLost) void renewRows()
      wasLost = false
    })
    on(source, 'board', takeRows)
    on(source, 'connections', (connections) => setInTurn({ connections }))
    on(source, 'steps', (steps) => takeSteps(steps.filter(({ key }) => key === getState().actor)))
    on(source, 'floor', (steps) => {
      if (getState().actor === actor) takeFloor(steps)
    })
    on(source, 'talk', (lines) => {
      if (getState().actor === actor) takeTalk(lines)
    })
    on(source, 'gap', ({ missed }) => {
      setState({ missed: getState().missed + missed })
      void catchUp(getState().actor)
    })
  }

  /** A link may name an actor that is no more: the page then shows another one. */
  async function reopen(): Promise<void> {
    const { actor } = getState()
    const rows = await boardOf().catch(() => undefined)
    if (rows && actor !== undefined && !rows.some(({ key }) => key === botOf(actor)))
      setState({ actor: undefined, cursor: undefined })
    followed = getState().actor
    open(followed)
  }

  function follow(): void {
    const { actor, cursor, steps } = getState()
    if (actor !== followed) {
      followed = actor
      open(actor)
    }
    // A link that is followed inside the page may lead far back.
    if (cursor !== travelled) {
      travelled = cursor
      const [first, last] = [steps[0]?.seq, steps.at(-1)?.seq]
      if (cursor !== undefined && first !== undefined && (cursor < first || cursor > (last ?? first)))
        void catchUp(actor)
    }
  }

  followed = getState().actor
  open(followed)
  const stops = [subscribe(follow), watchSiblings(), watchTalk()]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(reopening)
    source?.close()
  }
}

/** Reads the tape back until it meets what is known, and the cursor. */
async function catchUp(actor: string | undefined, known = getState().steps.at(-1)?.seq): Promise<void> {
  if (actor === undefined) return
  try {
    void catchUpTalk(actor).catch(ignore)
    void catchUpFloor(actor)
    const ask = (before?: number) => tapeOf(actor, before)
    const read = await readSteps(known, getState().cursor, { ask, pageSize: pageOfSteps, mostPages })
    if (!isShown(actor)) return
    // Of what was known before a hole nothing stays; it can be read back.
    if (!read.joins) setInTurn({ steps: getState().steps.filter(({ seq }) => seq > (known ?? 0)) })
    setInTurn({ older: read.older, missed: 0 })
    takeSteps(read.steps)
    const { cursor, steps, older } = getState()
    const near = cursor === undefined ? undefined : nearest(steps, older, cursor)
    if (near !== undefined) setState({ cursor: steps.length === 0 ? undefined : near, gone: cursor })
  } catch {
    // Later: the stream may be well, and will not tell again what was missed.
    setTimeout(() => void (isShown(actor) && catchUp(actor, known)), reopenAfterMs)
  }
}

/** Adds the steps before the first one. */
export async function readBack(): Promise<void> {
  const { actor, steps, older } = getState()
  if (actor === undefined || !older || !steps[0]) return
  const page = await tapeOf(actor, steps[0].seq).catch(() => undefined)
  if (!page || !isShown(actor)) return
  setState({ steps: mergeSteps(page, getState().steps), older: page.length >= pageOfSteps })
}

/** A service that comes back may not know every bot and group of before. */
async function renewRows(): Promise<void> {
  const board = await boardOf().catch(() => undefined)
  if (!board) return
  const { rows } = getState()
  const newest = board.map((row) => {
    const told = rows.get(row.key)
    return told && told.seq > row.seq ? told : row
  })
  setState({ rows: new Map(newest.map((row) => [row.key, row])) })
}

function takeRows(changed: BoardRow[]): void {
  const rows = new Map(getState().rows)
  for (const row of changed) rows.set(row.key, row)
  setInTurn({ rows, ...(getState().actor === undefined && { actor: firstShown(rows)?.key }) })
}

function takeSteps(steps: readonly StepRecord[]): void {
  if (steps.length === 0) return
  const merged = mergeSteps(getState().steps, steps)
  // What is looked at is never taken away.
  const tooMany = merged.length > keptSteps && getState().cursor === undefined
  setInTurn(tooMany ? { steps: merged.slice(-keptSteps / 2), older: true } : { steps: merged })
}

function on<N extends keyof FeedEvents>(source: EventSource, name: N, take: (data: FeedEvents[N]) => void): void {
  source.addEventListener(name, ({ data }: MessageEvent<string>) => take(JSON.parse(data) as FeedEvents[N]))
}

const ignore = (): void => {}
