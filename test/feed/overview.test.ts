// A chart at a glance: the same states and transitions as in the full drawing, small, and no line where it does not belong.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { graphOf } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group.ts'
import type { DrawnEdge } from '../../src/feed/contract.ts'
import { drawChart } from '../../src/feed/drawing/draw-chart.ts'
import { drawingsOf } from '../../src/feed/drawing/drawings.ts'
import { textWidth } from '../../src/feed/drawing/text-width.ts'
import { type Area, drawn, inside, joins, oddMachine, overlap, overlaps, whole } from './drawing-fixture.ts'

describe.each(drawn)('$id', async ({ machine }) => {
  const graph = graphOf(machine)
  const chart = await drawChart(graph, 'overview')
  const states = new Map(chart.states.map((state) => [state.id, state]))
  const parents = new Set(chart.states.map(({ parent }) => parent))
  const leaves = chart.states.filter(({ id }) => !parents.has(id))

  test('every state is drawn once', () => {
    expect(chart.states.map(({ id }) => id).toSorted()).toEqual(graph.nodes.map(({ id }) => id).toSorted())
  })

  test('every transition belongs to one line for each target, or without a target to its state', () => {
    const labels = chart.edges.flatMap((edge) =>
      edge.labels.map(({ transition }) => `${transition} ${edge.source} ${edge.target}`),
    )
    const lines = chart.states.flatMap((state) => state.lines.flatMap(({ transition }) => transition ?? []))
    const aimed = graph.edges.flatMap(({ id, source, targets }) => targets.map((target) => `${id} ${source} ${target}`))
    const acting = graph.edges.filter(({ targets }) => targets.length === 0).map(({ id }) => id)
    expect({ labels: labels.toSorted(), lines: lines.toSorted() }).toEqual({
      labels: aimed.toSorted(),
      lines: acting.toSorted(),
    })
  })

  test('states lie inside the state that holds them, and beside their siblings', () => {
    expect(chart.states.filter((state) => !inside(state, states.get(state.parent ?? '') ?? whole(chart)))).toEqual([])
    const siblings = [...Map.groupBy(chart.states, ({ parent }) => parent).values()]
    expect(siblings.flatMap(overlaps)).toEqual([])
  })

  test('every name has room in its box', () => {
    const tight = leaves.filter(({ key, width }) => width < 31 + textWidth(key, 13, 'bold'))
    expect(tight).toEqual([])
  })

  test('every line starts at the border of its source, ends at the border of its target, and lies on the chart', () => {
    expect(chart.edges.filter((edge) => !joins(edge, states)).map(({ id }) => id)).toEqual([])
    expect(chart.edges.flatMap(piecesOf).filter((piece) => !inside(piece, whole(chart)))).toEqual([])
  })

  test('every piece of a line is level or upright, and crosses no state that holds no others', () => {
    const pieces = chart.edges.flatMap(piecesOf)
    expect(pieces.filter(({ width, height }) => width > 0 && height > 0)).toEqual([])
    const through = leaves.flatMap((leaf) => pieces.filter((piece) => overlap(piece, leaf)))
    expect(through).toEqual([])
  })

  test('no line runs through the name of a state', () => {
    const names = chart.states
      .filter(({ id, parent }) => parents.has(id) && parent !== undefined)
      .map(({ x, y, key }) => ({ x: x + 12, y: y + 6, width: textWidth(key, 13, 'bold'), height: 16 }))
    const through = names.flatMap((name) => chart.edges.flatMap(piecesOf).filter((piece) => overlap(piece, name)))
    expect(through).toEqual([])
  })

  test('lines run together only towards the same state, or where they join the same two', () => {
    const together = chart.edges.flatMap((a, at) =>
      chart.edges
        .slice(at + 1)
        .filter((b) => a.target !== b.target && !(a.source === b.target && a.target === b.source))
        .filter((b) => piecesOf(a).some((piece) => piecesOf(b).some((other) => runTogether(piece, other))))
        .map((b) => `${a.id} and ${b.id}`),
    )
    expect(together).toEqual([])
  })
})

test('the life of a bot in a group fits a pane and reads downwards', async () => {
  const chart = await drawChart(graphOf(groupMachine), 'overview')
  expect(chart.width).toBeLessThanOrEqual(920)
  expect(chart.height).toBeLessThanOrEqual(700)
  const order = ['idle', 'dispatching', 'delaying', 'rejudging', 'sending', 'cooling']
  const turn = chart.states.filter(({ key, parent }) => parent === 'group.turn' && order.includes(key))
  expect(turn.toSorted((a, b) => a.y - b.y).map(({ key }) => key)).toEqual(order)
})

test('a chart at a glance is kept beside the full drawing, each under a hash of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chime-charts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const draw = drawingsOf([graphOf(oddMachine)], folder)['odd']
  const [full, overview] = [await draw?.(), await draw?.('overview')]
  expect([full?.detail, overview?.detail]).toEqual([undefined, 'overview'])
  expect((await readdir(folder)).toSorted()).toEqual(
    [`odd-${full?.hash}.json`, `odd-${overview?.hash}.json`].toSorted(),
  )
  expect(await drawingsOf([graphOf(oddMachine)], folder)['odd']?.('overview')).toEqual(overview)
})

function piecesOf({ id, points }: DrawnEdge): (Area & { id: string })[] {
  return points.slice(1).map((to, n) => {
    const from = points[n] ?? to
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
    return { id, x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) }
  })
}

const runTogether = (a: Area, b: Area): boolean =>
  (a.height === 0 && b.height === 0 && a.y === b.y && a.x < b.x + b.width && b.x < a.x + a.width) ||
  (a.width === 0 && b.width === 0 && a.x === b.x && a.y < b.y + b.height && b.y < a.y + a.height)
