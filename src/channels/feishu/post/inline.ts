// What stands in a line of markdown, as spans: styles, code, links and images.
import type { Definition, ImageReference, LinkReference, PhrasingContent } from 'mdast'
import type { Row, Span, Style } from './nodes.ts'

/** Addresses that are named in one place and used in another. */
export type Definitions = ReadonlyMap<string, Definition>

interface Look {
  style: readonly Style[]
  href?: string
}

/** A row for each line. */
export function inlineRows(children: readonly PhrasingContent[], definitions: Definitions, style: Style[] = []): Row[] {
  const rows: Span[][] = [[]]
  for (const span of spansOf(children, definitions, { style })) {
    for (const [n, text] of span.text.split('\n').entries()) {
      if (n > 0) rows.push([])
      if (text !== '') rows.at(-1)?.push({ ...span, text })
    }
  }
  return rows.map((spans) => ({ spans: joined(spans) }))
}

function spansOf(children: readonly PhrasingContent[], definitions: Definitions, look: Look): Span[] {
  return children.flatMap((node): Span[] => {
    switch (node.type) {
      case 'strong':
        return spansOf(node.children, definitions, withStyle(look, 'bold'))
      case 'emphasis':
        return spansOf(node.children, definitions, withStyle(look, 'italic'))
      case 'delete':
        return spansOf(node.children, definitions, withStyle(look, 'lineThrough'))
      case 'inlineCode':
        return [{ ...look, text: `\`${node.value}\``, isCode: true }]
      case 'break':
        return [{ ...look, text: '\n' }]
      case 'link':
        return linked(spansOf(node.children, definitions, look), node.url, look)
      case 'image':
        return imaged(node.alt, node.url, look)
      case 'linkReference':
        return linked(spansOf(node.children, definitions, look), urlOf(node, definitions), look)
      case 'imageReference':
        return imaged(node.alt, urlOf(node, definitions), look)
      case 'footnoteReference':
        return [{ ...look, text: `[^${node.label ?? node.identifier}]` }]
      default:
        return [{ ...look, text: node.value }]
    }
  })
}

const withStyle = (look: Look, style: Style): Look =>
  look.style.includes(style) ? look : { ...look, style: [...look.style, style] }

const urlOf = ({ identifier }: LinkReference | ImageReference, definitions: Definitions): string =>
  definitions.get(identifier)?.url ?? ''

/** The platform refuses a whole message for one address that it does not like: such a one stands behind its words. */
function linked(label: readonly Span[], url: string, look: Look): Span[] {
  const words = label.map(({ text }) => text).join('')
  const href = webAddress(url)
  if (href !== undefined)
    return words.trim() === '' ? [{ ...look, text: url, href }] : label.map((span) => ({ ...span, href }))
  const isItself = url === '' || words === url || url === `mailto:${words}`
  return isItself ? [...label] : [...label, { ...look, text: words === '' ? url : ` (${url})` }]
}

/** Within a link, the picture's words are the link's. */
const imaged = (alt: string | null | undefined, url: string, look: Look): Span[] => {
  const label = [{ ...look, text: alt || url }]
  return look.href === undefined ? linked(label, url, look) : label
}

/** In the form that every server takes; undefined: no address of the web. */
export function webAddress(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.href.length > longestAddress) return undefined
  return parsed.href
}

const longestAddress = 2_000

/** Words of one look in one span: a name is found only where it stands whole. Two links stay two. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans) {
    const last = all.at(-1)
    if (last && isPlain(last) && isPlain(span) && last.style.join() === span.style.join())
      all.splice(-1, 1, { ...last, text: last.text + span.text })
    else all.push(span)
  }
  return all
}

const isPlain = ({ href, isCode }: Span): boolean => href === undefined && !isCode
