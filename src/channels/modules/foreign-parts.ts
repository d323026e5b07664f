// What a module's message carries beside its words, read part by part: what is none is left out, and the words stay (A12).
import { defined } from '../../config/defined.ts'
import { z } from 'zod'
import { fitting, maybe } from '../lenient.ts'
import { isMedia, type Part, partLimits } from '../../language/parts.ts'
import { cleanName, cleanText } from '../clean.ts'

/** UTF-16 units of what is read before it is cut. */
const longest = 20_000
const mostLines = 1_000
const mostParts = 100

const name = z
  .string()
  .transform((given) => cleanName(given.slice(0, longest)))
  .pipe(z.string().min(1))
const text = z.string().transform((given) => cleanText(given.slice(0, longest)))
const amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER)

const media = z.object({
  kind: z.enum(['image', 'sticker', 'audio', 'voice', 'video', 'file']),
  ref: maybe(z.string().min(1).max(1_000)),
  name: maybe(name),
  mime: maybe(z.string().max(100)),
  bytes: maybe(amount),
  width: maybe(amount),
  height: maybe(amount),
  seconds: maybe(amount),
  alt: maybe(name),
  inline: maybe(z.literal(true)),
})
const quotedMedia = fitting(media, partLimits.quotedParts).transform((all) => all.map(asPart).filter(isMedia))
const quote = z.object({
  kind: z.literal('quote'),
  id: maybe(z.string().min(1).max(200)),
  sender: maybe(z.string().min(1).max(200)),
  name: maybe(name),
  ts: maybe(amount),
  text,
  parts: maybe(quotedMedia),
})
const line = z.object({ name, ts: maybe(amount), text, depth: maybe(z.literal(1)) })
const forward = z.object({
  kind: z.literal('forward'),
  title: maybe(name),
  lines: fitting(line, mostLines),
  more: maybe(amount),
})
const card = z.object({
  kind: z.literal('card'),
  title: maybe(name),
  text: maybe(text),
  inline: maybe(z.literal(true)),
})
const location = z.object({
  kind: z.literal('location'),
  name: maybe(name),
  latitude: maybe(z.number().min(-90).max(90)),
  longitude: maybe(z.number().min(-180).max(180)),
  inline: maybe(z.literal(true)),
})
const part = z.discriminatedUnion('kind', [media, quote, forward, card, location])

/** undefined: it carries nothing that can be read. */
export const foreignParts = fitting(part, mostParts).transform((all) =>
  all.length === 0 ? undefined : all.map(asPart),
)

/** Without the keys of what was left out. */
function asPart(read: object): Part {
  return defined(read) as Part
}
