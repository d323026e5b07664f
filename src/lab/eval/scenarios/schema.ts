// The shape of a scenario file: a cast, talk with times, and what a member would want of each moment.
import { z } from 'zod'
import { groupAdmission } from '../../../config/admission.ts'
import { fileSchema } from '../../../config/schema.ts'
import { cueWords, isCue, isSpan, isWhen, spanWords, whenWords } from './times.ts'

const words = (text: string) => z.string(text).trim().min(1, text)
const oneOrMore = <Item extends z.ZodType>(item: Item) => z.union([item, z.array(item).min(1)])
const whole = (min: number, text: string) => z.number(text).int(text).min(min, text)
const key = (text: string) => z.string(text).regex(/^[\p{L}\p{N}_.-]{1,64}$/u, text)

const span = z.string(spanWords).refine(isSpan, spanWords).describe('A span of time: 500ms, 20s, 10m, 1h30m, 2d')
const when = z
  .string(whenWords)
  .refine(isWhen, whenWords)
  .describe('12s: since the start; +12s: since the line before; 9:30: next time the clock says so; next day 9:30')
const pattern = z
  .string('a regular expression')
  .refine(isPattern, 'a regular expression that can be read (case never counts)')
const lineId = key('the id of a line')
const group = key('the name of a group of this scenario').describe('Absent: the first group')
const language = z.enum(['en', 'zh', 'ru', 'ja', 'ko'], 'one of en, zh, ru, ja, ko')
const { groupSocial } = fileSchema([]).shape

const bot = z.strictObject({
  name: words('the name of a bot'),
  id: key('an id of a-z, 0-9, ".", "_", "-"').optional().describe('Absent: the name in lower case'),
  aliases: z.array(words('a name')).optional(),
  role: words('a text').optional(),
  expertise: words('a text').optional(),
  persona: words('a text').optional().describe('The text itself, at most 4 000 characters are used'),
})

const person = z.union([
  words('the name of a person'),
  z.strictObject({
    name: words('the name of a person'),
    role: words('a text').optional(),
    expertise: words('a text').optional(),
    bot: z.literal(true).optional().describe('A bot of somebody else: its lines are not those of a person'),
  }),
])

const room = z.strictObject({
  bots: z.array(words('the id of a bot')).optional().describe('Who sits there; absent: all'),
  oneToOne: words('the id of a bot').optional().describe('A private chat with that bot'),
  groupSocial: groupSocial.optional(),
  allowFrom: groupAdmission.allowFrom.optional().describe('As in chime.yaml; the id of a person is the name'),
  denyFrom: groupAdmission.denyFrom.optional(),
  unlisted: groupAdmission.unlisted.optional(),
})

const filler = z
  .strictObject({
    lines: whole(1, 'a whole number of lines, 1 or more'),
    over: span,
    seed: whole(0, 'a whole number').optional(),
    topic: z.enum(['lunch', 'weekend', 'football', 'office'], 'one of lunch, weekend, football, office').optional(),
    language: z.enum(['en', 'zh'], 'one of en, zh').optional(),
    people: z.array(words('the name of a person')).min(1).optional(),
  })
  .describe('Chatter that concerns no bot, in bursts, spread over a span; the same for the same seed')

const media = z.strictObject({
  kind: z.enum(['image', 'sticker', 'audio', 'voice', 'video', 'file']),
  name: words('a name').optional(),
  alt: words('a text').optional(),
  mime: words('a type such as text/csv').optional(),
  bytes: whole(0, 'bytes').optional().describe('As the channel says; absent: those that it holds'),
  width: whole(1, 'pixels').optional(),
  height: whole(1, 'pixels').optional(),
  seconds: z.number('seconds').min(0, 'seconds').optional(),
  holds: words('a text, or data:TYPE;base64,…')
    .optional()
    .describe('Its content: a text, or data:TYPE;base64,…; absent: it cannot be fetched'),
})
const quote = z.strictObject({
  kind: z.literal('quote'),
  name: words('who wrote it').optional(),
  ago: span.optional().describe('How long before the line it was written'),
  text: words('what is quoted'),
  from: words('the id of a bot, or the name of a person')
    .optional()
    .describe('Who wrote it, as the channel knows, though nobody heard it: the line replies to that'),
  line: words('the id of a line, or of a bot: what it said last')
    .optional()
    .describe('The line of this talk that it quotes, or a passage of it'),
  unproven: z.literal(true).optional().describe('Who quotes says so, and nobody vouches for it'),
  parts: z.array(media).min(1).optional().describe('What the quoted message carries'),
})
const forward = z.strictObject({
  kind: z.literal('forward'),
  title: words('a title').optional(),
  lines: z
    .array(
      z.strictObject({
        name: words('who wrote it'),
        text: words('a text'),
        depth: z.literal(1, '1').optional().describe('Of a bundle in the bundle'),
      }),
    )
    .min(1),
  more: whole(1, 'a whole number of further lines').optional(),
})
const card = z.strictObject({
  kind: z.literal('card'),
  title: words('a title').optional(),
  text: words('a text').optional(),
})
const location = z.strictObject({
  kind: z.literal('location'),
  name: words('a name').optional(),
  latitude: z.number('degrees').min(-90, 'degrees').max(90, 'degrees').optional(),
  longitude: z.number('degrees').min(-180, 'degrees').max(180, 'degrees').optional(),
})
const part = z
  .discriminatedUnion('kind', [media, quote, forward, card, location])
  .describe('What a line carries beside its words')

