// Reads what a model answered to a judgement; whatever is in doubt is unparsable, and so a skip (I3).
import { z } from 'zod'
import type { DelayHint, ReplyType } from '../../machines/group.settings.ts'
import { ModelError } from './model.ts'

export interface ParsedDecision {
  want: boolean
  reason: string
  type: ReplyType
  hint: DelayHint
  relevance?: number
  /** Whom the new lines are aimed at, as the model takes it. */
  to?: 'me' | 'other' | 'all'
  /** The line that it would answer, by its label in the prompt. */
  line?: string
}

export interface ParsedVerdict {
  verdict: 'send' | 'shorten' | 'drop'
  reason: string
}

/** JSON schemas of the two answers, for providers that hold a model to one. */
export const decisionSchema: Record<string, unknown> = strictObject({
  want_to_reply: { type: 'boolean' },
  line: { type: ['integer', 'string'] },
  relevance: { type: 'number' },
  to: { enum: ['me', 'other', 'all'] },
  reply_type: { enum: ['reaction', 'short', 'normal', 'long'] },
  delay_hint: { enum: ['fast', 'normal', 'slow'] },
  reason: { type: 'string' },
})

export const verdictSchema: Record<string, unknown> = strictObject({ verdict: { enum: ['send', 'shorten', 'drop'] } })

/** Shown in logs and terminals: no control characters. */
const reason = z
  .string()
  .max(2_000)
  .catch('')
  .transform((text) => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim())

const decisionShape = z.object({
  want_to_reply: z.preprocess(booleanOf, z.boolean()),
  reason,
  reply_type: z.enum(['reaction', 'short', 'normal', 'long']).catch('short'),
  delay_hint: z.enum(['fast', 'normal', 'slow']).catch('normal'),
  relevance: z.preprocess(numberOf, z.number().optional()),
  to: z.preprocess(wordOf, z.enum(['me', 'other', 'all']).optional()).catch(undefined),
  line: z.preprocess(labelOf, z.string().max(40).optional()).catch(undefined),
})

const verdictShape = z.object({ verdict: z.enum(['send', 'shorten', 'drop']), reason })

/** `{want_to_reply, line?, relevance, to?, reply_type, delay_hint, reason?}` (I2). Throws a ModelError `unparsable`. */
export function parseDecision(text: string): ParsedDecision {
  const found = parse(text, decisionShape)
  return {
    want: found.want_to_reply,
    reason: found.reason,
    type: found.reply_type,
    hint: found.delay_hint,
    ...(found.relevance !== undefined && { relevance: Math.min(1, Math.max(0, found.relevance)) }),
    ...(found.to !== undefined && { to: found.to }),
    ...(found.line !== undefined && { line: found.line }),
  }
}

/** `{verdict, reason?}` (L3). Throws a ModelError `unparsable`. */
export function parseVerdict(text: string): ParsedVerdict {
  return parse(text, verdictShape)
}

/** The first word alone counts: YES, NO, 是, 否. Throws a ModelError `unparsable`. */
export function parseYesNo(text: string): boolean {
  const word = /^[^\p{L}\p{N}]*(yes|no|是的?|否)(?![\p{L}\p{N}]|\s*\/)/iu.exec(text.slice(0, 100))?.[1]?.toLowerCase()
  if (word === undefined) throw unparsable('neither yes nor no')
  return word !== 'no' && word !== '否'
}

function parse<T>(text: string, shape: z.ZodType<T>): T {
  const object = firstObject(text)
  if (object === undefined) throw unparsable('no JSON object in it')
  const result = shape.safeParse(object)
  if (result.success) return result.data
  throw unparsable(`wrong ${result.error.issues.map((issue) => issue.path.join('.')).join(', ')}`)
}

// Prose may hold braces of its own; a handful of starts is enough to get past them.
function firstObject(text: string): unknown {
  let start = text.indexOf('{')
  for (let tries = 0; start >= 0 && tries < 5; tries += 1) {
    const end = closingBrace(text, start)
    const object = end < 0 ? undefined : jsonObject(text.slice(start, end + 1))
    if (object !== undefined) return object
    start = text.indexOf('{', start + 1)
  }
  return undefined
}

function closingBrace(text: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{') depth += 1
    else if (sign === '}' && (depth -= 1) === 0) return at
  }
  return -1
}

function jsonObject(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function wordOf(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value
}

/** `5`, `"5"`, `"5*"`, `"line 5"`, `[5]` and `"[msg_id:5]"` name line 5; 0 and nothing name none. */
function labelOf(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value.at(-1) : value
  if (typeof one !== 'string' && typeof one !== 'number') return undefined
  const label = String(one).replaceAll(/^\W*(?:(?:line|msg_id)\b\W*)?|[\]*:\s]+$/gi, '')
  return label === '' || label === '0' ? undefined : label
}

function booleanOf(value: unknown): unknown {
  const word = wordOf(value)
  return word === 'true' ? true : word === 'false' ? false : value
}

function numberOf(value: unknown): unknown {
  if (value === null) return undefined
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : value
}

function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

function unparsable(why: string): ModelError {
  return new ModelError('unparsable', `the model's answer cannot be read: ${why}`)
}
