// Markdown of a bot's answer as React elements, made of its tree: no text ever becomes markup.
import type { AlignType, Nodes, Root } from 'mdast'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { readMarkdown } from '../../src/language/markdown.ts'
import './markdown.css'

/** Whoever nests deeper has no reader. */
const deepest = 12
/** Longer texts stay as they were written. */
const mostChars = 20_000

export function Markdown({ text }: { text: string }) {
  const drawn = useMemo(() => (text.length > mostChars ? text : drawnFrom(text)), [text])
  return (
    <div className="text md" dir="auto">
      {drawn}
    </div>
  )
}

function drawnFrom(source: string): ReactNode {
  const tree = readMarkdown(source)
  const addresses = new Map(
    tree.children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : [])),
  )
  const written = ({ position }: Nodes): string => source.slice(position?.start.offset, position?.end.offset)
  const all = (nodes: readonly Nodes[], depth: number): ReactNode =>
    nodes.map((node, i) => <Fragment key={i}>{depth > deepest ? written(node) : draw(node, depth)}</Fragment>)

  function draw(node: Nodes, depth: number): ReactNode {
    const within = () => ('children' in node ? all(node.children, depth + 1) : null)
    switch (node.type) {
      case 'text':
        return node.value
      case 'inlineCode':
        return <code>{node.value}</code>
      case 'code':
        return (
          <pre>
            <code>{node.value}</code>
          </pre>
        )
      case 'heading':
        return <p className="md-heading">{within()}</p>
      case 'list':
        return node.ordered ? <ol start={node.start ?? 1}>{within()}</ol> : <ul>{within()}</ul>
      case 'listItem':
        return (
          <li>
            {typeof node.checked === 'boolean' && (node.checked ? '☑ ' : '☐ ')}
            {within()}
          </li>
        )
      case 'table':
        return (
          <Table
            rows={node.children.map(({ children }) => children.map((cell) => all(cell.children, depth + 3)))}
            align={node.align ?? []}
          />
        )
      case 'link':
        return <Link to={node.url}>{within()}</Link>
      case 'image':
        return <Link to={node.url}>{node.alt || node.url}</Link>
      case 'linkReference':
        return <Link to={addresses.get(node.identifier) ?? ''}>{within()}</Link>
      case 'thematicBreak':
        return <hr />
      case 'break':
        return <br />
      case 'definition':
        return null
      default:
        return node.type in tags ? createElement(tags[node.type as keyof typeof tags], null, within()) : written(node)
    }
  }
  return all((tree satisfies Root).children, 0)
}

const tags = { paragraph: 'p', emphasis: 'em', strong: 'strong', delete: 'del', blockquote: 'blockquote' } as const

/** Only where a browser does nothing but go there; the page of a bot's choice learns nothing of this one. */
function Link({ to, children }: { to: string; children: ReactNode }) {
  const protocol = URL.parse(to)?.protocol ?? ''
  if (!['http:', 'https:', 'mailto:'].includes(protocol)) return children
  return (
    <a href={to} title={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

function Table({ rows: [head = [], ...rows], align }: { rows: ReactNode[][]; align: AlignType[] }) {
  const cells = (tag: 'th' | 'td', row: ReactNode[]) =>
    row.map((cell, i) => createElement(tag, { key: i, style: { textAlign: align[i] ?? undefined } }, cell))
  return (
    <table>
      <thead>
        <tr>{cells('th', head)}</tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>{cells('td', row)}</tr>
        ))}
      </tbody>
    </table>
  )
}
