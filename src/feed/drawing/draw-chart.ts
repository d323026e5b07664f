// Draws a chart: regions that no transition connects are laid out apart and set beside each other.
import type { Chart } from '../../../machines/graph.ts'
import type { Detail, DrawnChart, DrawnEdge, DrawnState } from '../contract.ts'
import { chartHash } from './chart-hash.ts'
import { type Part, tenth } from './elk-graph.ts'
import { layOut } from './layout.ts'
import { overviewsOf } from './overview.ts'
import { type Sketch, type SketchedEdge, type SketchedState, sketchOf } from './sketch.ts'

/** About a second of work without a pause: a service has it done in a thread, see drawings.ts. */
export async function drawChart(chart: Chart, detail?: Detail): Promise<DrawnChart> {
  const { root, edges } = sketchOf(chart)
  const regions = regionsOf({ root, edges })
  const draw = async (region: SketchedState, inside: SketchedEdge[]): Promise<Part[]> =>
    detail === 'overview' ? overviewsOf(region, inside) : [await layOut(region, inside)]
  const forms = await Promise.all(
    regions.map(({ region, ids }) =>
      draw(
        region,
        edges.filter(({ edge }) => ids.has(edge.source)),
      ),
    ),
  )
  const apart = regions[0]?.region !== root
  const part = apart ? arranged(root, forms, detail) : (forms[0]?.[0] ?? arranged(root, [], detail))
  return { id: chart.id, hash: chartHash(chart, detail), ...(detail && { detail }), ...part }
}

interface Region {
  region: SketchedState
  ids: Set<string>
}

function regionsOf({ root, edges }: Sketch): Region[] {
  const regions = root.children.map((region) => ({ region, ids: new Set(idsBelow(region)) }))
  const connected = edges.some(({ edge }) => !regions.some(({ ids }) => ids.has(edge.source) && ids.has(edge.target)))
  return root.state.type === 'parallel' && !connected ? regions : [{ region: root, ids: new Set(idsBelow(root)) }]
}

const idsBelow = ({ state, children }: SketchedState): string[] => [state.id, ...children.flatMap(idsBelow)]

/** Between regions, and around them. */
const gaps = { full: { between: 24, around: 16 }, overview: { between: 11, around: 11 } }
type Gaps = (typeof gaps)['full']

/** An overview fills a pane of about this shape. */
const pane = { width: 700, height: 580 }

/** `forms`: each region in the forms it can take. The arrangement that the pane shows largest is taken. */
function arranged(root: SketchedState, forms: Part[][], detail: Detail | undefined): Part {
  if (detail === undefined) {
    const parts = forms.flatMap(([form]) => form ?? [])
    return besideEachOther(root, parts, Math.max(0, ...parts.map(({ height }) => height)), gaps.full)
  }
  const scale = ({ width, height }: Part): number => Math.max(width / pane.width, height / pane.height)
  return choicesOf(forms)
    .flatMap((parts) => columnsOf(root, parts))
    .reduce((best, other) => (scale(other) < scale(best) ? other : best))
}

/** One form of each region, in every combination. */
const choicesOf = ([first, ...others]: Part[][]): Part[][] =>
  first === undefined ? [[]] : choicesOf(others).flatMap((rest) => first.map((form) => [form, ...rest]))

function columnsOf(root: SketchedState, parts: Part[]): Part[] {
  const highest = Math.max(0, ...parts.map(({ height }) => height))
  const heights = parts.flatMap((_, first) =>
    parts
      .slice(first)
      .map((__, count) =>
        parts.slice(first, first + count + 1).reduce((sum, { height }) => sum + height + gaps.overview.between, 0),
      ),
  )
  return [highest, ...heights.filter((height) => height > highest)].map((most) =>
    besideEachOther(root, parts, most, gaps.overview),
  )
}

/** In columns from left to right, in the order of the chart; none is higher than `most`. */
function besideEachOther(root: SketchedState, parts: Part[], most: number, { between, around }: Gaps): Part {
  const top = root.state.lines.length === 0 ? around : root.head + around
  let [x, y, columnWidth, bottom] = [around, 0, 0, 0]
  const states: DrawnState[] = []
  const edges: DrawnEdge[] = []
  for (const part of parts) {
    if (y > 0 && y + part.height > most) [x, y, columnWidth] = [x + columnWidth + between, 0, 0]
    const move = mover(x, top + y)
    states.push(...part.states.map(move))
    edges.push(...part.edges.map((edge) => ({ ...edge, points: edge.points.map(move), box: move(edge.box) })))
    y += part.height + between
    bottom = Math.max(bottom, y - between)
    columnWidth = Math.max(columnWidth, part.width)
  }
  const [width, height] = [x + columnWidth + around, top + bottom + around]
  return { width, height, states: [{ ...root.state, x: 0, y: 0, width, height }, ...states], edges }
}

const mover =
  (right: number, down: number) =>
  <T extends { x: number; y: number }>(thing: T): T => ({
    ...thing,
    x: tenth(thing.x + right),
    y: tenth(thing.y + down),
  })
