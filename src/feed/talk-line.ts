// A message of the talk as the page shows it.
import { isLoneEmoji } from '../../machines/rules/reaction.ts'
import { isMedia, ownText, type Part } from '../language/parts.ts'
import { isRehearsed } from '../llm/rehearsal-lines.ts'
import type { TalkRow } from '../store/talk.ts'
import type { TalkLine } from './contract.ts'

export const lineOf = ({ id, ts, sender, name, bot, text, replyTo, parts }: TalkRow): TalkLine => ({
  id,
  at: ts,
  sender,
  name,
  bot,
  text: ownText(text, parts),
  ...(parts && { parts: parts.map(shown) }),
  ...(replyTo !== undefined && { replyTo }),
  ...(bot && isRehearsed(text) && { rehearsal: true }),
  ...(bot && replyTo !== undefined && isLoneEmoji(text) && { reaction: true }),
})

/** Where the bytes are with another service, only its channel needs to know the address. */
function shown(part: Part): Part {
  if (part.kind === 'quote') {
    // Its words tell what it carries.
    const { parts: _, ...quote } = part
    return quote
  }
  if (!isMedia(part) || part.ref?.startsWith('/api/rooms/')) return part
  const { ref: _, ...rest } = part
  return rest
}
