// Where the clocks of running timers stand on the overview of a group.
import { expect, test } from 'vitest'
import { graphOf } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import { drawChart } from '../../src/feed/drawing/draw-chart.ts'
import { clocksOf, edgesAt, leavesOf } from '../../visualizer/chart/lit.ts'
import { notesOf } from '../../visualizer/chart/notes.ts'
import { overlap } from '../../visualizer/chart/view.ts'

const nothing = new Set<string>()

test('each timer of a group has its clock at its line, off states and titles', async () => {
  const drawn = await drawChart(graphOf(groupMachine), 'overview')
  const leaves = leavesOf(drawn)
  const titles = drawn.states
    .filter((state) => state.parent !== undefined && !leaves.includes(state))
    .map(({ x, y, key }) => ({ x: x + 8, y: y + 4, width: key.length * drawn.nameSize * 0.68, height: drawn.nameSize }))
  const timers = drawn.edges
    .filter(({ brief }) => brief === undefined)
    .flatMap((edge) => edge.labels.flatMap(({ kind, text }) => (kind === 'after' ? [{ edge, name: text }] : [])))
  const astray = [0.53, 0.6, 0.7, 0.78, 0.9, 1].flatMap((k) =>
    timers.filter(({ edge, name }) => {
      const clocks = clocksOf(drawn, new Set([edge.source]), [{ id: 'x', name, due: 5 }])
      const [{ x, y } = { x: 0, y: 0 }] = notesOf(drawn, { took: nothing, clocks, told: nothing }, k).clocks
      const rect = { x: x - 30 / k, y: y - 9 / k, width: 60 / k, height: 18 / k }
      const isNear = edgesAt(drawn, { x, y }, rect.width).some((other) => other === clocks[0]?.edge)
      return !isNear || [...leaves, ...titles].some((other) => overlap(other, rect))
    }),
  )
  expect([timers.length > 8, astray.map(({ edge }) => edge.id)]).toEqual([true, []])
})
