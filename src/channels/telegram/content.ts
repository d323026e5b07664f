// What a Telegram message carries beside its words, as parts (A12).
import { defined } from '../../config/defined.ts'
import type { CardPart, ForwardPart, LocationPart, MediaPart, Part } from '../../language/parts.ts'
import { wordsOf } from '../../language/parts.ts'
import { cleanName, cleanText } from '../clean.ts'
import { refOf } from './download.ts'
import { type Carried, nameOf, type Origin, type PlainMessage, type TelegramFile, wordsIn } from './message.ts'

/** Pictures, files, cards and places; of an album every message has its own. `heardBy`: Telegram's id of the bot. */
export function carriedParts(message: Carried, heardBy: number): Part[] {
  return carried(message).map((each) =>
    'ref' in each && each.ref !== undefined ? { ...each, ref: refOf(heardBy, each.ref) } : each,
  )
}

const carried = (message: Carried): Part[] => [...media(message), ...cards(message), ...places(message)]

function media({ photo, sticker, voice, audio, video, video_note: note, animation, document }: Carried): MediaPart[] {
  const largest = photo?.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
  return [
    ...(largest ? [part('image', largest, { mime: 'image/jpeg' })] : []),
    ...(sticker ? [part('sticker', sticker, { mime: stickerMime(sticker), alt: sticker.emoji })] : []),
    ...(voice ? [part('voice', voice)] : []),
    ...(audio ? [part('audio', audio, { name: audio.file_name ?? titleOf(audio) })] : []),
    ...(video ? [part('video', video)] : []),
    // A round film has one length for both sides.
    ...(note ? [part('video', { ...note, width: note.length, height: note.length }, { mime: 'video/mp4' })] : []),
    // An animation comes as a document, too.
    ...(animation
      ? [part('video', animation)]
      : document
        ? [part(isPicture(document) ? 'image' : 'file', document)]
        : []),
  ]
}

function part(
  kind: MediaPart['kind'],
  file: TelegramFile,
  over: { mime?: string; name?: string | undefined; alt?: string | undefined } = {},
): MediaPart {
  const { file_id: ref, file_size: bytes, width, height, duration: seconds } = file
  const { mime = file.mime_type, name = file.file_name, alt } = over
  return defined({ kind, ref, name, mime, bytes, width, height, seconds, alt })
}

function cards(message: Carried): CardPart[] {
  const { contact, poll, dice, game, invoice, checklist, story, paid_media: paid, giveaway } = message
  const person = contact && `${contact.first_name ?? ''} ${contact.last_name ?? ''}`
  return [
    ...(contact ? [card(person, contact.phone_number)] : []),
    ...(poll ? [card(poll.question, poll.options?.map(({ text }) => text).join(' / '))] : []),
    ...(dice ? [card(dice.emoji, dice.value === undefined ? undefined : String(dice.value))] : []),
    ...[game, invoice].flatMap((each) => (each ? [card(each.title, each.description)] : [])),
    ...(checklist ? [card(checklist.title, checklist.tasks?.map(({ text }) => text).join(' / '))] : []),
    ...(story ? [card('story', undefined)] : []),
    // Who has not paid gets a preview at most, and a bot never pays.
    ...(paid ? [card('paid media', paid.star_count === undefined ? undefined : `${paid.star_count} stars`)] : []),
    ...(giveaway ? [card('giveaway', giveaway.prize_description)] : []),
  ]
}

const card = (title: string | undefined, text: string | undefined): CardPart => ({
  kind: 'card',
  ...(title?.trim() && { title: title.trim() }),
  ...(text && { text: cleanText(text) }),
})

function places({ venue, location }: Carried): LocationPart[] {
  // A venue's place comes beside it, too.
  const place = venue?.location ?? location
  if (!place) return []
  const name = [venue?.title, venue?.address].filter(Boolean).join(', ')
  return [{ kind: 'location', ...(name !== '' && { name }), latitude: place.latitude, longitude: place.longitude }]
}

/** A forwarded message: one line, by whoever wrote it. */
export function forwarded(message: PlainMessage, from: Origin): ForwardPart {
  const text = cleanText(wordsIn(message).text) || carried(message).map(wordsOf).join(' ')
  return {
    kind: 'forward',
    lines: [{ name: writerOf(from) ?? 'somebody', ...(from.date !== undefined && { ts: from.date * 1_000 }), text }],
  }
}

export function writerOf({ sender_user: user, sender_user_name: name, sender_chat: group, chat }: Origin) {
  const shown = user ? nameOf(user) : (name ?? group?.title ?? chat?.title)
  return shown === undefined ? undefined : cleanName(shown) || undefined
}

const sizeOf = ({ width = 0, height = 0 }: TelegramFile): number => width * height
const isPicture = ({ mime_type: mime = '' }: TelegramFile): boolean => /^image\/(?:jpeg|png|webp|gif)$/.test(mime)
const titleOf = ({ performer, title }: TelegramFile) => [performer, title].filter(Boolean).join(' – ') || undefined
const stickerMime = ({ is_video: video, is_animated: animated }: TelegramFile): string =>
  video ? 'video/webm' : animated ? 'application/x-tgsticker' : 'image/webp'
