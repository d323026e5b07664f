import { expect, test } from 'vitest'
import type { DrawnChart, DrawnEdge, DrawnState } from '../../src/feed/contract.ts'
import {
  activeLeaves,
  aroundState,
  clocksOf,
  edgesAt,
  focusRect,
  leavesOf,
  nearOf,
  neighbourOf,
} from '../../visualizer/chart/lit.ts'
import { linesOf, notesOf } from '../../visualizer/chart/notes.ts'
import { roundedPath } from '../../visualizer/chart/path.ts'
import { toneOf } from '../../visualizer/turn-state.ts'
import { bounded, fit, overlap, pan, readable, type Rect, zoom } from '../../visualizer/chart/view.ts'

const screen = { width: 800, height: 600 }
const frame = { x: 0, y: 0, ...screen }
const nothing = new Set<string>()

test('what lies under the pointer stays under it while one zooms', () => {
  const before = { k: 0.5, x: 40, y: 20 }
  const after = zoom(before, 2, { x: 140, y: 120 })
  const pointOf = ({ k, x, y }: typeof before) => ({ x: (140 - x) / k, y: (120 - y) / k })
  expect(after).toEqual({ k: 1, x: -60, y: -80 })
  expect(pointOf(after)).toEqual(pointOf(before))
})

test('a zoom ends at its limits', () => {
  const view = { k: 1, x: 0, y: 0 }
  expect(zoom(view, 1_000, { x: 0, y: 0 }).k).toBe(4)
  expect(zoom(view, 0.0001, { x: 0, y: 0 }).k).toBe(0.05)
})

test('a fitted chart lies whole in the middle of its frame', () => {
  expect(fit({ rect: { x: 0, y: 0, width: 1568, height: 572 } }, screen)).toEqual({ k: 0.5, x: 8, y: 140 })
})

test('what would be too small to read is shown around its heart, readable', () => {
  const rect = { x: 0, y: 0, width: 5_000, height: 5_000 }
  const heart = { x: 4_000, y: 4_000, width: 100, height: 40 }
  const view = fit({ rect, heart }, screen)
  expect(view.k).toBe(readable)
  for (const [start, size, whole] of [
    [view.x + heart.x * view.k, heart.width * view.k, screen.width],
    [view.y + heart.y * view.k, heart.height * view.k, screen.height],
  ] as const) {
    expect(start).toBeGreaterThanOrEqual(0)
    expect(start + size).toBeLessThanOrEqual(whole)
  }
})

test('a view that follows shows the chart up to its border, not what is beside it', () => {
  const large = { width: 2_000, height: 1_000 }
  expect(bounded({ k: 1, x: 300, y: -900 }, large, screen)).toEqual({ k: 1, x: 8, y: -442 })
  expect(bounded({ k: 0.2, x: 300, y: -900 }, large, screen)).toEqual({ k: 0.2, x: 200, y: 183 })
})

test('a chart cannot be pushed out of sight', () => {
  const chart = { width: 1_000, height: 500 }
  expect(pan({ k: 1, x: 0, y: 0 }, -9_999, 9_999, chart, screen)).toEqual({ k: 1, x: -952, y: 552 })
})

test('a corner is never rounder than half of its shorter side', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 6 },
    { x: 200, y: 6 },
  ]
  expect(roundedPath(points)).toBe('M0 0L97 0Q100 0 100 3L100 3Q100 6 103 6L200 6')
  expect(roundedPath([])).toBe('')
})

test('the innermost word with a meaning gives a state its colour', () => {
  expect(
    ['group.turn.cooling.resting', 'group.vitality.COOLING', 'group.turn.dispatching.deciding', 'agent.on'].map(toneOf),
  ).toEqual(['cool', 'cool', 'think', 'rest'])
})

test('the leaves of what is active are told, not what holds them', () => {
  expect(activeLeaves(chart, active).map(({ id }) => id)).toEqual(['m.turn.work.a', 'm.life.calm'])
  expect(leavesOf(chart).map(({ id }) => id)).toEqual(['m.turn.work.a', 'm.turn.work.b', 'm.turn.rest', 'm.life.calm'])
})

test('a running timer stands at the line of the edge it will take', () => {
  const timers = [
    { id: 'xstate.after.pause.m.turn.work.a', name: 'pause', due: 5 },
    { id: 'xstate.after.other.m', name: 'other', due: 9 },
  ]
  expect(clocksOf(chart, active, timers)).toEqual([{ timer: timers[0], edge: chart.edges[0], line: 1 }])
})

test('near is what is active, what it can reach and what was just taken', () => {
  const near = nearOf(chart, active, new Set(['t3']))
  expect([...near.states].toSorted()).toEqual([
    'm',
    'm.life',
    'm.life.calm',
    'm.turn',
    'm.turn.work',
    'm.turn.work.a',
    'm.turn.work.b',
  ])
  expect([...near.edges]).toEqual(['ab', 'br'])
})

test('following looks at the region where the work is done', () => {
  expect(focusRect(chart, active)?.heart).toBe(chart.states.find(({ id }) => id === 'm.turn.work.a'))
  expect(focusRect(chart, new Set())).toBeUndefined()
})

test('an arrow key leads to the next state in its direction', () => {
  const [a, b, rest] = leavesOf(chart)
  expect(a && neighbourOf(leavesOf(chart), a, 'ArrowDown')).toBe(b)
  expect(rest && neighbourOf(leavesOf(chart), rest, 'ArrowUp')).toBe(b)
  expect(a && neighbourOf(leavesOf(chart), a, 'ArrowUp')).toBeUndefined()
})

