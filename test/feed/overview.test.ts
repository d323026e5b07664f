// A chart at a glance: the same states and transitions as in the full drawing, small, and no line where it does not belong.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { agentMachine } from '../../machines/agent/agent.ts'
import { graphOf } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import { machines } from '../../machines/index.ts'
import { drawChart } from '../../src/feed/drawing/draw-chart.ts'
import type { DrawnChart } from '../../src/feed/contract.ts'
import { drawingsOf } from '../../src/feed/drawing/drawings.ts'
import type { Part } from '../../src/feed/drawing/elk-graph.ts'
import { elkOverviews, overviewsOf } from '../../src/feed/drawing/overview.ts'
import { sketchOf } from '../../src/feed/drawing/sketch.ts'
import { textWidth } from '../../src/feed/drawing/text-width.ts'
import {
  type Area,
  drawn,
  inside,
  joins,
  oddMachine,
  overlap,
  overlaps,
  piecesOf,
  struckThrough,
  whole,
} from './drawing-fixture.ts'

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
    const tight = leaves.filter(
      ({ key, width }) => width < 18 + chart.nameSize + textWidth(key, chart.nameSize, 'bold'),
    )
    expect(tight).toEqual([])
  })

  test('every line starts at the border of its source, ends at the border of its target, and lies on the chart', () => {
    expect(chart.edges.filter((edge) => !joins(edge, states)).map(({ id }) => id)).toEqual([])
    expect(chart.edges.flatMap(piecesOf).filter((piece) => !inside(piece, whole(chart)))).toEqual([])
  })

  test('every piece of a line is level or upright', () => {
    const pieces = chart.edges.flatMap(piecesOf)
    expect(pieces.filter(({ width, height }) => width > 0 && height > 0)).toEqual([])
  })

  test('no line runs through a state or through the label of another, and no label lies on a state or on a label', () => {
    expect(struckThrough(chart)).toEqual([])
  })

  test('every label has room in its box, and lies on its line or right beside it', () => {
    const labelled = chart.edges.filter(({ brief }) => brief !== undefined)
    expect(labelled.filter(({ brief = '', box }) => box.width < textWidth(brief, box.height * 0.75))).toEqual([])
    const near = ({ x, y, width, height }: Area): Area => ({ x: x - 4, y: y - 4, width: width + 8, height: height + 8 })
    const lost = labelled.filter((edge) => !piecesOf(edge).some((piece) => overlap(near(edge.box), piece)))
    expect(lost.map(({ id }) => id)).toEqual([])
  })

  test('no line runs through the name of a state', () => {
    expect(struckNames(chart)).toEqual([])
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

/** What a drawing has of the page where the room stands beside it. */
const panes = [
  { of: '1440 × 900', width: 749, height: 554 },
  { of: '1280 × 800', width: 664, height: 454 },
]

const life = drawChart(graphOf(groupMachine), 'overview')

test.each(panes)('the life of a bot in a group fits the pane of $of and reads downwards', async ({ width, height }) => {
  const chart = await life
  const k = Math.min(width / chart.width, height / chart.height)
  expect(chart.nameSize * k).toBeGreaterThanOrEqual(9.8)
  const labels = chart.edges.filter(({ brief }) => brief !== undefined)
  expect(Math.min(...labels.map(({ box }) => box.height * 0.75 * k))).toBeGreaterThanOrEqual(6.4)
  const order = ['idle', 'dispatching', 'delaying', 'rejudging', 'sending', 'cooling']
  const turn = chart.states.filter(({ key, parent }) => parent === 'group.turn' && order.includes(key))
  expect(turn.toSorted((a, b) => a.y - b.y).map(({ key }) => key)).toEqual(order)
})

test.each(panes)('a chart that a bot invokes fits the pane of $of', async ({ width, height }) => {
  const { width: wide, height: high, nameSize } = await drawChart(graphOf(agentMachine), 'overview')
  expect(Math.min(width / wide, height / high) * nameSize).toBeGreaterThanOrEqual(9.8)
})

test('the events that lead on and the timers have their names at the lines, where there is room', async () => {
  const briefs = async (machine: (typeof drawn)[number]['machine']) => {
    const { edges } = await drawChart(graphOf(machine), 'overview')
    return edges.filter(({ brief }) => brief !== undefined)
  }
  const [group, ...others] = await Promise.all(machines.map(briefs))
  expect(group?.map(({ brief }) => brief)).toEqual(
    expect.arrayContaining([
      '✓ decide +3',
      '✓ compose',
      '◷ typingDelay +1',
      '✓ rejudge',
      '✕ deliver +2',
      '◷ cooldown +1',
    ]),
  )
  const named = others.map((edges, i) => [machines[i + 1]?.id, edges.length])
  expect(Object.fromEntries(named)).toEqual({
    agent: 21,
    schedule: 7,
    floor: 5,
    connection: 22,
    roomMembership: 9,
    peer: 7,
  })
})

test('a region with states inside states is drawn larger than ELK draws it, and without a line through a name', async () => {
  const { root, edges, small } = sketchOf(graphOf(groupMachine))
  const turn = root.children.find(({ state }) => state.id === 'group.turn')
  const within = edges.filter(({ edge }) => edge.source.startsWith('group.turn'))
  if (!turn) throw new Error('no turn')
  const figures = ({ width, height, states, edges: lines }: Part) => ({
    scale: Math.min(737 / width, 538 / height),
    struck: struckNames({ states, edges: lines, nameSize: small.names }).length,
  })
  const [own] = (await overviewsOf(turn, within, small)).map(figures)
  const others = (await elkOverviews(turn, within, small)).map(figures)
  expect(own?.struck).toBe(0)
  expect(others.map(({ scale }) => (own?.scale ?? 0) > scale * 1.5)).toEqual([true, true, true, true])
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

function struckNames({ states, edges, nameSize }: Pick<DrawnChart, 'states' | 'edges' | 'nameSize'>): string[] {
  const holders = new Set(states.map(({ parent }) => parent))
  return states
    .filter(({ id, parent }) => holders.has(id) && parent !== undefined)
    .filter(({ x, y, key }) => {
      const name = { x: x + 12, y: y + 6, width: textWidth(key, nameSize, 'bold'), height: nameSize + 3 }
      return edges.flatMap(piecesOf).some((piece) => overlap(piece, name))
    })
    .map(({ id }) => id)
}

const runTogether = (a: Area, b: Area): boolean =>
  (a.height === 0 && b.height === 0 && a.y === b.y && a.x < b.x + b.width && b.x < a.x + a.width) ||
  (a.width === 0 && b.width === 0 && a.x === b.x && a.y < b.y + b.height && b.y < a.y + a.height)
