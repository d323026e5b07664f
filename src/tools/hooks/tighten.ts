// What the answer of a hook makes of a call: pure, and never more than there was (A6).
import { z } from 'zod'
import type { HookName } from './contract.ts'

const longestReason = 200

/** One line for people and models. */
const reason = z
  .string()
  .max(100_000)
  .transform((text) => oneLine(text))

/** A key that is not known is none that a hook may have: the answer is rubbish, and rubbish refuses. */
export const answers = {
  beforeModel: z.strictObject({
    refuse: reason.optional(),
    dropTools: z.array(z.string()).max(1_000).optional(),
    maxOutputTokens: z.number().int().min(1).optional(),
  }),
  afterModel: z.strictObject({
    refuse: reason.optional(),
    dropText: z.boolean().optional(),
    dropCalls: z.union([z.literal('all'), z.array(z.number().int().min(0)).max(1_000)]).optional(),
    reason: reason.optional(),
  }),
  beforeTool: z.strictObject({ refuse: reason.optional(), askOperators: reason.optional() }),
  afterTool: z.strictObject({
    replace: z.string().optional(),
    outside: z.boolean().optional(),
    end: reason.optional(),
  }),
} satisfies Record<HookName, z.ZodObject>

export type Said<Name extends HookName> = z.output<(typeof answers)[Name]>

/** A word of the hook, under its name. */
export interface Word {
  by: string
  reason: string
}

/** What a model is offered. */
export interface Offered {
  tools: readonly string[]
  maxOutputTokens: number
}

export function offerAfter<O extends Offered>(offer: O, { dropTools = [], maxOutputTokens }: Said<'beforeModel'>): O {
  return {
    ...offer,
    tools: offer.tools.filter((name) => !dropTools.some((dropped) => covers(dropped, name))),
    maxOutputTokens: Math.min(offer.maxOutputTokens, maxOutputTokens ?? offer.maxOutputTokens),
  }
}

/** `fs.*` as in rules; `*` is all of them. */
const covers = (dropped: string, name: string): boolean =>
  dropped === name || dropped === '*' || (dropped.endsWith('.*') && name.startsWith(dropped.slice(0, -1)))

/** What is left of an answer: calls that are not made, by their places. */
export interface Heard {
  dropsText: boolean
  dropped: ReadonlyMap<number, Word>
}

export const nothingDropped: Heard = { dropsText: false, dropped: new Map() }

/** `calls`: how many there are. */
export function heardAfter(
  heard: Heard,
  { dropText = false, dropCalls = [], reason: why = '' }: Said<'afterModel'>,
  calls: number,
  by: string,
): Heard {
  const places = dropCalls === 'all' ? Array.from({ length: calls }, (_, n) => n) : dropCalls
  const added = places.filter((n) => n < calls && !heard.dropped.has(n)).map((n) => [n, { by, reason: why }] as const)
  return { dropsText: heard.dropsText || dropText, dropped: new Map([...heard.dropped, ...added]) }
}

/** A result as the model reads it. */
export interface Result {
  text: string
  changedBy?: string
  /** The run counts as having read from outside. */
  outside?: true
  /** The run ends. */
  ends?: Word
}

export function resultAfter(result: Result, { replace, outside, end }: Said<'afterTool'>, by: string): Result {
  return {
    ...result,
    ...(replace !== undefined && { text: replacement(replace, result.text), changedBy: by }),
    ...(outside === true && { outside: true as const }),
    ...(end !== undefined && !result.ends && { ends: { by, reason: end } }),
  }
}

const shortest = 200
export const changedMark = '(changed by a hook) '

function replacement(replace: string, text: string): string {
  const whole = replace.toWellFormed()
  return whole.length <= Math.max(text.length, shortest)
    ? whole
    : whole.slice(0, Math.max(text.length, shortest)).toWellFormed()
}

function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return line.length > longestReason ? `${line.slice(0, longestReason).toWellFormed()}…` : line
}
