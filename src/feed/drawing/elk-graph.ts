// A sketched part of a chart as ELK wants it, and ELK's answer as what is drawn.
import type { ElkEdgeSection, ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js'
import type { DrawnEdge, DrawnState } from '../contract.ts'
import type { SketchedEdge, SketchedState } from './sketch.ts'

/** What a part looks like once laid out, its origin at the top left. */
export interface Part {
  width: number
  height: number
  states: DrawnState[]
  edges: DrawnEdge[]
}

export function elkGraph(root: SketchedState, edges: SketchedEdge[]): ElkNode {
  const paths = new Map(pathsBelow(root, []))
  const routed = edges.map((sketched) => ({ ...route(sketched, paths), sketched }))
  const node = (sketched: SketchedState): ElkNode => ({
    id: sketched.state.id,
    ...(sketched.children.length === 0 && { width: sketched.width, height: sketched.height }),
    children: sketched.children.map(node),
    edges: routed.filter(({ within }) => within === sketched.state.id).map(elkEdge),
    layoutOptions: sketched.children.length === 0 ? {} : roomFor(sketched),
  })
  return {
    id: '',
    children: [node(root)],
    edges: routed.filter(({ within }) => within === '').map(elkEdge),
    layoutOptions: { 'elk.padding': '[top=0,left=0,bottom=0,right=0]' },
  }
}

const roomFor = ({ head, width }: SketchedState): LayoutOptions => ({
  'elk.padding': `[top=${head + 12},left=16,bottom=16,right=16]`,
  'elk.nodeSize.constraints': 'MINIMUM_SIZE',
  'elk.nodeSize.minimum': `(${width},40)`,
})

type Routed = { within: string; forward: boolean; sketched: SketchedEdge }

/** ELK's own way of breaking circles shuffles the order of the chart: edges against it are turned here, and back after. */
function elkEdge({ forward, sketched: { edge, width, height } }: Routed): ElkExtendedEdge {
  const ends = [edge.source, edge.target]
  const [from, to] = forward ? ends : ends.toReversed()
  const weight = forward ? '5' : '0'
  return {
    id: edge.id,
    sources: [from ?? edge.source],
    targets: [to ?? edge.target],
    labels: width === 0 ? [] : [{ id: `${edge.id} label`, text: edge.id, width, height, layoutOptions: inline }],
    layoutOptions: {
      'elk.layered.priority.direction': forward ? '10' : '0',
      'elk.layered.priority.straightness': weight,
      'elk.layered.priority.shortness': weight,
    },
  }
}

const inline: LayoutOptions = { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' }

type Path = { id: string; order: number }[]

const pathsBelow = (sketched: SketchedState, above: Path, order = 0): [string, Path][] => {
  const path = [...above, { id: sketched.state.id, order }]
  return [[sketched.state.id, path], ...sketched.children.flatMap((child, at) => pathsBelow(child, path, at))]
}

/** The state around both ends, and whether the edge runs in the order in which the chart lists its states. */
function route({ edge }: SketchedEdge, paths: Map<string, Path>): { within: string; forward: boolean } {
  const from = paths.get(edge.source) ?? []
  const to = paths.get(edge.target) ?? []
  const deepest = Math.min(from.length, to.length) - 1
  const shared = from.findIndex(({ id }, at) => at === deepest || id !== to[at]?.id)
  return { within: from[shared - 1]?.id ?? '', forward: (from[shared]?.order ?? 0) <= (to[shared]?.order ?? 0) }
}

export function partOf(answer: ElkNode, root: SketchedState, edges: SketchedEdge[]): Part {
  const nodes = new Map(nodesBelow(answer).map((node) => [node.id, node]))
  const answered = new Map([...nodes.values()].flatMap((node) => node.edges ?? []).map((edge) => [edge.id, edge]))
  const at = ({ x = 0, y = 0 }: { x?: number; y?: number }) => ({ x: tenth(x), y: tenth(y) })
  const size = ({ width = 0, height = 0 }: { width?: number; height?: number }) => ({
    width: tenth(width),
    height: tenth(height),
  })
  return {
    ...size(answer),
    states: statesBelow(root).map((state) => ({
      ...state,
      ...at(nodes.get(state.id) ?? {}),
      ...size(nodes.get(state.id) ?? {}),
    })),
    edges: edges.map(({ edge }) => {
      const { sections = [], labels = [], sources = [] } = answered.get(edge.id) ?? {}
      const points = sections.flatMap(pointsOf).map(at)
      const label = labels[0] ?? {}
      return {
        ...edge,
        points: sources[0] === edge.source ? points : points.toReversed(),
        box: { ...at(label), ...size(label) },
      }
    }),
  }
}

const pointsOf = ({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection) => [startPoint, ...bendPoints, endPoint]
const nodesBelow = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(nodesBelow)]
const statesBelow = ({ state, children }: SketchedState): SketchedState['state'][] => [
  state,
  ...children.flatMap(statesBelow),
]
export const tenth = (px: number): number => Math.round(px * 10) / 10
