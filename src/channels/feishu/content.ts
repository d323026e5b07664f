// What a message of any kind says and carries: its words, and beside them pictures, files, bundles, cards, places (A12).
import { z } from 'zod'
import { type MediaPart, type Part, wordsOf } from '../../language/parts.ts'
import { cardOf } from './card.ts'
import { type Fields, fieldsOf, numberOf, said } from './fields.ts'
import { type PostReader, postText } from './rich-text.ts'
import { refOf } from './resources.ts'

export interface Content {
  /** Mention keys still stand in it. */
  text: string
  parts: Part[]
}

/** Who reads: the app whose token gets the bytes. */
export interface ContentReader extends Pick<PostReader, 'keyOf'> {
  app: string
}

/** Undefined when a text or rich text has none. */
export function contentOf(kind: string, content: string, reader: ContentReader): Content | undefined {
  const fields = fieldsOf(content)
  if (kind === 'post') return fields && richText(fields, reader)
  if (kind === 'text') {
    const text = fields?.['text']
    return typeof text === 'string' ? { text, parts: [] } : undefined
  }
  // Of these the kind alone says enough; a merged forward has no JSON at all.
  const told = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return { text: '', parts: [(told ?? other(kind))(fields ?? {}, reader.app)] }
}

function richText(fields: Fields, { app, keyOf }: ContentReader): Content | undefined {
  const parts: Part[] = []
  const inline = (part: MediaPart): string => {
    parts.push({ ...part, inline: true })
    return wordsOf(part)
  }
  const text = postText(fields, {
    keyOf,
    picture: (node) => inline({ ...picture(node, app), ...sides(node) }),
    video: (node) => inline(video(node, app)),
  })
  return text === undefined ? undefined : { text, parts }
}

type ReadPart = (fields: Fields, app: string) => Part

const kinds: Record<string, ReadPart> = {
  image: (fields, app) => picture(fields, app),
  file: ({ file_key: key, file_name: name }, app) => media('file', { ...refOf(app, 'file', key), ...named(name) }),
  // The platform gives no bytes of it.
  folder: ({ file_name: name }) => media('file', named(said(name) && `${said(name)}/`)),
  audio: (fields, app) => media('voice', { ...refOf(app, 'file', fields['file_key']), ...lasting(fields) }),
  media: (fields, app) => video(fields, app),
  // Nor of stickers.
  sticker: () => media('sticker', {}),
  merge_forward: () => ({ kind: 'forward', lines: [] }),
  interactive: (fields) => cardOf(fields),
  share_chat: () => card('shared chat'),
  share_user: () => card('contact card'),
  location: ({ name, latitude, longitude }) => ({ kind: 'location', ...named(name), ...place(latitude, longitude) }),
  vote: ({ topic, options }) => card('vote', said(topic), words.array().safeParse(options).data?.join(', ')),
  todo: (fields) => {
    const summary = fieldsShape.safeParse(fields['summary']).data ?? {}
    const text = postText(summary, plainNodes) ?? said(summary['title'])
    return card('task', text, dated('due', fields['due_time']))
  },
  share_calendar_event: (fields) => event(fields),
  calendar: (fields) => event(fields),
  general_calendar: (fields) => event(fields),
  video_chat: ({ topic, start_time: start }) => card('video call', said(topic), dated('start', start)),
  hongbao: () => card('red packet'),
}

const other = (kind: string): ReadPart => {
  const title = kind.replaceAll('_', ' ')
  return () => card(title)
}

const fieldsShape = z.record(z.string(), z.unknown())
const words = z.string().catch('')
const longestName = 200

const named = (name: unknown): { name?: string } => {
  const plain = said(name).slice(0, longestName)
  return plain === '' ? {} : { name: plain }
}

const media = (kind: MediaPart['kind'], rest: Omit<MediaPart, 'kind'>): MediaPart => ({ kind, ...rest })

const picture = ({ image_key: key }: Fields, app: string) => media('image', refOf(app, 'image', key))

const video = (fields: Fields, app: string) =>
  media('video', { ...refOf(app, 'file', fields['file_key']), ...named(fields['file_name']), ...lasting(fields) })

function sides({ width, height }: Fields): { width?: number; height?: number } {
  const [across, down] = [numberOf(width), numberOf(height)]
  return across && down && across > 0 && down > 0 && Math.max(across, down) < mostPixels
    ? { width: Math.round(across), height: Math.round(down) }
    : {}
}

/** A side, in pixels. */
const mostPixels = 1_000_000

/** The platform writes ms. */
function lasting({ duration }: Fields): { seconds?: number } {
  const ms = numberOf(duration) ?? 0
  return ms > 0 && ms < 86_400_000 ? { seconds: ms / 1000 } : {}
}

function place(latitude: unknown, longitude: unknown): { latitude?: number; longitude?: number } {
  const [north, east] = [numberOf(latitude), numberOf(longitude)]
  const isOnEarth = north !== undefined && east !== undefined && Math.abs(north) <= 90 && Math.abs(east) <= 180
  return isOnEarth ? { latitude: north, longitude: east } : {}
}

const card = (title: string, about = '', text = ''): Part => ({
  kind: 'card',
  title: about === '' ? title : `${title}: ${about.replaceAll('\n', ' ').slice(0, longestName)}`,
  ...(text !== '' && { text: text.slice(0, longestText) }),
})

const longestText = 2_000

const event = ({ summary, start_time: start, end_time: end }: Fields): Part =>
  card('calendar event', said(summary), [dated('start', start), dated('end', end)].filter(Boolean).join(', '))

/** `start 2027-01-15 08:00 UTC`; the platform writes ms, or seconds. */
function dated(what: string, given: unknown): string {
  const number = numberOf(given) ?? 0
  const ms = number < 100_000_000_000 ? number * 1000 : number
  if (!(ms > 0 && ms < latest)) return ''
  return `${what} ${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** The year 9999. */
const latest = 253_370_764_800_000

const plainNodes: PostReader = { keyOf: () => undefined, picture: () => '[image]', video: () => '[video]' }
