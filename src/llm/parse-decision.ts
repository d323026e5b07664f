// Reads what a model answered to a judgement; whatever is in doubt is unparsable, and so a skip (I3).
import type { DelayHint, ReplyType } from '../../machines/group/settings.ts'
import type { Cause } from '../../machines/group/verdicts/why.ts'
import {
  choiceOf,
  type Fields,
  fieldsOf,
  foldKey,
  hints,
  lineOf,
  longestReason,
  reasonOf,
  shareOf,
  strictObject,
  types,
  wordOf,
} from './answer-fields.ts'
import { ModelError } from './model.ts'
import { type JsonObject, lastObject, objectsIn } from './read-json.ts'

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

const addressees = ['me', 'other', 'all'] as const
const verdicts = ['send', 'shorten', 'drop'] as const

/** JSON schema of a judgement, for providers that hold a model to one; only the long style asks whom the lines are aimed at. */
export const decisionSchema = (style: 'compact' | 'documents'): Record<string, unknown> =>
  strictObject({
    want_to_reply: { type: 'boolean' },
    line: { type: ['integer', 'string', 'null'] },
    relevance: { type: 'number' },
    ...(style === 'documents' && { to: { enum: addressees } }),
    reply_type: { enum: types },
    delay_hint: { enum: hints },
    reason: { type: 'string' },
  })

export const verdictSchema: Record<string, unknown> = strictObject({ verdict: { enum: verdicts } })

/**
 * `{want_to_reply, line?, relevance?, to?, reply_type, delay_hint, reason?}` (I2): of several the last that can be
 * read, for an example or a first guess stands before the answer; or a bare yes or no. Throws a ModelError `unparsable`.
 */
export function parseDecision(text: string): ParsedDecision {
  const fields = lastWith(text, 'want_to_reply', (found) => !isForm(found) && wishIn(found) !== undefined)
  if (!fields) return { want: bareWord(text, booleanOf, 'want_to_reply'), reason: '', type: 'short', hint: 'normal' }
  const relevance = shareOf(fields.get('relevance'))
  const to = choiceOf(fields.get('to'), addressees)
  const line = lineOf(fields.get('line'))
  return {
    want: wishIn(fields) === true,
    reason: reasonOf(fields.get('reason')),
    type: choiceOf(fields.get('replytype'), types) ?? 'short',
    hint: choiceOf(fields.get('delayhint'), hints) ?? 'normal',
    ...(relevance !== undefined && { relevance }),
    ...(to !== undefined && { to }),
    ...(line !== undefined && { line }),
  }
}

/** `{verdict, reason?}` (L3), or the bare word of the verdict. Throws a ModelError `unparsable`. */
export function parseVerdict(text: string) {
  const verdictOf = (value: unknown) => choiceOf(value, verdicts)
  const fields = lastWith(text, 'verdict', (found) => verdictOf(found.get('verdict')) !== undefined)
  const verdict = verdictOf(fields?.get('verdict')) ?? bareWord(text, verdictOf, 'verdict')
  return { verdict, reason: reasonOf(fields?.get('reason')) }
}

/** The first word alone counts: YES, NO, 是, 否. Throws a ModelError `unparsable`. */
export function parseYesNo(text: string): boolean {
  const word = /^[^\p{L}\p{N}]*(yes|no|是的?|否)(?![\p{L}\p{N}]|\s*\/)/iu.exec(text.slice(0, 100))?.[1]?.toLowerCase()
  if (word === undefined) throw new ModelError('unparsable', { why: 'neitherYesNorNo' })
  return word !== 'no' && word !== '否'
}

function lastWith(text: string, key: string, isAnswer: (found: Fields) => boolean): Fields | undefined {
  const objects = objectsIn(text)
  const found = lastObject(objects.length > 0 ? objects : linesOf(text, key), (object) => isAnswer(fieldsOf(object)))
  return found && fieldsOf(found)
}

/** `key: value` on lines of their own, without braces. */
function linesOf(text: string, wanted: string): JsonObject[] {
  const lines = text
    .slice(-longestReason)
    .matchAll(/^[ \t*\-"'`]{0,8}([\w ]{2,20})["'`*]{0,4} ?[:：=]([^\n]{1,400})$/gm)
  const pairs = Array.from(lines, ([, key = '', value = '']) => [key, value.replace(/,\s*$/, '').trim()] as const)
  // A key that comes twice belongs to an example as well.
  const wishes = pairs.filter(([key]) => foldKey(key) === foldKey(wanted))
  return wishes.length === 1 ? [Object.fromEntries(pairs)] : []
}

const wishKeys = ['wanttoreply', 'wantstoreply', 'wantreply', 'shouldreply']

function wishIn(found: Fields): boolean | undefined {
  const key = wishKeys.find((each) => found.has(each))
  return key === undefined ? undefined : booleanOf(found.get(key))
}

/** An echo of the question, with all its choices still open, is no answer. */
function isForm(found: Fields): boolean {
  const isOpen = (key: string): boolean => /\w\s*[|/／]\s*\w/.test(String(found.get(key) ?? ''))
  return ['to', 'replytype', 'delayhint', ...wishKeys].some(isOpen)
}

/** An answer that is one word and no more. */
function bareWord<T>(text: string, read: (value: unknown) => T | undefined, wanted: string): T {
  const word = /^[\s"'`*“「]{0,6}([\p{L}\p{M}]{1,20})[\s"'`*”」.。!！]{0,6}$/u.exec(text)?.[1]
  const found = word === undefined ? undefined : read(word)
  if (found !== undefined) return found
  const cause: Cause =
    objectsIn(text).length > 0 ? { why: 'wrongField', numbers: { field: wanted } } : { why: 'noJson' }
  throw new ModelError('unparsable', cause)
}

const yesWords = new Set(['true', 'yes', 'y', '是', '是的', '对', '要', '想', '需要'])
const noWords = new Set(['false', 'no', 'n', '否', '不', '不是', '不要', '不用', '不想', '不需要'])

function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = wordOf(value)
  return yesWords.has(word) ? true : noWords.has(word) ? false : undefined
}
