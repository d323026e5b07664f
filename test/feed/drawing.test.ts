// A drawn chart can be read: everything is on it once, and nothing lies on anything else.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createActor } from 'xstate'
import { graphOf, nodesOf, transitionIds, transitionsOf } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import type { DrawnEdge, DrawnState } from '../../src/feed/contract.ts'
import { drawChart } from '../../src/feed/drawing/draw-chart.ts'
import { drawingsOf } from '../../src/feed/drawing/drawings.ts'
import { faultsOf } from '../../src/feed/drawing/faults.ts'
import { textWidth } from '../../src/feed/drawing/text-width.ts'
import { nameAt } from '../../visualizer/chart/name-at.ts'
import {
  type Area,
  drawn,
  inside,
  joins,
  oddMachine,
  overlap,
  overlaps,
  struckThrough,
  whole,
} from './drawing-fixture.ts'

describe.each(drawn)('$id', async ({ machine }) => {
  const graph = graphOf(machine)
  const chart = await drawChart(graph)
  const states = new Map(chart.states.map((state) => [state.id, state]))
  const boxes = chart.edges.map(({ id, box }) => ({ id, ...box }))

  test('every state is drawn once', () => {
    expect(chart.states.map(({ id }) => id).toSorted()).toEqual(graph.nodes.map(({ id }) => id).toSorted())
  })

  test('every transition is drawn once for each target, as a label, or without a target as a line in its state', () => {
    const labels = chart.edges.flatMap((edge) => edge.labels.map(({ transition }) => transition))
    const lines = chart.states.flatMap((state) => state.lines.flatMap(({ transition }) => transition ?? []))
    const aimed = graph.edges.flatMap(({ id, targets }) => targets.map(() => id))
    const acting = graph.edges.filter(({ targets }) => targets.length === 0).map(({ id }) => id)
    expect({ labels: labels.toSorted(), lines: lines.toSorted() }).toEqual({
      labels: aimed.toSorted(),
      lines: acting.toSorted(),
    })
  })

  test('two lines never join the same two states in the same direction', () => {
    const ends = chart.edges.map(({ source, target }) => `${source} ${target}`)
    expect(ends).toEqual([...new Set(ends)])
  })

  test('states lie inside the state that holds them, and beside their siblings', () => {
    expect(chart.states.filter((state) => !inside(state, states.get(state.parent ?? '') ?? whole(chart)))).toEqual([])
    const siblings = [...Map.groupBy(chart.states, ({ parent }) => parent).values()]
    expect(siblings.flatMap(overlaps)).toEqual([])
  })

  test('lines and their boxes lie on the chart', () => {
    const points = chart.edges.flatMap((edge) => edge.points.map((point) => ({ ...point, width: 0, height: 0 })))
    expect([...points, ...boxes].filter((area) => !inside(area, whole(chart)))).toEqual([])
  })

  test('no line runs through a state or through the label of another, and no label lies on a state or on a label', () => {
    expect(struckThrough(chart)).toEqual([])
  })

  test('every name has room in its state at the size in which it is read from afar', () => {
    const parents = new Set(chart.states.map(({ parent }) => parent))
    const tight = chart.states.filter(
      ({ id, key, width, height }) =>
        !parents.has(id) &&
        (width < 23 + chart.nameSize + textWidth(key, chart.nameSize, 'bold') || height < chart.nameSize * 1.1 + 14),
    )
    expect(tight).toEqual([])
  })

  test('every box has room for its labels', () => {
    const tight = chart.edges.filter(({ box, labels }) => {
      const widths = labels.map(({ text, guard = '' }) => textWidth(`${text} ${guard}`, 11))
      return box.width < Math.max(...widths) || box.height < labels.length * 15
    })
    expect(tight).toEqual([])
  })

  test('every line starts at the border of its source and ends at the border of its target', () => {
    expect(chart.edges.filter((edge) => !joins(edge, states)).map(({ id }) => id)).toEqual([])
  })

  test('every box lies on its line, or beside a line that comes back', () => {
    expect(chart.edges.filter((edge) => !lieTogether(edge)).map(({ id }) => id)).toEqual([])
  })
})

test('every transition has an id of its own, and steps name the same transitions', () => {
  const ids = transitionIds(oddMachine)
  const taken: (string | undefined)[] = []
  const actor = createActor(oddMachine, {
    inspect(step) {
      // oxlint-disable-next-line no-underscore-dangle -- nothing else names the transitions of a step
      if (step.type === '@xstate.microstep') taken.push(...step._transitions.map((transition) => ids.get(transition)))
    },
  })
  actor.start()
  for (const type of ['again', 'both', 'out', 'shout']) actor.send({ type })
  expect(taken).toEqual(['odd.left.in.deep:again:0', 'odd.right.here:both:0', 'odd.left.in.deep:out:0', 'odd:shout:0'])
  expect(new Set(ids.values()).size).toBe(nodesOf(oddMachine.root).flatMap(transitionsOf).length)
})

