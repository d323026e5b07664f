// Markdown written as XMPP's clients show it: *bold*, _italic_, ~struck~, addresses behind their words (XEP-0393).
import type { Nodes, Parents, Root } from 'mdast'
import { readMarkdown } from '../../language/markdown.ts'

interface Edit {
  start: number
  end: number
  text: string
}

/** All else stays as it was written, sign by sign: code, lists and quotes read the same in both. */
export function styled(text: string): string {
  const edits: Edit[] = []
  visit(readMarkdown(text), undefined, text, edits)
  let [out, at] = ['', 0]
  for (const { start, end, text: instead } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at) continue
    out += text.slice(at, start) + instead
    at = end
  }
  return out + text.slice(at)
}

const marks: Partial<Record<Nodes['type'], string>> = { strong: '*', emphasis: '_', delete: '~', heading: '*' }

function visit(node: Nodes, parent: Parents | undefined, source: string, edits: Edit[]): void {
  const mark = marks[node.type]
  // A title is bold already, and one span does not begin within another of its kind.
  const shown = parent?.type === 'heading' && mark === '*' ? '' : mark
  if (shown !== undefined) around(node as Parents, shown, shown, edits)
  if (node.type === 'link') {
    const words = source.slice(...inner(node))
    const isBare = words === node.url || node.url === `mailto:${words}` || node.url === `http://${words}`
    around(node, '', isBare ? '' : ` (${node.url})`, edits)
  }
  if (node.type === 'image') replace(node, [node.alt ?? '', node.url].filter(Boolean).join(' '), edits)
  if (node.type === 'table') replace(node, `\`\`\`\n${source.slice(...whole(node))}\n\`\`\``, edits)
  else if ('children' in node) for (const child of node.children) visit(child, node, source, edits)
}

/** What stands before its first and behind its last child. */
function around(node: Parents, before: string, behind: string, edits: Edit[]): void {
  const [[start, end], [first, last]] = [whole(node), inner(node)]
  if (first >= last) return
  edits.push({ start, end: first, text: before }, { start: last, end, text: behind })
}

const replace = (node: Nodes, text: string, edits: Edit[]): void => {
  const [start, end] = whole(node)
  edits.push({ start, end, text })
}

const whole = ({ position }: Pick<Root, 'position'>): [number, number] => [
  position?.start.offset ?? 0,
  position?.end.offset ?? 0,
]

function inner({ children }: Parents): [number, number] {
  const [first, last] = [children[0], children.at(-1)]
  return first && last ? [whole(first)[0], whole(last)[1]] : [0, 0]
}
