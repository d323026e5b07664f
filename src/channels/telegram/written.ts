// Markdown as Telegram shows it: the words, and entities for what they look like.
import type { PhrasingContent, RootContent, Table } from 'mdast'
import { readMarkdown } from '../../language/markdown.ts'
import { callsOf, type FindCalls } from '../calls.ts'
import { textTable } from '../text-table.ts'
import type { Entity } from './api.ts'
import type { Person } from './names.ts'

export interface Written {
  text: string
  /** In UTF-16 units of the text; those that begin earlier first. */
  entities: Entity[]
}

type Style = 'bold' | 'italic' | 'strikethrough' | 'code' | 'blockquote'

/** `people`: who may be called by `@Name`. */
export function written(markdown: string, people: readonly Person[]): Written {
  const writing = new Writing(people)
  writing.blocks(readMarkdown(markdown).children, '\n\n')
  return { text: writing.text, entities: outsideOfCode(writing.entities).toSorted((a, b) => a.offset - b.offset) }
}

class Writing {
  text = ''
  readonly entities: Entity[] = []
  private readonly links = new Map<string, string>()
  private readonly callsIn: FindCalls<Person>
  private isQuoted = false
  private isLinked = false

  constructor(people: readonly Person[]) {
    this.callsIn = callsOf(people, ({ name, username }) => [name, username])
  }

  blocks(all: readonly RootContent[], between: string): void {
    for (const node of all) if (node.type === 'definition') this.links.set(node.identifier, node.url)
    const shown = all.filter(({ type }) => type !== 'definition')
    for (const [n, node] of shown.entries()) {
      if (n > 0) this.text += between
      this.block(node)
    }
  }

  private block(node: RootContent): void {
    switch (node.type) {
      case 'paragraph':
        return this.inline(node.children)
      case 'heading':
        return this.styled('bold', () => this.inline(node.children))
      case 'code':
        return this.marked(
          () => (this.text += node.value),
          (at) => ({
            ...at,
            type: 'pre',
            ...(node.lang && { language: node.lang.slice(0, longestLanguage) }),
          }),
        )
      case 'blockquote': {
        if (this.isQuoted) return this.blocks(node.children, '\n')
        this.isQuoted = true
        this.styled('blockquote', () => this.blocks(node.children, '\n\n'))
        this.isQuoted = false
        return
      }
      case 'list':
        for (const [n, item] of node.children.entries()) {
          if (n > 0) this.text += '\n'
          const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : ''
          const sign = node.ordered ? `${(node.start ?? 1) + n}. ` : box === '' ? '• ' : ''
          this.indented(`${sign}${box}`, () => this.blocks(item.children, '\n'))
        }
        return
      case 'table':
        return this.marked(
          () => (this.text += tableText(node)),
          (at) => ({ ...at, type: 'pre' }),
        )
      case 'thematicBreak':
        this.text += '———'
        return
      case 'html':
        this.text += node.value
        return
      case 'footnoteDefinition':
        this.text += `[${node.label ?? node.identifier}] `
        return this.blocks(node.children, '\n')
      default:
        return this.inline([node as PhrasingContent])
    }
  }

  private inline(all: readonly PhrasingContent[]): void {
    for (const node of all) this.phrase(node)
  }

  private phrase(node: PhrasingContent): void {
    switch (node.type) {
      case 'text':
      case 'html':
        return this.words(node.value)
      case 'strong':
        return this.styled('bold', () => this.inline(node.children))
      case 'emphasis':
        return this.styled('italic', () => this.inline(node.children))
      case 'delete':
        return this.styled('strikethrough', () => this.inline(node.children))
      case 'inlineCode':
        // What leads elsewhere is nothing but its words.
        if (this.isLinked) this.text += node.value
        else this.styled('code', () => (this.text += node.value))
        return
      case 'break':
        this.text += '\n'
        return
      case 'link':
        return this.linked(node.url, () => this.inline(node.children))
      case 'linkReference':
        return this.linked(this.links.get(node.identifier) ?? '', () => this.inline(node.children))
      case 'image':
        return this.linked(node.url, () => (this.text += node.alt || node.url))
      case 'imageReference':
        return this.linked(this.links.get(node.identifier) ?? '', () => (this.text += node.alt ?? ''))
      case 'footnoteReference':
        this.text += `[${node.label ?? node.identifier}]`
    }
  }

