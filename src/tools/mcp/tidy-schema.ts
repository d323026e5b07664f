// The schema of somebody else's tool, cut down to words that providers take: one of them that is refused would fail every call of a model.
import { plainText } from './plain-text.ts'

/** Its message is for the operator. */
export class UnfitSchema extends Error {
  override name = 'UnfitSchema'
}

const mostDepth = 8
const mostKeys = 60
const mostValues = 100
/** Characters. */
const longest = { schema: 8_000, description: 300, value: 200 }
const types = new Set<unknown>(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const numbers = new Set<unknown>(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])
const counts = new Set<unknown>(['minLength', 'maxLength', 'minItems', 'maxItems'])
const several = new Set<unknown>(['anyOf', 'oneOf', 'allOf'])
const named = new Set<unknown>(['properties', '$defs', 'definitions'])

type Schema = Record<string, unknown>

/** Of an object. Throws an UnfitSchema. */
export function tidySchema(given: unknown): Schema {
  if (!isRecord(given)) throw new UnfitSchema('its schema is no object')
  const { type = 'object', properties = {}, ...rest } = tidy(given, 0) as Schema
  if (type !== 'object') throw new UnfitSchema('its schema is not that of an object')
  // At the top some providers refuse a choice.
  for (const key of ['anyOf', 'oneOf', 'allOf']) delete rest[key]
  const schema = { type, properties, ...rest }
  if (JSON.stringify(schema).length > longest.schema)
    throw new UnfitSchema(`its schema has more than ${longest.schema} characters`)
  return schema
}

function tidy(given: unknown, depth: number): unknown {
  if (typeof given === 'boolean') return given
  if (!isRecord(given)) throw new UnfitSchema('a part of its schema is no schema')
  if (depth > mostDepth) throw new UnfitSchema(`its schema is deeper than ${mostDepth}`)
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => {
      const kept = keep(key, value, depth + 1)
      return kept === undefined ? [] : [[key, kept]]
    }),
  )
}

/** Undefined: it is left out. */
function keep(key: string, value: unknown, depth: number): unknown {
  if (key === 'type') {
    const all = Array.isArray(value) ? value : [value]
    return all.length > 0 && all.every((one) => types.has(one)) ? value : undefined
  }
  if (key === 'description' || key === 'title')
    return typeof value === 'string' ? plainText(value, longest.description) : undefined
  if (named.has(key)) return isRecord(value) ? tidyNamed(value, depth) : undefined
  if (several.has(key))
    return Array.isArray(value) && value.length > 0 ? within(value, mostKeys).map((one) => tidy(one, depth)) : undefined
  if (key === 'items' || key === 'additionalProperties')
    return isRecord(value) || typeof value === 'boolean' ? tidy(value, depth) : undefined
  if (key === 'required')
    return Array.isArray(value) ? within(value, mostKeys).filter((one) => typeof one === 'string') : undefined
  if (key === 'enum')
    return Array.isArray(value) && value.length > 0 ? within(value, mostValues).filter(isPlain) : undefined
  if (key === 'const' || key === 'default') return isPlain(value) ? value : undefined
  if (numbers.has(key)) return Number.isFinite(value) ? value : undefined
  if (counts.has(key)) return Number.isSafeInteger(value) && (value as number) >= 0 ? value : undefined
  if (key === '$ref') return typeof value === 'string' && value.startsWith('#/') ? value : undefined
  if (key === 'format') return typeof value === 'string' && /^[\w-]{1,30}$/.test(value) ? value : undefined
  return undefined
}

function tidyNamed(schemas: Schema, depth: number): Schema {
  const entries = Object.entries(schemas)
  if (entries.length > mostKeys) throw new UnfitSchema(`its schema names more than ${mostKeys} things in one place`)
  return Object.fromEntries(
    entries.map(([name, schema]) => {
      if (!/^[\w.$-]{1,64}$/.test(name) || name === '__proto__')
        throw new UnfitSchema('its schema has a name that no provider takes')
      return [name, tidy(schema, depth)]
    }),
  )
}

function within(list: unknown[], most: number): unknown[] {
  if (list.length > most) throw new UnfitSchema(`its schema has a list of more than ${most}`)
  return list
}

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  Number.isFinite(value) ||
  (typeof value === 'string' && value.length <= longest.value && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(value))

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
