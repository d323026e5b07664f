// A message of the talk as the page shows it.
import { isLoneEmoji } from '../../machines/rules/reaction.ts'
import { isMedia, ownText, type Part } from '../language/parts.ts'
import { isRehearsed } from '../llm/rehearsal-lines.ts'
import type { TalkRow } from '../store/talk.ts'
import type { TalkLine } from './contract.ts'

/** `actor`: for whom it is shown; absent: pictures are told by their names. */
export const lineOf = (
  { id, ts, sender, name, bot, text, replyTo, parts, refused }: TalkRow,
  actor?: string,
): TalkLine => ({
  id,
  at: ts,
  sender,
  name,
  bot,
  text: ownText(text, parts),
  ...(parts && {
    parts: parts.map((part, n) => shown(part, actor && !refused ? picturePath(actor, id, n) : undefined)),
  }),
  ...(replyTo !== undefined && { replyTo }),
  ...(bot && isRehearsed(text) && { rehearsal: true }),
  ...(bot && replyTo !== undefined && isLoneEmoji(text) && { reaction: true }),
})

/** Where the bytes are with another service, only its channel needs to know the address; a picture is shown by ours. */
function shown(part: Part, path: string | undefined): Part {
  if (part.kind === 'quote') {
    // Its words tell what it carries.
    const { parts: _, ...quote } = part
    return quote
  }
  if (!isMedia(part) || part.ref?.startsWith('/api/rooms/')) return part
  const { ref, ...rest } = part
  return part.kind === 'image' && ref !== undefined && path !== undefined ? { ...rest, ref: path } : rest
}

const picturePath = (actor: string, message: string, part: number): string =>
  `/api/pictures?${String(new URLSearchParams({ actor, message, part: String(part) }))}`
