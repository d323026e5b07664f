// Draws a chart: regions that no transition connects are laid out apart and set beside each other.
import type { Chart } from '../../../machines/graph.ts'
import type { Detail, DrawnChart } from '../contract.ts'
import { type Arrangement, arrangementOf, type Gaps } from './arrange.ts'
import { chartHash } from './chart-hash.ts'
import { type Part, tenth } from './elk-graph.ts'
import { layOut } from './layout.ts'
import { overviewsOf } from './overview.ts'
import { type Sketch, type SketchedEdge, type SketchedState, sketchOf } from './sketch.ts'

/** About a second of work without a pause: a service has it done in a thread, see drawings.ts. */
export async function drawChart(chart: Chart, detail?: Detail): Promise<DrawnChart> {
  const { root, edges, nameSize, small } = sketchOf(chart)
  const regions = regionsOf({ root, edges })
  const draw = async (region: SketchedState, inside: SketchedEdge[]): Promise<Part[]> =>
    detail === 'overview' ? overviewsOf(region, inside, small) : [await layOut(region, inside)]
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
  const names = detail === 'overview' ? small.names : nameSize
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

/** `forms`: each region in the forms it can take. */
function arranged(root: SketchedState, forms: Part[][], detail: Detail | undefined): Part {
  const around = detail === undefined ? gaps.full : gaps.overview
  return built(root, arrangementOf(forms, around), around)
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