async function keptChart() {
  const folder = await mkdtemp(join(tmpdir(), 'chime-charts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const draw = () => drawingsOf([graphOf(oddMachine)], folder)['odd']?.()
  const first = await draw()
  return { folder, draw, first, path: join(folder, `odd-${first?.hash}.json`) }
}

test('a chart is kept as a file, from which the next service has it', async () => {
  const { folder, draw, first, path } = await keptChart()
  expect([await readdir(folder), JSON.parse(await readFile(path, 'utf8'))]).toEqual([[basename(path)], first])
  await writeFile(path, JSON.stringify({ ...first, width: 7 }))
  expect(await draw()).toEqual({ ...first, width: 7 })
})

test('a chart that was drawn when the page was built is taken from there, and kept nowhere else', async () => {
  const { folder: built, first, path } = await keptChart()
  await writeFile(path, JSON.stringify({ ...first, width: 7 }))
  const folder = join(built, 'of a store')
  const taken = await drawingsOf([graphOf(oddMachine)], folder, built)['odd']?.()
  expect([taken, await readdir(built)]).toEqual([{ ...first, width: 7 }, [basename(path)]])
})

test.each(['{', '{}', '{"hash":"another"}'])(
  'a chart whose file holds %s is drawn anew and kept again',
  async (broken) => {
    const { draw, first, path } = await keptChart()
    await writeFile(path, broken.startsWith('{"') ? JSON.stringify({ ...first, ...JSON.parse(broken) }) : broken)
    expect([await draw(), JSON.parse(await readFile(path, 'utf8'))]).toEqual([first, first])
  },
)

test('a chart is drawn once, though asked for often, also where nothing can be written', async () => {
  const draw = drawingsOf([graphOf(oddMachine)], '/dev/null/nowhere')['odd']
  const [first, second] = await Promise.all([draw?.(), draw?.()])
  expect(first?.states.map(({ key }) => key)).toEqual(['odd', 'left', 'in', 'deep', 'gone', 'right', 'here', 'there'])
  expect(second).toBe(first)
})

test('all transitions of a bot in a group fit a pane with names that can be read, each in its box', async () => {
  const chart = await drawChart(graphOf(groupMachine))
  const parents = new Set(chart.states.map(({ parent }) => parent))
  for (const { width, height } of [
    { width: 749, height: 554 },
    { width: 664, height: 454 },
  ]) {
    const k = Math.min(width / chart.width, height / chart.height)
    const names = chart.states.flatMap((state) => {
      const leaf = !parents.has(state.id)
      const { size } = nameAt(state, chart, { leaf, words: 'names', most: 15 / k })
      return state.parent === undefined ? [] : [{ ...state, leaf, size, px: size * k }]
    })
    expect(names.filter(({ px }) => px < 9.7).map(({ id, px }) => [id, px])).toEqual([])
    // Drawn with the usual fonts; the widest of all needs a tenth more.
    const wide = names.filter(({ leaf, key, size, width: box }) => leaf && textWidth(key, size, 'bold') / 1.22 > box)
    expect(wide.map(({ id }) => id)).toEqual([])
  }
})

test('another chart has another hash', async () => {
  const chart = graphOf(oddMachine)
  const renamed = { ...chart, nodes: chart.nodes.map((node) => ({ ...node, description: 'new' })) }
  expect((await drawChart(renamed)).hash).not.toBe((await drawChart(chart)).hash)
})

test('lines that cross, run through a state or run along a border are faults', () => {
  const state = (id: string, at: Area, parent?: string): DrawnState => ({
    ...at,
    ...(parent !== undefined && { parent }),
    id,
    key: id,
    type: 'atomic',
    initial: false,
    lines: [],
  })
  const states = [
    state('around', { x: 0, y: 0, width: 300, height: 300 }),
    state('inner', { x: 20, y: 100, width: 80, height: 34 }, 'around'),
  ]
  const line = (id: string, ...points: [number, number][]): DrawnEdge => ({
    id,
    source: 'inner',
    target: 'inner',
    points: points.map(([x, y]) => ({ x, y })),
    box: { x: 0, y: 0, width: 0, height: 0 },
    labels: [],
  })
  const faults = (...edges: DrawnEdge[]): number => faultsOf({ states, edges })
  expect({
    none: faults(line('a', [60, 134], [60, 200], [200, 200]), line('b', [70, 134], [70, 190])),
    crossed: faults(line('a', [60, 134], [60, 200], [200, 200]), line('b', [100, 150], [100, 250])),
    throughState: faults(line('a', [10, 117], [200, 117])),
    alongBorder: faults(line('a', [10, 135], [200, 135])),
  }).toEqual({ none: 0, crossed: 1, throughState: 10, alongBorder: 10 })
})

const lieTogether = ({ source, target, points, box }: DrawnEdge): boolean =>
  points.slice(1).some((to, at) => {
    const from = points[at] ?? to
    const apart = source === target ? 6 : 1
    const [x, y] = [Math.min(from.x, to.x) - apart, Math.min(from.y, to.y) - apart]
    const [width, height] = [Math.abs(from.x - to.x) + 2 * apart, Math.abs(from.y - to.y) + 2 * apart]
    return overlap({ x, y, width, height }, box)
  })
