// The words of an interactive card: its title, and what stands in its elements, however they are nested.
import { type CardPart, partLimits } from '../../language/parts.ts'
import { cleanText } from '../clean.ts'
import { type Fields, fieldsOf, link, objectOf, said } from './fields.ts'

/** As the platform shows it to bots, or as its sender wrote it. */
export function cardOf(given: Fields): CardPart {
  const fields = fieldsOf(said(given['json_card'])) ?? given
  const header = objectOf(fields['header'])
  const title = said(fields['title']) || wordsIn(header?.['title'] ?? fields['title'], newBudget(), 0)
  const body =
    fields['elements'] ?? objectOf(fields['body']) ?? Object.values(objectOf(fields['i18n_elements']) ?? {})[0]
  const text = cleanText(wordsIn(body, newBudget(), 0))
    .slice(0, partLimits.quoted)
    .toWellFormed()
  return { kind: 'card', ...(title !== '' && { title }), ...(text !== '' && { text }) }
}

/** Nodes that may still be read. */
interface Budget {
  nodes: number
}

const newBudget = (): Budget => ({ nodes: 500 })
const deepest = 12

function wordsIn(given: unknown, budget: Budget, depth: number): string {
  budget.nodes -= 1
  if (budget.nodes < 0 || depth > deepest) return ''
  if (Array.isArray(given)) return listed(given, budget, depth)
  const node = objectOf(given)
  if (!node) return ''
  switch (node['tag']) {
    case 'a':
      return link(said(node['text']), said(node['href']))
    case 'at':
      return `@${said(node['user_name']) || 'somebody'}`
    case 'img':
      return '[image]'
    case 'hr':
      return '---'
    default: {
      const own = [node['text'], node['content']].map((each) => said(each) || wordsIn(each, budget, depth + 1))
      const inner = holders.map((key) => (node[key] === undefined ? '' : wordsIn(node[key], budget, depth + 1)))
      return lines([...own, ...inner])
    }
  }
}

/** Where cards keep what is in them. */
const holders = ['title', 'elements', 'fields', 'columns', 'actions', 'items', 'options']

/** A list of lists is lines of pieces; any other is a line each. */
function listed(nodes: readonly unknown[], budget: Budget, depth: number): string {
  return lines(
    nodes.map((node) =>
      Array.isArray(node)
        ? node.map((piece) => wordsIn(piece, budget, depth + 1)).join('')
        : wordsIn(node, budget, depth + 1),
    ),
  )
}

const lines = (all: readonly string[]): string => all.filter((line) => line.trim() !== '').join('\n')