test.each([0.5, 0.6, 0.8, 1])('clocks and words at %d stand off the states, off titles and off each other', (k) => {
  const clocks = clocksOf(chart, active, [{ id: 'x', name: 'pause', due: 5 }])
  const notes = notesOf(chart, { took: new Set(['t1']), clocks, told: new Set(['br']) }, k)
  const rects = [
    ...leavesOf(chart),
    { x: 60, y: 64, width: 40, height: 20 },
    ...notes.clocks.map(({ x, y }) => ({ x: x - 30 / k, y: y - 9.5 / k, width: 60 / k, height: 19 / k })),
    ...notes.signs.map(({ rect }) => rect),
  ]
  expect(overlapsOf(rects)).toEqual([])
  expect([notes.clocks.map(({ id }) => id), notes.signs.map(({ id }) => id)]).toEqual([['x'], ['t1', 'br']])
})

test('a clock stands at the label of the edge that its timer drives, not at the state', () => {
  const clocks = clocksOf(chart, active, [{ id: 'x', name: 'pause', due: 5 }])
  const { box } = clocks[0]?.edge ?? { box: frame }
  expect(notesOf(chart, { took: nothing, clocks, told: nothing }, 1).clocks).toEqual([
    { id: 'x', x: box.x + box.width / 2, y: box.y + box.height / 2 },
  ])
})

test('a clock that finds no room stands as near to its line as the chart allows', () => {
  const crowded = { ...chart, width: 100, height: 10 }
  const clocks = clocksOf(chart, active, [{ id: 'x', name: 'pause', due: 5 }])
  expect(notesOf(crowded, { took: new Set(['t1']), clocks, told: nothing }, 1)).toEqual({
    clocks: [{ id: 'x', x: 70, y: 9 }],
    signs: [],
  })
})

test('the words of what was just taken tell the event, then its guard and its gate', () => {
  expect(linesOf({ transition: 't', kind: 'done', text: 'decide', guard: 'isWanted', gate: 'decide' })).toEqual([
    '✓ decide',
    '[isWanted] ◇ decide',
  ])
  expect(linesOf({ transition: 't', kind: 'always', text: '', guard: 'isBlank' })).toEqual(['[isBlank]'])
})

test('the words of a chosen edge tell three of its transitions, and how many more there are', () => {
  const labels = ['a', 'b', 'c', 'd'].map((text) => ({ transition: text, kind: 'event' as const, text }))
  const told = (count: number) => {
    const [first, ...others] = chart.edges
    const edges = first ? [{ ...first, labels: labels.slice(0, count) }, ...others] : []
    return notesOf({ ...chart, edges }, { took: nothing, clocks: [], told: new Set(['ab']) }, 1).signs[0]?.lines
  }
  expect([told(3), told(4)]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', '+2'],
  ])
})

test('around a chosen state lie its edges in both directions, and what they join', () => {
  const near = aroundState(chart, 'm.turn.work.b')
  expect([...near.edges]).toEqual(['ab', 'br'])
  expect([...near.states].toSorted()).toEqual([
    'm',
    'm.turn',
    'm.turn.rest',
    'm.turn.work',
    'm.turn.work.a',
    'm.turn.work.b',
  ])
})

test('where lines run together all of them are told', () => {
  const trunk = { ...chart, edges: [...chart.edges, edge('ar', a, rest, [])] }
  const told = (x: number, y: number) => edgesAt(trunk, { x, y }, 5).map(({ id }) => id)
  expect([told(123, 200), told(118, 500), told(130, 500)]).toEqual([['ab', 'ar'], ['br', 'ar'], []])
})

const overlapsOf = (rects: Rect[]): [Rect, Rect][] =>
  rects.flatMap((one, at) =>
    rects
      .slice(at + 1)
      .filter((other) => overlap(one, other))
      .map((other): [Rect, Rect] => [one, other]),
  )

function state(id: string, x: number, y: number, width = 120, height = 34): DrawnState {
  const [key = id] = id.split('.').slice(-1)
  const parent = id.split('.').slice(0, -1).join('.')
  return { id, key, ...(parent !== '' && { parent }), type: 'atomic', x, y, width, height, initial: false, lines: [] }
}

function edge(id: string, source: DrawnState, target: DrawnState, labels: DrawnEdge['labels']): DrawnEdge {
  const from = { x: source.x + 60, y: source.y + source.height }
  const to = { x: target.x + 60, y: target.y }
  const box = { x: from.x - 50, y: (from.y + to.y) / 2 - 10, width: 100, height: 20 }
  return { id, source: source.id, target: target.id, points: [from, to], box, labels }
}

const [a, b, rest] = [state('m.turn.work.a', 60, 100), state('m.turn.work.b', 60, 300), state('m.turn.rest', 60, 600)]
const chart: DrawnChart = {
  id: 'm',
  hash: 'h',
  nameSize: 13,
  width: 900,
  height: 800,
  states: [
    state('m', 0, 0, 900, 800),
    state('m.turn', 20, 20, 400, 760),
    state('m.turn.work', 40, 60, 340, 420),
    a,
    b,
    rest,
    state('m.life', 460, 20, 400, 200),
    state('m.life.calm', 500, 100),
  ],
  edges: [
    edge('ab', a, b, [
      { transition: 't1', kind: 'event', text: 'go' },
      { transition: 't2', kind: 'after', text: 'pause' },
    ]),
    edge('br', b, rest, [{ transition: 't3', kind: 'done', text: 'decide', guard: 'isWanted' }]),
  ],
}
const active = new Set(['m', 'm.turn', 'm.turn.work', 'm.turn.work.a', 'm.life', 'm.life.calm'])
