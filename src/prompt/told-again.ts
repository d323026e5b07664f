// Which earlier lines a reply is told with what they quote and forward: those that its turn goes on with (A12).
import { saidText } from '../language/parts.ts'
import { carriesMore } from './talk-carried.ts'
import type { PromptMessage, Talk } from './talk-parts.ts'

/** For so long talk goes on with an answer, ms; and lines of one writer belong to each other. */
const goesOnMs = 5 * 60_000
const besideMs = 2 * 60_000

const ofBundle =
  /\bforward(?:ed|s)?\b|\b(?:messages?|talk|chat|lines?|that|this|it|them) above\b|\babove (?:messages?|talk|chat|lines?)\b|转发|聊天记录|上面(?:那|这|的|发)|пересл|(?<!\p{L})выше(?!\p{L})/iu

/** Ids of lines before the batch. `targets`: of the lines that are answered; `at`: when the model is asked, ms. */
export function toldAgain({ before, batch, linked = [] }: Talk, targets: readonly string[], at: number): Set<string> {
  const carrying = before.filter(carriesMore)
  if (carrying.length === 0) return new Set()
  const isRecent = ({ ts }: PromptMessage): boolean => at - ts <= goesOnMs
  const lastOwn = [...linked, ...before]
    .filter((line) => line.own && isRecent(line))
    .toSorted((a, b) => a.ts - b.ts)
    .at(-1)
  const last = before.find(({ id }) => id === lastOwn?.replyTo)
  const asked = [...batch.filter(({ id }) => targets.includes(id)), ...(last ? [last] : [])]
  const bundles = carrying.filter(hasBundle)
  const spokenOf = asked.flatMap(({ text, parts, ts }) =>
    ofBundle.test(saidText(text, parts)) ? (bundles.findLast((line) => line.ts <= ts) ?? []) : [],
  )
  const beside = asked.flatMap(({ id, sender, ts }) => {
    const own = before.findLast((line) => line.sender === sender && line.ts <= ts && line.id !== id)
    return own && hasBundle(own) && ts - own.ts <= besideMs ? [own] : []
  })
  const told = carrying.filter((line) => line === last || (isRecent(line) && quotesBot(line)))
  return new Set([...told, ...spokenOf, ...beside].map(({ id }) => id))
}

const hasBundle = ({ parts = [] }: PromptMessage): boolean => parts.some(({ kind }) => kind === 'forward')
const quotesBot = ({ parts = [] }: PromptMessage): boolean =>
  parts.some((part) => part.kind === 'quote' && part.own === true)