const line = z.strictObject({
  id: lineId.optional(),
  at: when.optional().describe('When it is said; with `after` the latest time; absent: +3s'),
  after: z
    .string(cueWords)
    .refine(isCue, cueWords)
    .optional()
    .describe('`iris +10s`: so long after what that bot says next (any bot: `any +10s`), at the latest at `at`'),
  since: lineId.optional().describe('With `after`: what the bot said since this line counts; absent: the line before'),
  who: words('the name of a person').optional(),
  text: words('what is said').optional(),
  replyTo: words('the id of a line, or of a bot: what it said last').optional(),
  parts: z.array(part).min(1).optional(),
  group: group.optional(),
  topic: key('the name of a topic').optional().describe('Of its group: a talk of its own where `topics` is `apart`'),
  filler: filler.optional(),
})

const moment = z.strictObject({
  want: z.enum(['MUST', 'MAY', 'SILENT'], 'one of MUST, MAY, SILENT').describe('MAY never counts against a bot'),
  line: oneOrMore(lineId).describe('The line it is about; of several, any may be answered'),
  by: oneOrMore(words('the id of a bot')).optional().describe('Which bots; absent: any'),
  within: span.optional().describe('Absent: 30s for MUST and MAY, 60s for SILENT'),
  until: lineId.optional().describe('SILENT: up to this line instead of a span'),
  says: oneOrMore(pattern).optional().describe('Any of these must be found in it'),
  not: oneOrMore(pattern).optional().describe('None of these; SILENT: it may speak, but never say this'),
  replyTo: lineId.optional().describe('The line that it must reply to'),
  language: language.optional().describe('Checked by script, outside of code'),
  atMost: whole(1, 'a whole number of sentences, 1 or more').optional().describe('Sentences'),
  sign: z.literal(true).optional().describe('A sign, such as a reaction, is enough'),
  open: z.literal(true).optional().describe('An open question: its wait is counted apart'),
  why: words('a text').optional(),
})

export const scenarioSchema = z.strictObject({
  title: words('a title'),
  language: oneOrMore(language),
  about: words('a text').optional(),
  startsAt: z
    .string('a date and a time such as 2026-03-04 09:30')
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, 'a date and a time such as 2026-03-04 09:30')
    .optional()
    .describe('Local time; absent: 2026-03-04 09:30, a Wednesday'),
  bots: z.array(bot).min(1).optional().describe('Absent: the built-in Iris and Rex'),
  people: z.array(person).min(1),
  roster: z.literal(true).optional().describe('The bots are told who the people are'),
  groupSocial: groupSocial.optional().describe('As in chime.yaml'),
  vision: z.literal(true).optional().describe('The model is shown pictures'),
  groups: z.record(key('a name'), room).optional().describe('Absent: one, called lobby'),
  talk: z.array(line).min(1),
  moments: z.array(moment).min(1),
})

export type ScenarioFile = z.infer<typeof scenarioSchema>
export type FileLine = ScenarioFile['talk'][number]
export type Moment = ScenarioFile['moments'][number]
export type FilePart = z.infer<typeof part>
export type FileMedia = z.infer<typeof media>
export type Filler = NonNullable<FileLine['filler']>
export type Language = z.infer<typeof language>

/** What editors check a scenario by. */
export function scenarioJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(scenarioSchema, { io: 'input' })
}

function isPattern(text: string): boolean {
  try {
    return RegExp(text, 'iu') !== undefined
  } catch {
    return false
  }
}
