// A turn in which what arrives comes before timers that are due at that very ms: a room looks at those first.
import type { RoomState } from '../../../src/host/restate/room-state.ts'
import type { Turn } from '../../../src/host/restate/turn.ts'
import type { PendingTimer } from '../../../src/room/steps.ts'

/** Timers of charts are due at whole ms. */
const half = 0.5

/** They are due a little later while the turn is planned, and when they are due is kept as it was. */
export function behind(now: number, state: RoomState, plan: (state: RoomState) => Turn): Turn {
  const put = (timers: readonly PendingTimer[], from: number, to: number): PendingTimer[] =>
    timers.map((timer) => (timer.due === from ? { ...timer, due: to } : timer))
  const charts = Array.from(
    state.charts,
    ([key, chart]) => [key, { ...chart, timers: put(chart.timers, now, now + half) }] as const,
  )
  const turn = plan({ ...state, charts: new Map(charts) })
  return {
    ...turn,
    charts: turn.charts.map((chart) => ({ ...chart, timers: put(chart.timers, now + half, now) })),
  }
}
