// Brings every key to its one spelling before the values are looked at, and names the keys nobody knows.
import { z } from 'zod'
import { type Findings, type Path, suggest } from './explain.ts'

/**
 * A copy of `raw` with the keys of `schema`: snake_case becomes camelCase, `groupPolicy` becomes `policy`,
 * unknown keys are reported and left out, and a key without a value counts as absent.
 */
export function respell(raw: unknown, schema: unknown, findings: Findings, path: Path = []): unknown {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (inner instanceof z.ZodArray && Array.isArray(raw)) {
    return raw.map((item, i) => respell(item, inner.element, findings, [...path, i]))
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  if (inner instanceof z.ZodRecord) return respellValues(raw, inner.valueType, findings, path)
  if (inner instanceof z.ZodObject) return respellKeys(raw, inner.shape, findings, path)
  return raw
}

// Names of groups are data: `feishu:oc_1` keeps its underscore.
function respellValues(raw: object, schema: unknown, findings: Findings, path: Path): object {
  const entries = Object.entries(raw).filter(([key]) => {
    if (key === '__proto__') findings.problem([...path, key], 'this name is reserved: choose another')
    return key !== '__proto__'
  })
  return Object.fromEntries(
    entries.map(([key, value]) => [key, respell(value ?? {}, schema, findings, [...path, key])]),
  )
}

function respellKeys(raw: object, shape: Record<string, unknown>, findings: Findings, path: Path): object {
  const result: Record<string, unknown> = {}
  const spelledAs = new Map<string, string>()
  for (const [key, value] of Object.entries(raw)) {
    const known = knownKey(key, shape)
    const twin = known && spelledAs.get(known)
    if (!known) findings.problem([...path, key], `unknown key: ${suggest(key, Object.keys(shape))}`)
    else if (twin) findings.problem([...path, known], `given twice, as ${twin} and as ${key}: keep one`)
    else {
      spelledAs.set(known, key)
      if (value !== null) result[known] = respell(value, shape[known], findings, [...path, known])
    }
  }
  return result
}

function knownKey(key: string, shape: Record<string, unknown>): string | undefined {
  const camel = key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const name = camel === 'groupPolicy' ? 'policy' : camel
  return Object.hasOwn(shape, name) ? name : undefined
}
