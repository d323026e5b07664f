// Lays out a part of a chart: ELK tries a few times, and what reads best is kept.
import Elk from 'elkjs/lib/elk.bundled.js'
import type { LayoutOptions } from 'elkjs/lib/elk-api.js'
import { elkGraph, type Part, partOf } from './elk-graph.ts'
import { faultsOf } from './faults.ts'
import { sizeOf } from './place-labels.ts'
import type { SketchedEdge, SketchedState } from './sketch.ts'

export async function layOut(root: SketchedState, edges: SketchedEdge[]): Promise<Part> {
  const elk = new Elk.default()
  const laidOut = async (attempt: LayoutOptions): Promise<Part> =>
    // ELK writes its answer into what it is given: every attempt has a graph of its own.
    partOf(await elk.layout(elkGraph(root, edges), { layoutOptions: { ...options, ...attempt } }), root, edges)
  // Compaction makes it throw at some graphs ("Invalid hitboxes").
  const tried = await Promise.allSettled(attempts.map(laidOut))
  const parts = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const [best] = parts.toSorted((a, b) => faultsOf(a) - faultsOf(b) || a.width * a.height - b.width * b.height)
  const failed = tried.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (!best) throw new Error(`${root.state.id}: ELK gave no layout`, { cause: failed?.reason })
  return best
}

/** A region without states inside states, at a glance: with short labels, or without any. */
export async function layOutFlat(root: SketchedState, edges: SketchedEdge[], flat: FlatForm): Promise<Part> {
  const small = edges.map((edge) => ({
    ...edge,
    ...(flat.labels ? sizeOf(edge.brief, flat.size) : { width: 0, height: 0 }),
  }))
  const layoutOptions = { ...options, ...narrow, 'elk.direction': flat.direction }
  const part = partOf(await new Elk.default().layout(elkGraph(root, small), { layoutOptions }), root, small)
  const briefs = new Map(edges.map(({ edge, brief }) => [edge.id, brief]))
  return {
    ...part,
    edges: part.edges.map((edge) => ({ ...edge, ...(flat.labels && { brief: briefs.get(edge.id) ?? '' }) })),
  }
}

export interface FlatForm {
  direction: 'DOWN' | 'RIGHT'
  labels: boolean
  /** Of the labels, px. */
  size: number
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
  'elk.layered.spacing.nodeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '6',
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '4',
}

const narrow: LayoutOptions = {
  'elk.layered.spacing.nodeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeNodeBetweenLayers': '7',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '6',
  'elk.spacing.nodeNode': '10',
  'elk.spacing.edgeNode': '8',
  'elk.spacing.edgeEdge': '7',
  'elk.spacing.edgeLabel': '2',
}

/** Compaction is shorter but can push lines onto borders, and a seed that does well with one chart does badly with another. */
const attempts: LayoutOptions[] = ['EDGE_LENGTH', 'NONE'].flatMap((compaction) =>
  ['1', '3'].map((seed) => ({
    'elk.layered.compaction.postCompaction.strategy': compaction,
    'elk.randomSeed': seed,
  })),
)
