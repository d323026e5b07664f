// Finds the JSON objects in what a model wrote, however loosely it wrote them.
import { jsonrepair } from 'jsonrepair'

/** UTF-16 units at the end of an answer that are looked at: the last object counts. */
const maxRead = 8_000
/** UTF-16 units that are repaired; a judgement has a few hundred. */
const maxRepaired = 4_000
/** Beginnings of objects that are tried, the last ones of the answer. */
const maxStarts = 32
const maxDepth = 3

export type JsonObject = Record<string, unknown>

/** The last object that is an answer; one within another only where the outer is none. */
export function lastObject(objects: readonly JsonObject[], isAnswer: (object: JsonObject) => boolean) {
  return objects.map((object) => answerIn(object, isAnswer, maxDepth)).findLast((found) => found !== undefined)
}

function answerIn(value: unknown, isAnswer: (object: JsonObject) => boolean, depth: number): JsonObject | undefined {
  if (typeof value === 'string' && value.startsWith('{') && depth > 0) {
    return lastObject(objectsIn(value), isAnswer)
  }
  if (typeof value !== 'object' || value === null || depth === 0) return undefined
  if (!Array.isArray(value) && isAnswer(value as JsonObject)) return value as JsonObject
  const within = Object.values(value).slice(-maxStarts)
  return within.map((part) => answerIn(part, isAnswer, depth - 1)).findLast((found) => found !== undefined)
}

/** The objects of an answer that stand in no other, in order. */
export function objectsIn(answer: string): JsonObject[] {
  const text = answer.slice(-maxRead)
  const read = makeReader()
  const found: JsonObject[] = []
  let from = 0
  for (const start of Array.from(text.matchAll(/[{｛]/g), ({ index }) => index).slice(-maxStarts)) {
    if (start < from) continue
    const end = closingBrace(text, start)
    const object = end < 0 ? cutInItsReason(text.slice(start), read) : read(text.slice(start, end + 1))
    if (!object) continue
    found.push(object)
    from = end < 0 ? text.length : end + 1
  }
  return found
}

type Read = (written: string) => JsonObject | undefined

/** Reads an object as it is written, else repaired, else repaired with every bare value taken for a text. */
function makeReader(): Read {
  let repairable = maxRepaired
  return (written) => {
    const exact = parsed(() => written)
    if (exact || (repairable -= written.length) < 0) return exact
    const plain = withPlainSigns(written).replaceAll(/(:\s{0,20}\d{1,3}),(\d{1,6})(?=\s{0,20}[,}])/g, '$1.$2')
    return parsed(() => jsonrepair(plain)) ?? parsed(() => jsonrepair(withQuotedValues(plain)))
  }
}

function parsed(json: () => string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** The reason stands last: where the answer was cut within it, all that is judged by is whole. */
function cutInItsReason(written: string, read: Read): JsonObject | undefined {
  const at = written.lastIndexOf('"reason"')
  const [, said] = at < 0 ? [] : (/^"reason"\s*:\s*"((?:[^"\\]|\\[^])*)\\?$/.exec(written.slice(at)) ?? [])
  const before = said === undefined ? undefined : read(`${written.slice(0, at).trimEnd().replace(/,$/, '')}}`)
  return before && { ...before, reason: said }
}

function closingBrace(text: string, start: number): number {
  const minded = braceAfter(text, start, true)
  return minded < 0 ? braceAfter(text, start, false) : minded
}

function braceAfter(text: string, start: number, mindsQuotes: boolean): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = mindsQuotes
    else if (sign === '{' || sign === '｛') depth += 1
    else if ((sign === '}' || sign === '｝') && (depth -= 1) === 0) return at
  }
  return -1
}

const plainSigns: Record<string, string> = { '｛': '{', '｝': '}', '：': ':', '，': ',', '“': '"', '”': '"', '＂': '"' }

/** Full-width signs between the texts as JSON writes them. */
function withPlainSigns(written: string): string {
  let quoted = false
  let plain = ''
  for (let at = 0; at < written.length; at += 1) {
    const sign = written.charAt(at)
    plain += quoted ? sign : (plainSigns[sign] ?? sign)
    if (quoted && sign === '\\') plain += written.charAt((at += 1))
    else if (sign === '"') quoted = !quoted
  }
  return plain
}

function withQuotedValues(written: string): string {
  return written.replaceAll(
    /(:\s{0,20})([^\s"',:{}[\]][^"',{}[\]\n]{0,80})(?=[,}\n])/g,
    (_, colon: string, value: string) => colon + JSON.stringify(value.trim()),
  )
}
