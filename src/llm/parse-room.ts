// Reads what a model answered to the judgement of a room: which bot speaks to which line, if any (I2, I3).
import type { DelayHint, ReplyType } from '../../machines/group/settings.ts'
import { foldName, type Named, namesOf } from '../language/names.ts'
import {
  choiceOf,
  type Fields,
  fieldsOf,
  hints,
  lineOf,
  reasonOf,
  shareOf,
  strictObject,
  types,
  wordOf,
} from './answer-fields.ts'
import { ModelError } from './model.ts'
import { type JsonObject, lastObject, objectsIn } from './read-json.ts'

/** One bot that is to speak. */
export interface RoomEntry {
  /** Its id. */
  bot: string
  /** The line that it would answer, by its label in the prompt. */
  line?: string
  relevance?: number
  type: ReplyType
  hint: DelayHint
}

export const roomSchema: Record<string, unknown> = strictObject({
  speak: {
    type: 'array',
    items: strictObject({
      bot: { type: 'string' },
      line: { type: ['integer', 'string', 'null'] },
      relevance: { type: 'number' },
      type: { enum: types },
      hint: { enum: hints },
    }),
  },
  reason: { type: 'string' },
})

/**
 * `{speak: [{bot, line?, relevance?, type?, hint?}], reason?}`: of several the last that can be read. Who is none of `bots`
 * speaks for itself, and is left out. Throws a ModelError `unparsable`.
 */
export function parseRoom(text: string, bots: readonly Named[]) {
  const objects = objectsIn(text)
  const whole = lastObject(objects, (object) => speakIn(object) !== undefined)
  const entries = whole ? speakIn(whole) : bareEntries(text, objects)
  if (!entries) {
    throw new ModelError(
      'unparsable',
      objects.length > 0 ? { why: 'wrongField', numbers: { field: 'speak' } } : { why: 'noJson' },
    )
  }
  const idOf = idIn(bots)
  return {
    speak: entries.flatMap((fields) => entryOf(fields, idOf)),
    reason: reasonOf(whole && fieldsOf(whole).get('reason')),
  }
}

/** What stands under `speak`; undefined: nothing that can be read, or the form of the question. */
function speakIn(object: JsonObject): Fields[] | undefined {
  const fields = fieldsOf(object)
  const key = ['speak', 'speaks', 'speakers'].find((each) => fields.has(each))
  const entries = key === undefined ? undefined : entriesIn(fields.get(key))
  return entries?.some(isForm) ? undefined : entries
}

function entriesIn(value: unknown): Fields[] | undefined {
  if (value === null || value === false || value === 0) return []
  if (typeof value === 'string') return isNobody(value) ? [] : [named(value)]
  if (Array.isArray(value)) return value.flatMap((each) => entriesIn(each) ?? [])
  if (typeof value !== 'object') return undefined
  const fields = fieldsOf(value as JsonObject)
  if (fields.has('bot') || fields.has('name')) return [fields]
  // {"Rex": 5}
  return Object.entries(value as JsonObject).map(([name, line]) => new Map([...named(name), ['line', line]]))
}

const named = (name: string): Fields => new Map<string, unknown>([['bot', name]])

/** Without a word around it: one entry, or a list of them. */
function bareEntries(text: string, objects: readonly JsonObject[]): Fields[] | undefined {
  if (/^\s*\[\s*\]\s*$/.test(text)) return []
  const entries = objects.map(fieldsOf).filter((fields) => fields.has('bot'))
  return entries.length === 0 || entries.some(isForm) ? undefined : entries
}

/** An echo of the question is no answer. */
const isForm = (fields: Fields): boolean => fields.get('bot') === 'name'

const nobody = new Set(['', 'none', 'nobody', 'no one', 'null', 'nil', 'no', 'false', '无', '没有', '没人', '无人'])
const isNobody = (value: string): boolean => nobody.has(wordOf(value))

function entryOf(fields: Fields, idOf: (name: string) => string | undefined): RoomEntry[] {
  const name = fields.get('bot') ?? fields.get('name')
  const bot = typeof name === 'string' ? idOf(name) : undefined
  if (bot === undefined) return []
  const [line, relevance] = [lineOf(fields.get('line') ?? fields.get('lines')), shareOf(fields.get('relevance'))]
  return [
    {
      bot,
      ...(line !== undefined && { line }),
      ...(relevance !== undefined && { relevance }),
      type: choiceOf(fields.get('type') ?? fields.get('replytype'), types) ?? 'short',
      hint: choiceOf(fields.get('hint') ?? fields.get('delayhint'), hints) ?? 'normal',
    },
  ]
}

/** As a model writes a name: with its aliases behind it, in bold, with an @. */
function idIn(bots: readonly Named[]): (name: string) => string | undefined {
  const ids = new Map(bots.flatMap((bot) => namesOf(bot).map(({ text }) => [text, bot.id] as const)))
  return (name) => {
    const folded = foldName(name.slice(0, longestName))
    return ids.get(folded) ?? ids.get(folded.replace(/\s*[(（][^]*$/, '').replaceAll(/^[@*_"'\s]+|[*_"'\s:]+$/g, ''))
  }
}

const longestName = 200
