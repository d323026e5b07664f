// What a model wrote beside its calls, as a line that may stand in the room: its own words, and nothing of the calls (A11).
import type { ChatAnswer } from '../../llm/model.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { wireName } from '../../language/wire-name.ts'
import type { CallBody } from './calls.ts'
import { resultText, type ResultBody } from './conversation.ts'

const longestNote = 200
/** So many letters in a row of a result that is an error, or of an argument, are a quotation. */
const quoted = 12
/** A shorter value stands in many a sentence. */
const shortestValue = 4

/** `line`: what is read off the answer, first line; undefined: it may not stand in the room, or says nothing. */
export function progressNote(
  line: string,
  { calls = [] }: Pick<ChatAnswer, 'calls'>,
  { tools, tape }: { tools: readonly string[]; tape: readonly StoredEntry[] },
): string | undefined {
  const note = line.trim()
  if (note === '' || note.length > longestNote) return undefined
  const made = tape.flatMap(({ kind, body }) => (kind === 'tool_call' ? [body as CallBody] : []))
  const names = new Set([...tools, ...calls.map(({ name }) => name), ...made.map(({ tool }) => tool)])
  if ([...names].some((name) => namesTool(note, name))) return undefined
  const given = [...calls, ...made].flatMap((call) => valuesIn(call.arguments))
  if (given.some((value) => quotes(note, value))) return undefined
  return errorsOf(tape).some((error) => shares(note, error)) ? undefined : note
}

/** As the house writes it, or as it goes over the wire. */
function namesTool(note: string, name: string): boolean {
  const written = [name, wireName(name)].map((each) => RegExp.escape(each)).join('|')
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${written})(?![\\p{L}\\p{N}_])`, 'iu').test(note)
}

/** Of arguments that cannot be read all of the text counts. */
function valuesIn(text: string): string[] {
  try {
    return textsIn(JSON.parse(text))
  } catch {
    return [text]
  }
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' || typeof value === 'number'
    ? [String(value)]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** The whole of a value, a name in a path, or a passage of a longer one. */
function quotes(note: string, value: string): boolean {
  const [words, text] = [note.toLowerCase(), value.trim().toLowerCase()]
  const names = text.split(/[\s/\\"'`]+/).filter((part) => /[._\-\d]/.test(part))
  return [text, ...names].some((each) => each.length >= shortestValue && words.includes(each)) || shares(note, text)
}

function shares(note: string, text: string): boolean {
  const [words, all] = [note.toLowerCase(), text.toLowerCase()]
  for (let from = 0; from + quoted <= words.length; from += 1)
    if (all.includes(words.slice(from, from + quoted))) return true
  return false
}

const errorsOf = (tape: readonly StoredEntry[]): string[] =>
  tape.flatMap(({ kind, body }) => {
    if (kind !== 'tool_result') return []
    const result = body as ResultBody
    return result.isError || result.text === undefined ? [resultText(result.call, result)] : []
  })
