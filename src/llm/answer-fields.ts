// Reads the fields of a judgement, however a model spells them.
import type { JsonObject } from './read-json.ts'

export const types = ['reaction', 'short', 'normal', 'long'] as const
export const hints = ['fast', 'normal', 'slow'] as const

export const longestReason = 2_000
const longestLabel = 60

/** By key, as far as spelling goes: want_to_reply, wantToReply and "Want to reply" are one. */
export type Fields = Map<string, unknown>

export const fieldsOf = (object: JsonObject): Fields =>
  new Map(Object.entries(object).map(([key, value]) => [foldKey(key), value]))

export const foldKey = (key: string): string => key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** 0–1. */
export function shareOf(value: unknown): number | undefined {
  const clamped = (share: number) => (Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : undefined)
  if (typeof value === 'number') return clamped(value)
  if (typeof value !== 'string') return undefined
  const [, digits, percent] = /^(-?\d{0,6}(?:[.,]\d{1,20})?)\s?(%?)$/.exec(value.normalize('NFKC').trim()) ?? []
  return digits && /\d/.test(digits) ? clamped(Number(digits.replace(',', '.')) / (percent ? 100 : 1)) : undefined
}

/** The label of a line, alone or as a model names it: 5, "#5", "line 5", 第5行, "[msg_id:a7]"; 0 and nothing name none. */
export function lineOf(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (typeof one !== 'number' && typeof one !== 'string') return undefined
  const text = String(one).slice(0, longestLabel).normalize('NFKC').trim()
  const [, digits] = /^(?:[^\p{N}.,-]{0,10})(\d{1,20})(?:\.0)?[^\p{N}.,-]{0,3}$/u.exec(text) ?? []
  if (digits !== undefined) return Number(digits) > 0 ? digits : undefined
  const label = text.replaceAll(/^\W*(?:(?:line|msg_id)\b\W*)?|[\]*:\s]+$/gi, '')
  return /^(?!(?:none|null|no)$)(?=.*\p{L})[\p{L}\p{N}_.#@-]+$/iu.test(label) ? label : undefined
}

export const choiceOf = <const Word extends string>(value: unknown, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === wordOf(value))

/** In small letters, without signs around it. */
export function wordOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > 60) return ''
  return value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[^\p{L}\p{N}]+$/u, '')
}

/** Shown in logs and terminals: no control characters. */
export function reasonOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > longestReason) return ''
  return value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
