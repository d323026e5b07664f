// Reads a scenario file: every problem at once, each with its line and column and what to do.
import { basename } from 'node:path'
import { type Document, LineCounter, isMap, isNode, parseDocument } from 'yaml'
import { type Findings, printPath, suggest } from '../../../config/explain.ts'
import { fileSchema } from '../../../config/schema.ts'
import { respell } from '../../../config/spelling.ts'
import { InputError } from '../../../terminal/failure.ts'
import { checkScenario, type Path, type Problem } from './check.ts'
import { type ScenarioFile, scenarioSchema } from './schema.ts'

export interface Scenario extends ScenarioFile {
  /** The file's name without its folder. */
  file: string
}

/** Throws an InputError that lists every problem. */
export function parseScenario(text: string, file: string): Scenario {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, stringKeys: true })
  const broken = document.errors.map(({ pos, message }) => {
    const [what] = message.split(/ at line |\n/)
    return `${file}:${placeOf(lineCounter, pos[0])}: not valid YAML: ${what}: correct it`
  })
  if (broken.length > 0) throw new InputError(broken.join('\n'))
  const data: unknown = document.toJS() ?? {}
  const problems: { at: number; text: string }[] = []
  const problem = (path: Path, words: string): void => {
    const at = offsetOf(document, path)
    problems.push({ at, text: `${file}:${placeOf(lineCounter, at)}: ${printPath(path) || 'the file'}: ${words}` })
  }
  const findings: Findings = { problem, warn: () => undefined, problems: new Set(), warnings: [] }
  for (const path of settingsIn(data)) {
    respell(valueAt(data, path), fileSchema([]).shape.groupSocial, findings, path)
  }
  const read = scenarioSchema.safeParse(data)
  if (read.success) checkScenario(read.data, problem)
  else for (const issue of read.error.issues) explain(issue, data, problem)
  if (problems.length > 0 || !read.success) {
    throw new InputError(
      problems
        .toSorted((a, b) => a.at - b.at)
        .map((each) => each.text)
        .join('\n'),
    )
  }
  return { ...read.data, file: basename(file) }
}

interface Issue {
  code: string
  path: PropertyKey[]
  message: string
  keys?: string[]
  /** Of a union: what each choice has against the value. */
  errors?: Issue[][]
}

function explain({ code, path, message, keys = [], errors = [] }: Issue, data: unknown, problem: Problem): void {
  const found = valueAt(data, path)
  if (code === 'unrecognized_keys') {
    for (const key of keys) problem([...path, key], `unknown key: ${suggest(key, knownAt(path))}`)
  } else if (code === 'invalid_union') {
    // The choice that got furthest is the one that was meant.
    const [nearest = []] = errors.toSorted((a, b) => depth(b) - depth(a))
    for (const issue of nearest) explain({ ...issue, path: [...path, ...issue.path] }, data, problem)
  } else if (found === undefined) problem(path, `missing: give ${message}`)
  else problem(path, `expected ${message}, found ${shown(found)}`)
}

/** Where settings stand that are the configuration's own. */
function settingsIn(data: unknown): Path[] {
  const { groups } = (data ?? {}) as { groups?: object }
  const named = typeof groups === 'object' && groups !== null ? Object.keys(groups) : []
  return [['groupSocial'], ...named.map((name) => ['groups', name, 'groupSocial'])]
}

const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], data)

const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length))

function shown(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a mapping' : JSON.stringify(value).slice(0, 80)
}

/** The keys that the schema knows at a path. */
function knownAt(path: Path): string[] {
  const { shape } = scenarioSchema
  const [top, ...rest] = path
  if (top === undefined) return Object.keys(shape)
  if (top === 'talk') return Object.keys(rest.includes('filler') ? fillerKeys : shape.talk.element.shape)
  if (top === 'moments') return Object.keys(shape.moments.element.shape)
  if (top === 'bots') return Object.keys(shape.bots.unwrap().element.shape)
  return top === 'people'
    ? ['name', 'role', 'expertise', 'bot']
    : ['bots', 'oneToOne', 'groupSocial', 'allowFrom', 'denyFrom', 'unlisted']
}

const fillerKeys = scenarioSchema.shape.talk.element.shape.filler.unwrap().shape

/** Where the value of a path begins; of what is missing, where the mapping around it begins. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const key = path[length - 1]
    const pair = isMap(parent)
      ? parent.items.find((item) => isNode(item.key) && item.key.toString() === key)
      : undefined
    if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0]
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function placeOf(lineCounter: LineCounter, offset: number): string {
  const { line, col } = lineCounter.linePos(offset)
  return `${line}:${col}`
}
