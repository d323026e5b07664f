// The fields of a message's content, read without trust.
import { z } from 'zod'

export type Fields = Record<string, unknown>

const shape = z.record(z.string(), z.unknown())

/** Undefined when it is no JSON, or no object. */
export function fieldsOf(content: string): Fields | undefined {
  try {
    return objectOf(JSON.parse(content))
  } catch {
    return undefined
  }
}

export const objectOf = (value: unknown): Fields | undefined => shape.safeParse(value).data

export const said = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Of a number, or of a number as text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A link as text: what it says, and where it leads. */
export const link = (text: string, href: string): string =>
  text === '' || text === href ? href : href === '' ? text : `${text} (${href})`
