// A guide as a list of steps: what stands in each that somebody is to type, click, copy or open, in its order.
import type { Nodes } from 'mdast'
import { readFileSync } from 'node:fs'
import { fromMarkdown } from 'mdast-util-from-markdown'

export type Sign =
  /** The words in bold that a step begins with. */
  | { is: 'title'; text: string }
  /** A block, without its indentation; `kind`: `sh`, `yaml`. */
  | { is: 'block'; kind: string; text: string }
  | { is: 'code'; text: string }
  /** Emphasised: what something is called on a screen. */
  | { is: 'label'; text: string }
  | { is: 'link'; text: string }

export interface Step {
  number: number
  /** All of its words. */
  text: string
  signs: Sign[]
}

export const readGuide = (name: string): string =>
  readFileSync(new URL(`../../../docs/guide/${name}.md`, import.meta.url), 'utf8')

/** Of the first numbered list. */
export function stepsOf(guide: string): Step[] {
  const list = fromMarkdown(guide).children.find((node) => node.type === 'list' && node.ordered === true)
  if (list?.type !== 'list') throw new Error('the guide has no numbered steps')
  return list.children.map((item, at) => {
    const opening = item.children[0]?.type === 'paragraph' ? item.children[0].children[0] : undefined
    const title = opening?.type === 'strong' ? opening : undefined
    return { number: at + 1, text: wordsOf(item), signs: signsIn(item, title) }
  })
}

function signsIn(node: Nodes, title: Nodes | undefined): Sign[] {
  if (node === title) return [{ is: 'title', text: wordsOf(node) }]
  switch (node.type) {
    case 'code':
      return [{ is: 'block', kind: node.lang ?? '', text: `${node.value}\n` }]
    case 'inlineCode':
      return [{ is: 'code', text: node.value }]
    case 'strong':
    case 'emphasis':
      // A whole sentence is on no screen.
      return /[.。]$/.test(wordsOf(node)) ? [] : [{ is: 'label', text: wordsOf(node) }]
    case 'link':
      return node.url.startsWith('#') ? [] : [{ is: 'link', text: node.url }]
    default:
      return 'children' in node ? node.children.flatMap((child) => signsIn(child, title)) : []
  }
}

/** On one line. */
function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value.replaceAll(/\s+/g, ' ')
  return 'children' in node ? node.children.map(wordsOf).join('') : ''
}
