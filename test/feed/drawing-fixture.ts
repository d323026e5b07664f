// What is drawn in tests, and how one tells that boxes and lines do not lie on each other.
import { type AnyStateMachine, createMachine } from 'xstate'
import { machines } from '../../machines/index.ts'
import type { DrawnChart, DrawnEdge, DrawnState } from '../../src/feed/contract.ts'

/** Shapes that the service's own machines do not have. */
export const oddMachine = createMachine({
  id: 'odd',
  type: 'parallel',
  on: { stop: '.left.gone', shout: { actions: 'note' }, part: { target: ['.left.gone', '.right.there'] } },
  states: {
    left: {
      initial: 'in',
      on: { deeper: '.in.deep' },
      states: {
        in: { initial: 'deep', states: { deep: { on: { out: '#odd.left.gone', again: 'deep' } } } },
        gone: { type: 'final' },
      },
    },
    right: {
      id: 'named otherwise',
      initial: 'here',
      states: { here: { on: { both: ['there', { target: 'here', reenter: true }] } }, there: { on: { back: 'here' } } },
    },
  },
})

export const drawn = [...machines, oddMachine].map((machine: AnyStateMachine) => ({ id: machine.id, machine }))

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const whole = ({ width, height }: DrawnChart): Area => ({ x: 0, y: 0, width, height })

/** Coordinates are rounded to tenths. */
const rounding = 0.2

export const inside = (a: Area, b: Area): boolean =>
  a.x >= b.x - rounding &&
  a.y >= b.y - rounding &&
  a.x + a.width <= b.x + b.width + rounding &&
  a.y + a.height <= b.y + b.height + rounding

export const overlap = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width - rounding &&
  b.x < a.x + a.width - rounding &&
  a.y < b.y + b.height - rounding &&
  b.y < a.y + a.height - rounding

export const overlaps = (areas: (Area & { id: string })[]): string[] =>
  areas.flatMap((a, at) =>
    areas
      .slice(at + 1)
      .filter((b) => overlap(a, b))
      .map((b) => `${a.id} and ${b.id}`),
  )

export const joins = ({ source, target, points }: DrawnEdge, states: Map<string, DrawnState>): boolean =>
  onBorder(points[0], states.get(source)) && onBorder(points.at(-1), states.get(target))

function onBorder(point: { x: number; y: number } | undefined, state: DrawnState | undefined): boolean {
  if (!point || !state || !inside({ ...point, width: 0, height: 0 }, state)) return false
  const toSide = Math.min(point.x - state.x, state.x + state.width - point.x)
  const toEnd = Math.min(point.y - state.y, state.y + state.height - point.y)
  return Math.min(toSide, toEnd) <= rounding
}

/** The straight pieces of a line, as areas without width or height. */
export function piecesOf({ id, points }: DrawnEdge): (Area & { id: string })[] {
  return points.slice(1).map((to, n) => {
    const from = points[n] ?? to
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
    return { id, x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) }
  })
}

/** What should never be: a line through a state or through the label of another line, a label on a state or on another. */
export function struckThrough({ states, edges }: DrawnChart): string[] {
  const parents = new Set(states.map(({ parent }) => parent))
  const leaves = states.filter(({ id }) => !parents.has(id))
  const pieces = edges.flatMap(piecesOf)
  const labels = edges.filter(({ box }) => box.width > 0).map(({ id, box }) => ({ id, ...box }))
  return [
    ...leaves.flatMap((leaf) =>
      pieces.filter((piece) => overlap(piece, leaf)).map(({ id }) => `the line ${id} through ${leaf.id}`),
    ),
    ...labels.flatMap((label) =>
      pieces
        .filter((piece) => piece.id !== label.id && overlap(piece, label))
        .map(({ id }) => `the line ${id} through the label of ${label.id}`),
    ),
    ...overlaps([...labels, ...leaves]),
  ]
}
