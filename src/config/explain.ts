// Says what is wrong with a configuration: where, what was found, what is expected, never a secret.
import type { ZodError } from 'zod'

export type Path = readonly PropertyKey[]

/** All problems of a configuration at once, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Where problems and warnings are gathered while a configuration is read. */
export interface Findings {
  problem(path: Path, text: string): void
  warn(text: string): void
  readonly problems: ReadonlySet<string>
  readonly warnings: readonly string[]
}

/** `sources` names what gave the value at a path when it was not the file: `groupSocial.x` → `environment: CHIME_X`. */
export function gather(file: string, sources: ReadonlyMap<string, string>): Findings {
  const problems = new Set<string>()
  const warnings: string[] = []
  return {
    problems,
    warnings,
    problem: (path, text) => {
      const key = printPath(path)
      problems.add(`${sources.get(key) ?? [file, key].filter(Boolean).join(': ')}: ${text}`)
    },
    warn: (text) => warnings.push(text),
  }
}

/** For what would only follow from a problem that was named already. */
export const unheard: Findings = { problems: new Set(), warnings: [], problem: () => {}, warn: () => {} }

/** A schema's message says what is expected; this adds what was found. */
export function explainSchema(error: ZodError, input: unknown, findings: Findings): void {
  for (const issue of error.issues) {
    const value = issue.path.reduce<unknown>(child, input)
    findings.problem(issue.path, value === undefined ? `missing: expected ${issue.message}` : expected(issue, value))
  }
}

function expected(issue: { path: PropertyKey[]; message: string }, value: unknown): string {
  return `expected ${issue.message}, found ${show(value, issue.path)}`
}

/** `: did you mean "x"?`, or the known words when none is near. */
export function suggest(word: string, known: readonly string[]): string {
  const near = known
    .map((candidate) => ({ candidate, distance: distance(fold(word), fold(candidate)) }))
    .filter((hit) => hit.distance <= Math.min(3, Math.ceil(hit.candidate.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)[0]
  return near ? `did you mean "${near.candidate}"?` : `expected one of ${known.join(', ')}`
}

export function printPath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    const name = /^[\w:.-]+$/.test(String(key)) ? String(key) : JSON.stringify(key)
    return text ? `${text}.${name}` : name
  }, '')
}

// Counts of tokens are numbers, no secrets: `maxTokens` is shown, `token` is not.
const secret = /key|secret|token(?!s$)|password/i

function show(value: unknown, path: Path): string {
  if (value === null) return 'nothing'
  if (path.some((key) => secret.test(String(key)))) return '***'
  if (Array.isArray(value)) return value.every((item) => typeof item === 'number') ? JSON.stringify(value) : 'a list'
  if (typeof value === 'object') return 'a mapping'
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value)
  return clip(text.replaceAll(/\/\/[^/@\s]*@/g, '//***@'))
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text
}

function child(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined
}

const fold = (word: string) => word.replaceAll('_', '').toLowerCase()

// Levenshtein, one row at a time.
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Tells of every value under these keys that another one has, too: `bot iris`. */
export function checkOnce<T>(
  all: readonly T[],
  keys: readonly (keyof T & string)[],
  tell: (what: string) => void,
): void {
  for (const key of keys) {
    const seen = new Set<unknown>()
    for (const each of all) {
      if (seen.has(each[key])) tell(`${key} ${String(each[key])}`)
      seen.add(each[key])
    }
  }
}
