// The talk with what the chart knows of it: which lines speak to the bot, which are answered, and what a draft knew.
import type { ComposeInput, DecideInput } from '../../machines/group/children.ts'
import type { PromptSettings } from '../../machines/group/settings.ts'
import { saidText } from '../language/parts.ts'
import type { Target } from '../prompt/prompt-parts.ts'
import type { PromptMessage, Talk } from '../prompt/talk.ts'

/** What was said after the batch and before the draft was asked for is no news to it. */
export function knownTo(draft: DecideInput['draft'], talk: Talk): Talk {
  const { askedAt } = draft ?? {}
  if (askedAt === undefined) return talk
  const news = talk.after.filter(({ ts }) => ts > askedAt)
  if (news.length === 0) return talk
  return { ...talk, batch: [...talk.batch, ...talk.after.filter(({ ts }) => ts <= askedAt)], after: news }
}

export function labelled(ids: readonly string[], lines: Map<string, PromptMessage>): Target[] {
  const wanted = new Set(ids)
  return [...lines].flatMap(([label, { id, name, text, parts, perhaps }]) =>
    wanted.has(id) ? [{ label, name, text: saidText(text, parts), ...(perhaps && { perhaps }) }] : [],
  )
}

/** The chart knows which of the batch address the bot: a reply to its words names nobody (M5), and a name in a story calls nobody. */
export function marked(talk: Talk, input: DecideInput | ComposeInput, style: PromptSettings['style']): Talk {
  const shown = new Set(style === 'compact' ? input.addressed : input.mentioned)
  const perhaps = new Set(style === 'compact' ? [...input.asked, ...input.mentioned] : [])
  const batch = talk.batch.map((message) => {
    const isMarked = shown.has(message.id)
    const isPerhaps = !isMarked && perhaps.has(message.id)
    if (message.mentioned === isMarked && (message.perhaps === true) === isPerhaps) return message
    const { perhaps: _, ...line } = message
    return { ...line, mentioned: isMarked, ...(isPerhaps && { perhaps: true as const }) }
  })
  return { ...talk, batch }
}
