// What a message carries beside its words: files, stickers, cards, a forwarded message, a quote (A12).
import { defined } from '../../config/defined.ts'
import { quotedMedia } from '../../language/attachments.ts'
import { type ForwardedLine, type MediaPart, type Part, toldText } from '../../language/parts.ts'
import { cleanText } from '../clean.ts'
import type { Attachment, DiscordMessage, PlainMessage, Snapshot } from './payload.ts'

/** Where a file is found again: its address expires, and is asked for anew each time. */
export type FileRef = { channel: string; message: string; file: string } | { sticker: string }

export const refOf = (ref: FileRef): string =>
  'sticker' in ref ? `sticker ${ref.sticker}` : `${ref.channel} ${ref.message} ${ref.file}`

/** undefined: it is none of ours. */
export function readRef(ref: string): FileRef | undefined {
  const [, sticker] = /^sticker (\d{1,20}\.(?:png|gif))$/.exec(ref) ?? []
  if (sticker !== undefined) return { sticker }
  const [, channel, message, file] = /^(\d{1,20}) (\d{1,20}) (\d{1,20})$/.exec(ref) ?? []
  return channel && message && file ? { channel, message, file } : undefined
}

type Place = Pick<PlainMessage, 'id' | 'channel_id'>
type Body = Pick<PlainMessage, 'content' | 'flags' | 'attachments' | 'sticker_items' | 'embeds' | 'components'>

/** `words`: a message's text as people read it. */
export function partsOf(message: DiscordMessage, words: (of: PlainMessage) => string, isQuoting: boolean): Part[] {
  const { message_snapshots: snapshots, poll } = message
  const quoted = isQuoting ? message.referenced_message : undefined
  const lines = snapshots.map((each) => forwardedLine(message, each))
  return [
    ...(quoted ? [quoteOf({ ...quoted, channel_id: message.channel_id }, words)] : []),
    ...carried(message, message),
    ...(lines.length > 0 ? [{ kind: 'forward' as const, lines }] : []),
    ...snapshots.flatMap((each) => carried(message, each.message).filter((part) => part.kind !== 'card')),
    ...(poll
      ? [
          {
            kind: 'card' as const,
            title: poll.question.text ?? 'poll',
            text: poll.answers.map((each) => `- ${each.poll_media.text ?? ''}`).join('\n'),
          },
        ]
      : []),
  ]
}

function carried(place: Place, body: Body): Part[] {
  const { content, flags = 0, attachments, sticker_items: stickers, embeds, components } = body
  const isVoice = (flags & voiceMessage) !== 0
  return [
    ...attachments.map((each) => fileOf(place, each, isVoice)),
    ...stickers.map(({ id, name, format_type: format }): Part => {
      const ending = stickerEndings.get(format)
      return { kind: 'sticker', alt: name, ...(ending && { ref: refOf({ sticker: `${id}.${ending}` }) }) }
    }),
    ...embeds.flatMap(({ type, title, description, fields }): Part[] => {
      // What Discord itself shows of a link in the text.
      if (type !== undefined && type !== 'rich' && content !== '') return []
      const text = [description, ...fields.map(({ name, value }) => `${name}: ${value}`)].filter(Boolean).join('\n')
      if (!title && text === '') return []
      return [{ kind: 'card', ...(title && { title }), ...(text !== '' && { text }) }]
    }),
    ...(components.length > 0 ? [{ kind: 'card' as const, text: components.join('\n') }] : []),
  ]
}

function fileOf(place: Place, file: Attachment, isVoice: boolean): Part {
  const { id, filename, title, content_type: mime, size, width, height, duration_secs: seconds, description } = file
  const shown = (['image', 'audio', 'video'] as const).find((each) => mime?.startsWith(`${each}/`))
  const kind: MediaPart['kind'] = isVoice ? 'voice' : (shown ?? 'file')
  return defined({
    kind,
    ref: refOf({ channel: place.channel_id, message: place.id, file: id }),
    name: title === undefined ? filename : titled(title, filename),
    mime,
    bytes: size,
    ...(width !== undefined && height !== undefined && { width, height }),
    seconds,
    alt: description || undefined,
  })
}

/** A name that Discord keeps in letters of its own is told in a title, without its ending. */
const titled = (title: string, filename: string): string => {
  const [ending = ''] = /\.\w{1,10}$/.exec(filename) ?? []
  return title.endsWith(ending) ? title : `${title}${ending}`
}

/** Discord does not tell who wrote it. */
function forwardedLine(place: Place, { message }: Snapshot): ForwardedLine {
  return {
    name: 'somebody',
    text: toldText(cleanText(message.content), carried(place, message)),
    ...(message.timestamp !== undefined && { ts: message.timestamp }),
  }
}

/** Files are asked for in the channel of whoever quotes: those of another one are not found. */
function quoteOf(quoted: PlainMessage, words: (of: PlainMessage) => string): Part {
  const parts = carried(quoted, quoted)
  return {
    kind: 'quote',
    id: quoted.id,
    sender: quoted.author.id,
    name: quoted.author.global_name || quoted.author.username,
    ts: quoted.timestamp,
    text: toldText(words(quoted), parts),
    ...quotedMedia(parts),
  }
}

const voiceMessage = 1 << 13
/** PNG, APNG and GIF; what is drawn by a program has no picture. */
const stickerEndings = new Map([
  [1, 'png'],
  [2, 'png'],
  [4, 'gif'],
])