  private words(value: string): void {
    const offset = this.text.length
    this.text += value
    if (this.isLinked) return
    for (const { at, length, member } of this.callsIn(value)) {
      const user = { id: member.id, is_bot: false, first_name: member.name }
      this.entities.push({ type: 'text_mention', offset: offset + at, length, user })
    }
  }

  /** A bare address is one by itself; of others that Telegram does not open the address is written behind the words. */
  private linked(url: string, write: () => void): void {
    const from = this.text.length
    const wasLinked = this.isLinked
    this.isLinked = true
    const mark = (at: At): Entity => ({ ...at, type: 'text_link', url })
    if (/^(?:https?|tg):\/\/[^\s]+$/i.test(url)) this.marked(write, mark)
    else write()
    this.isLinked = wasLinked
    const words = this.text.slice(from)
    const isBare = [words, `mailto:${words}`, `http://${words}`, `https://${words}`].includes(url)
    const last = this.entities.at(-1)
    if (isBare && last?.type === 'text_link' && last.offset >= from) this.entities.pop()
    if (!isBare && last?.type !== 'text_link' && url !== '') this.text += ` (${url})`
  }

  private styled(type: Style, write: () => void): void {
    this.marked(write, (at) => ({ ...at, type }))
  }

  private marked(write: () => unknown, entity: (at: At) => Entity): void {
    const offset = this.text.length
    write()
    const length = this.text.slice(offset).trimEnd().length
    if (length > 0) this.entities.push(entity({ offset, length }))
  }

  /** Lines below the first stand under its words; in code they stay as they are. */
  private indented(sign: string, write: () => void): void {
    this.text += sign
    const [from, known] = [this.text.length, this.entities.length]
    write()
    const added = this.entities.slice(known)
    const isCode = (at: number) =>
      added.some(({ type, offset, length }) => type === 'pre' && at >= offset && at < offset + length)
    const ends = [...this.text.slice(from).matchAll(/\n(?=[^\n])/g)]
      .map(({ index }) => from + index)
      .filter((at) => !isCode(at))
    for (const end of ends.toReversed()) {
      this.text = `${this.text.slice(0, end + 1)}${indent}${this.text.slice(end + 1)}`
      for (const each of added) {
        if (each.offset > end) each.offset += indent.length
        else if (each.offset + each.length > end) each.length += indent.length
      }
    }
  }
}

interface At {
  offset: number
  length: number
}

const indent = '   '
const longestLanguage = 40

function tableText({ children, align }: Table): string {
  const rows = children.map((row) =>
    row.children.map((cell) => {
      const writing = new Writing([])
      writing.blocks([{ type: 'paragraph', children: cell.children }], '')
      return writing.text.replaceAll('\n', ' ')
    }),
  )
  return textTable(rows, { between: ' | ', crossing: '-+-', align })
}

const styles: ReadonlySet<string> = new Set(['bold', 'italic', 'strikethrough'])

/** Telegram knows no bold, slanted or crossed out code: such a style ends before it and begins anew behind it. */
function outsideOfCode(entities: readonly Entity[]): Entity[] {
  const code = entities.filter(({ type }) => type === 'code' || type === 'pre').toSorted((a, b) => a.offset - b.offset)
  return entities.flatMap((each) => {
    if (!styles.has(each.type)) return [each]
    const left: Entity[] = []
    let [from, end] = [each.offset, each.offset + each.length]
    for (const { offset, length } of code) {
      if (offset + length <= from || offset >= end) continue
      if (offset > from) left.push({ ...each, offset: from, length: offset - from })
      from = offset + length
    }
    return from < end ? [...left, { ...each, offset: from, length: end - from }] : left
  })
}
