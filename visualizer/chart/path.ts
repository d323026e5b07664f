// The line of an edge: straight pieces with rounded corners.

interface Point {
  x: number
  y: number
}

/** SVG path data; a corner is never rounder than half of its shorter side. */
export function roundedPath(points: Point[], radius = 7): string {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 2) return ''
  const corners = points.slice(1, -1).map((corner, index) => {
    const before = points[index] ?? corner
    const after = points[index + 2] ?? corner
    const round = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2)
    const start = towards(corner, before, round)
    const end = towards(corner, after, round)
    return `L${start.x} ${start.y}Q${corner.x} ${corner.y} ${end.x} ${end.y}`
  })
  return `M${first.x} ${first.y}${corners.join('')}L${last.x} ${last.y}`
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to)
  if (whole === 0) return from
  const share = length / whole
  return { x: rounded(from.x + (to.x - from.x) * share), y: rounded(from.y + (to.y - from.y) * share) }
}

const rounded = (value: number): number => Math.round(value * 100) / 100
