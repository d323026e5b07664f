// Lays out a part of a chart: ELK tries a few times, and what reads best is kept.
import Elk from 'elkjs/lib/elk.bundled.js'
import type { LayoutOptions } from 'elkjs/lib/elk-api.js'
import { elkGraph, type Part, partOf, tenth } from './elk-graph.ts'
import { faultsOf } from './faults.ts'
import type { SketchedEdge, SketchedState } from './sketch.ts'

export async function layOut(root: SketchedState, edges: SketchedEdge[]): Promise<Part> {
  const elk = new Elk.default()
  const laidOut = async (attempt: LayoutOptions): Promise<Part> =>
    // ELK writes its answer into what it is given: every attempt has a graph of its own.
    partOf(await elk.layout(elkGraph(root, edges), { layoutOptions: { ...options, ...attempt } }), root, edges)
  const parts = (await Promise.all(attempts.map(laidOut))).flatMap((part) => [part, mirrored(part)])
  const [best] = parts.toSorted((a, b) => faultsOf(a) - faultsOf(b) || a.width * a.height - b.width * b.height)
  if (!best) throw new Error(`${root.state.id}: ELK gave no layout`)
  return best
}

// INCLUDE_CHILDREN with PREFER_NODES, NODES_AND_EDGES, cycleBreaking MODEL_ORDER or wrapping MULTI_EDGE makes ELK throw.
const options: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.layering.strategy': 'LONGEST_PATH',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.edgeLabels.centerLabelPlacementStrategy': 'SPACE_EFFICIENT_LAYER',
  'elk.layered.thoroughness': '10',
  'elk.layered.spacing.nodeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '4',
}

/** Compaction is shorter but can push lines onto borders, and a seed that does well with one chart does badly with another. */
const attempts: LayoutOptions[] = ['EDGE_LENGTH', 'NONE'].flatMap((compaction) =>
  ['1', '3'].map((seed) => ({
    'elk.layered.compaction.postCompaction.strategy': compaction,
    'elk.randomSeed': seed,
  })),
)

/** Names stand at the left: a line that runs through one may pass it on the other side. */
function mirrored(part: Part): Part {
  const flip = (x: number, width = 0): number => tenth(part.width - x - width)
  return {
    ...part,
    states: part.states.map((state) => ({ ...state, x: flip(state.x, state.width) })),
    edges: part.edges.map((edge) => ({
      ...edge,
      points: edge.points.map(({ x, y }) => ({ x: flip(x), y })),
      box: { ...edge.box, x: flip(edge.box.x, edge.box.width) },
    })),
  }
}
