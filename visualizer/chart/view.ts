// Where one looks at the chart from: pure sums of zooming, panning and fitting.

/** A point of the chart lies on the screen at `x + k * point.x`, `y + k * point.y`. */
export interface View {
  k: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export interface Rect extends Size {
  x: number
  y: number
}

const smallest = 0.05
const largest = 4

/** What to show: all of `rect`, or what is around `heart` where the whole would be too small to read. */
export interface Goal {
  rect: Rect
  heart?: Rect
}

/** What the buttons below the chart take of the frame, px; and what is left free around the chart. */
const toolbar = 34
const free = 8

/** Shows the goal, centred above the buttons, no larger than `most`. */
export function fit({ rect, heart }: Goal, frame: Size, most = 1.25, margin = free): View {
  const screen = { width: frame.width, height: frame.height - toolbar }
  const k = limited(
    Math.min(
      most,
      (screen.width - 2 * margin) / Math.max(1, rect.width),
      (screen.height - 2 * margin) / Math.max(1, rect.height),
    ),
  )
  if (!heart || k >= readable) return centred(rect, k, screen)
  const wanted = centred(rect, readable, screen)
  const kept = centred(heart, readable, screen)
  // The heart stays well inside the screen, the rest as far as there is room.
  const reach = (size: number, of: number) => Math.max(0, size / 2 - (of * readable) / 2 - margin)
  return {
    k: readable,
    x: between(wanted.x, kept.x - reach(screen.width, heart.width), kept.x + reach(screen.width, heart.width)),
    y: between(wanted.y, kept.y - reach(screen.height, heart.height), kept.y + reach(screen.height, heart.height)),
  }
}

/** Below this zoom labels are left out. */
export const readable = 0.62

const centred = (rect: Rect, k: number, screen: Size): View => ({
  k,
  x: screen.width / 2 - k * (rect.x + rect.width / 2),
  y: screen.height / 2 - k * (rect.y + rect.height / 2),
})

/** Shows no more of what is beside the chart than it has to. */
export function bounded(view: View, chart: Size, screen: Size, margin = free): View {
  const start = (at: number, size: number, room: number): number =>
    size * view.k + 2 * margin > room ? between(at, room - size * view.k - margin, margin) : (room - size * view.k) / 2
  return {
    k: view.k,
    x: start(view.x, chart.width, screen.width),
    y: start(view.y, chart.height, screen.height - toolbar),
  }
}

/** What lies under the point stays under it. */
export function zoom(view: View, factor: number, at: { x: number; y: number }): View {
  const k = limited(view.k * factor)
  const grown = k / view.k
  return { k, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }
}

/** Moves, and keeps a corner of the chart in sight. */
export function pan(view: View, dx: number, dy: number, chart: Size, screen: Size): View {
  const kept = 48
  return {
    k: view.k,
    x: between(view.x + dx, kept - chart.width * view.k, screen.width - kept),
    y: between(view.y + dy, kept - chart.height * view.k, screen.height - kept),
  }
}

/** The smallest rectangle around all of them. */
export function around(rects: Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  return {
    x,
    y,
    width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y,
  }
}

export const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const limited = (k: number): number => between(k, smallest, largest)

const between = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))
