// Keeps the state in step with the service: one stream of events, and the tape for what came before or was missed.
import type { BoardRow, FeedEvents, StepRecord } from '../src/feed/contract.ts'
import { boardOf, chartOf, feedPath, pageOfSteps, tapeOf } from './api.ts'
import { watchSiblings } from './siblings.ts'
import { getState, setState, subscribe } from './store.ts'
import { mergeSteps } from './steps.ts'
import { catchUpTalk, takeTalk, watchTalk } from './talk.ts'
import { chartIdOf } from './turn-state.ts'

const keptSteps = 6_000
const mostPages = 20
const reopenAfterMs = 2_000

/** Follows the state's actor until stopped. */
export function startFeed(): () => void {
  let source: EventSource | undefined
  let followed: string | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined

  function open(actor: string | undefined): void {
    source?.close()
    clearTimeout(reopening)
    source = new EventSource(feedPath(actor))
    source.addEventListener('open', () => setState({ link: 'live' }))
    source.addEventListener('error', ({ target }) => {
      if (target !== source) return
      setState({ link: 'lost' })
      // The browser tries again by itself unless the service refused.
      if (source?.readyState === EventSource.CLOSED) reopening = setTimeout(() => void reopen(), reopenAfterMs)
    })
    on(source, 'hello', ({ now }) => setState({ skew: now - Date.now() }))
    on(source, 'board', takeRows)
    on(source, 'connections', (connections) => setState({ connections }))
    on(source, 'steps', (steps) => takeSteps(steps.filter(({ key }) => key === getState().actor)))
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
    if (rows && actor !== undefined && !rows.some(({ key }) => key === actor))
      setState({ actor: undefined, cursor: undefined })
    followed = getState().actor
    open(followed)
    void catchUp(followed)
  }

  function follow(): void {
    const { actor, rows } = getState()
    if (actor !== followed) {
      followed = actor
      open(actor)
      void catchUp(actor)
    }
    const row = actor === undefined ? undefined : rows.get(actor)
    if (row) void needChart(chartIdOf(row.active))
  }

  followed = getState().actor
  open(followed)
  void catchUp(followed)
  const stops = [subscribe(follow), watchSiblings(), watchTalk()]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(reopening)
    source?.close()
  }
}

/** Reads the tape back until it meets what is known, and the cursor. */
async function catchUp(actor: string | undefined): Promise<void> {
  if (actor === undefined) return
  const known = getState().steps.at(-1)?.seq
  const upTo = Math.min(known ?? Infinity, getState().cursor ?? Infinity)
  try {
    void catchUpTalk(actor).catch(ignore)
    let before: number | undefined
    for (let pages = 0; pages < mostPages; pages += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
      const page = await tapeOf(actor, before)
      if (!isActor(actor)) return
      takeSteps(page)
      setState({ older: page.length >= pageOfSteps })
      before = page[0]?.seq
      if (before === undefined || page.length < pageOfSteps || upTo === Infinity || before <= upTo) break
    }
    setState({ missed: 0 })
  } catch {
    setState({ link: 'lost' })
  }
}

/** Adds the steps before the first one. */
export async function readBack(): Promise<void> {
  const { actor, steps, older } = getState()
  if (actor === undefined || !older || !steps[0]) return
  const page = await tapeOf(actor, steps[0].seq).catch(() => undefined)
  if (!page || !isActor(actor)) return
  setState({ steps: mergeSteps(page, getState().steps), older: page.length >= pageOfSteps })
}

function takeRows(changed: BoardRow[]): void {
  const rows = new Map(getState().rows)
  for (const row of changed) rows.set(row.key, row)
  setState({ rows, ...(getState().actor === undefined && { actor: busiest(rows)?.key }) })
}

function takeSteps(steps: readonly StepRecord[]): void {
  if (steps.length === 0) return
  const merged = mergeSteps(getState().steps, steps)
  // What is looked at is never taken away.
  const tooMany = merged.length > keptSteps && getState().cursor === undefined
  setState(tooMany ? { steps: merged.slice(-keptSteps / 2), older: true } : { steps: merged })
}

const asked = new Set<string>()
async function needChart(id: string): Promise<void> {
  if (asked.has(id)) return
  asked.add(id)
  try {
    const chart = await chartOf(id)
    setState({ charts: { ...getState().charts, [id]: chart } })
  } catch {
    setTimeout(() => {
      asked.delete(id)
      void needChart(id)
    }, reopenAfterMs)
  }
}

function on<N extends keyof FeedEvents>(source: EventSource, name: N, take: (data: FeedEvents[N]) => void): void {
  source.addEventListener(name, ({ data }: MessageEvent<string>) => take(JSON.parse(data) as FeedEvents[N]))
}

const isActor = (actor: string): boolean => getState().actor === actor
const busiest = (rows: ReadonlyMap<string, BoardRow>): BoardRow | undefined =>
  [...rows.values()].toSorted((a, b) => b.at - a.at)[0]
const ignore = (): void => {}
