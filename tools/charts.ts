// Draws every machine as Mermaid into docs/charts.md; a test fails when that file is stale.
import { writeFileSync } from 'node:fs'
import { type Chart, type ChartEdge, type ChartNode, graphOf } from '../machines/graph.ts'
import { machines } from '../machines/index.ts'

export const chartsPath = new URL('../docs/charts.md', import.meta.url)

export function chartsDocument(): string {
  const charts = machines.map((machine) => graphOf(machine)).map((chart) => `## ${chart.id}\n\n${drawings(chart)}`)
  return `# Charts\n\nGenerated from the machines by \`npm run charts\`.\n\n${charts.join('\n')}`
}

// A region a drawing: a chart of three regions side by side is unreadable on one sheet.
function drawings(chart: Chart): string {
  const root = chart.nodes.find(({ parent }) => parent === undefined)
  if (!root) return ''
  const regions = root.type === 'parallel' ? childrenOf(chart, root) : [root]
  return regions.map((region) => drawing(chart, region)).join('\n')
}

function drawing(chart: Chart, region: ChartNode): string {
  const inside = (id: string): boolean => id === region.id || id.startsWith(`${region.id}.`)
  const edges = chart.edges.filter(({ source }) => inside(source))
  const arrows = edges.filter(({ targets }) => targets.length > 0).map((edge) => `  ${arrow(edge)}`)
  const acting = edges
    .filter(({ targets }) => targets.length === 0)
    .map((edge) => `| \`${short(edge.source)}\` | ${label(edge)} | ${edge.actions.join(', ') || 'nothing'} |`)
  const table = acting.length ? `\n| in | on | only acts |\n|---|---|---|\n${acting.join('\n')}\n` : ''
  return `### ${region.key}\n\n\`\`\`mermaid\nstateDiagram-v2\n${block(chart, region, 1).join('\n')}\n${arrows.join('\n')}\n\`\`\`\n${table}`
}

function block(chart: Chart, node: ChartNode, depth: number): string[] {
  const pad = '  '.repeat(depth)
  const children = childrenOf(chart, node)
  const inner = children.flatMap((child) => block(chart, child, depth + 1))
  if (children.length === 0)
    return [`${pad}state "${node.key}${node.gate ? ` (${node.gate})` : ''}" as ${alias(node.id)}`]
  const start = node.initial ? [`${pad}  [*] --> ${alias(node.initial)}`] : []
  return [`${pad}state "${node.key}" as ${alias(node.id)} {`, ...start, ...inner, `${pad}}`]
}

const childrenOf = (chart: Chart, node: ChartNode): ChartNode[] =>
  chart.nodes.filter(({ parent }) => parent === node.id)
const alias = (id: string): string => id.replaceAll('.', '_')
const short = (id: string): string => id.split('.').slice(1).join('.')
const arrow = (edge: ChartEdge): string =>
  edge.targets.map((target) => `${alias(edge.source)} --> ${alias(target)} : ${label(edge)}`).join('\n  ')
const label = ({ event, guard, gate }: ChartEdge): string =>
  `${event}${guard === undefined ? '' : ` [${guard}]`}${gate === undefined ? '' : ` · ${gate} gate`}`

if (import.meta.main) writeFileSync(chartsPath, chartsDocument())
