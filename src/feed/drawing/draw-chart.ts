// Draws a chart: regions that no transition connects are laid out apart and set beside each other.
import type { Chart } from '../../../machines/graph.ts'
import type { Detail, DrawnChart } from '../contract.ts'
import { chartHash } from './chart-hash.ts'
import { type Part, tenth } from './elk-graph.ts'
import { layOut } from './layout.ts'
import { overviewsOf } from './overview.ts'
import { type Sketch, type SketchedEdge, type SketchedState, sketchOf } from './sketch.ts'

/** About a second of work without a pause: a service has it done in a thread, see drawings.ts. */
export async function drawChart(chart: Chart, detail?: Detail): Promise<DrawnChart> {
  const { root, edges, nameSize } = sketchOf(chart)
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
  const names = detail === 'overview' ? 13 : nameSize
  return { id: chart.id, hash: chartHash(chart, detail), ...(detail && { detail }), nameSize: names, ...part }
}

interface Region {
  region: SketchedState
  ids: Set<string>
}

function regionsOf({ root, edges }: Pick<Sketch, 'root' | 'edges'>): Region[] {
  const regions = root.children.map((region) => ({ region, ids: new Set(idsBelow(region)) }))
  const connected = edges.some(({ edge }) => !regions.some(({ ids }) => ids.has(edge.source) && ids.has(edge.target)))
  return root.state.type === 'parallel' && !connected ? regions : [{ region: root, ids: new Set(idsBelow(root)) }]
}

const idsBelow = ({ state, children }: SketchedState): string[] => [state.id, ...children.flatMap(idsBelow)]

/** Between regions, and around them. */
const gaps = { full: { between: 24, around: 16 }, overview: { between: 11, around: 11 } }
type Gaps = (typeof gaps)['full']

/** An overview fills a pane of about this shape, next to the room on a screen of 1440 × 900. */
const pane = { width: 740, height: 540 }
/** A drawing so much smaller than the largest is taken when it tells more. */
const smaller = 1.06

/** `forms`: each region in the forms it can take. */
function arranged(root: SketchedState, forms: Part[][], detail: Detail | undefined): Part {
  const around = detail === undefined ? gaps.full : gaps.overview
  const arrangements = choicesOf(forms).flatMap((parts) => columnsOf(parts, around))
  const least = Math.min(...arrangements.map(scaleOf))
  const [best] = arrangements
    .filter((arrangement) => scaleOf(arrangement) <= least * smaller)
    .toSorted((a, b) => labelCount(b) - labelCount(a) || scaleOf(a) - scaleOf(b))
  return built(root, best ?? packed([], 0, around), around)
}

/** How small the pane shows it; of two alike the one that leaves more room. */
function scaleOf({ width, height }: Arrangement): number {
  const [across, down] = [width / pane.width, height / pane.height]
  return Math.max(across, down) + Math.min(across, down) / 50
}

const labelCount = ({ places }: Arrangement): number =>
  places.reduce((sum, { part }) => sum + part.edges.filter(({ brief }) => brief !== undefined).length, 0)

/** One form of each region, in every combination. */
const choicesOf = ([first, ...others]: Part[][]): Part[][] =>
  first === undefined ? [[]] : choicesOf(others).flatMap((rest) => first.map((form) => [form, ...rest]))

/** In columns from left to right, in the order of the chart. */
interface Arrangement {
  width: number
  height: number
  places: { part: Part; x: number; y: number }[]
}

function columnsOf(parts: Part[], around: Gaps): Arrangement[] {
  const highest = Math.max(0, ...parts.map(({ height }) => height))
  const heights = parts.flatMap((_, first) =>
    parts
      .slice(first)
      .map((__, count) =>
        parts.slice(first, first + count + 1).reduce((sum, { height }) => sum + height + around.between, 0),
      ),
  )
  return [...new Set([highest, ...heights.filter((height) => height > highest)])].map((most) =>
    packed(parts, most, around),
  )
}

/** No column is higher than `most`. */
function packed(parts: Part[], most: number, { between, around }: Gaps): Arrangement {
  let [x, y, columnWidth, bottom] = [around, 0, 0, 0]
  const places = parts.map((part) => {
    if (y > 0 && y + part.height > most) [x, y, columnWidth] = [x + columnWidth + between, 0, 0]
    const place = { part, x, y }
    y += part.height + between
    bottom = Math.max(bottom, y - between)
    columnWidth = Math.max(columnWidth, part.width)
    return place
  })
  return { width: x + columnWidth + around, height: bottom + 2 * around, places }
}

function built(root: SketchedState, { width, height, places }: Arrangement, { around }: Gaps): Part {
  const top = root.state.lines.length === 0 ? around : root.head + around
  const moved = places.map(({ part, x, y }) => ({ part, move: mover(x, top + y) }))
  const size = { width, height: height - around + top }
  return {
    ...size,
    states: [{ ...root.state, x: 0, y: 0, ...size }, ...moved.flatMap(({ part, move }) => part.states.map(move))],
    edges: moved.flatMap(({ part, move }) =>
      part.edges.map((edge) => ({ ...edge, points: edge.points.map(move), box: move(edge.box) })),
    ),
  }
}

const mover =
  (right: number, down: number) =>
  <T extends { x: number; y: number }>(thing: T): T => ({
    ...thing,
    x: tenth(thing.x + right),
    y: tenth(thing.y + down),
  })
