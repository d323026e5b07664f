// The pieces that schemas of the configuration are made of, each with what it expects in words.
import { z } from 'zod'
import { isZone } from '../language/when.ts'

export const mapping = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape, 'a mapping of keys').partial()
export const list = <Item extends z.ZodType>(item: Item) => z.array(item, 'a list')
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `one of ${words.join(', ')}`)
export const number = (min: number, max: number, words: string) => z.number(words).min(min, words).max(max, words)
export const whole = (min: number, max: number, words: string) => number(min, max, words).int(words)
export const text = (fits: { test(value: string): boolean }, words: string) =>
  z
    .string(words)
    .trim()
    .refine((value) => fits.test(value), words)

export const name = text(
  /^(?=.*[\p{L}\p{N}])[^\p{Cc}\p{Zl}\p{Zp}]{1,40}$/u,
  'a name of 1 to 40 characters with at least one letter or digit',
)
export const policy = oneOf(['mention', 'auto', 'open'])
export const flag = z.boolean('true or false')
export const path = text(/./, 'a path')
export const id = text(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'an id of a-z, 0-9, ".", "_", "-"')
export const botId = text(/./, 'the id of a bot')
export const timeZone = text({ test: isZone }, 'a time zone such as Europe/Berlin')
export const visible = text(/^[\x21-\x7e]+$/, 'visible ASCII characters without spaces')

export function isBaseUrl(value: string): boolean {
  const parsed = URL.parse(value)
  return (
    parsed !== null &&
    ['http:', 'https:'].includes(parsed.protocol) &&
    [parsed.username, parsed.password, parsed.search, parsed.hash].every((part) => part === '')
  )
}
