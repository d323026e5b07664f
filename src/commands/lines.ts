// Reads commands off a model's text: lines `,name words`, and `$name {json}` of a tool (A4).

export interface CommandLine {
  /** As it is written. */
  name: string
  /** What follows it. */
  words: string
  /** All of it, its sign included. */
  line: string
}

export interface RoutedText {
  lines: CommandLine[]
  /** What stands before the first of them. */
  before: string
  /** The text without any of them. */
  rest: string
  /** The text ends with one. */
  endsWithOne: boolean
  /** Lines that are code, trimmed. */
  code: ReadonlySet<string>
}

/** Four blanks in front make code of a line, as in Markdown; signs that show nothing hide no comma. */
const start = '^\\p{Cf}*(?:\\p{Zs}\\p{Cf}*){0,3}'
const command = new RegExp(`${start}[,，]([a-z][\\w.-]{0,63})(?=\\s|$)(.*)$`, 'iu')
const call = new RegExp(`${start}\\$([a-z][\\w.-]{0,63})\\s*(\\{.*)$`, 'iu')
const indented = /^(?:\p{Cf}*(?:\p{Zs}\p{Cf}*){4}|[\p{Zs}\p{Cf}]*\t)/u
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** Lines that an object may take which is not whole on its first. */
const mostLinesOfObject = 60

const none: ReadonlySet<string> = new Set()

/** A line in a block of code is text, and so is `$name` where no tool has the name; `code`: further lines that are text. */
export function commandLinesIn(text: string, isTool: (name: string) => boolean, code = none): RoutedText {
  const all = text.split(/\r?\n/)
  const [lines, kept]: [CommandLine[], string[]] = [[], []]
  const ofCode = new Set<string>()
  let before: number | undefined
  let endsWithOne = false
  let opened: string | undefined
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at] ?? ''
    opened = fenceAfter(opened, line)
    const isCode = opened !== undefined || indented.test(line)
    if (isCode) ofCode.add(line.trim())
    const found = isCode || code.has(line.trim()) ? undefined : commandOn(line, isTool)
    if (!found) {
      kept.push(line)
      if (line.trim() !== '') endsWithOne = false
      continue
    }
    before ??= kept.length
    const end = found.words.startsWith('{') ? endOfObject(all, at, found.words) : at
    const more = all.slice(at + 1, end + 1).map((each) => `\n${each}`)
    lines.push({ ...found, words: `${found.words}${more.join('')}`, line: `${found.line}${more.join('')}` })
    endsWithOne = true
    at = end
  }
  const [head, rest] = [kept.slice(0, before ?? kept.length), kept].map((each) => each.join('\n').trim())
  return { lines, before: head ?? '', rest: rest ?? '', endsWithOne, code: ofCode }
}

function commandOn(line: string, isTool: (name: string) => boolean): CommandLine | undefined {
  const [, name = '', words = ''] = command.exec(line) ?? []
  if (name !== '') return { name, words: words.trim(), line: line.trim() }
  const [, tool = '', given = ''] = call.exec(line) ?? []
  return tool !== '' && isTool(tool) ? { name: tool, words: given.trim(), line: line.trim() } : undefined
}

/** The fence of the block that is open behind a line; a line that closes one is of the block still. */
function fenceAfter(opened: string | undefined, line: string): string | undefined {
  const [, marks = '', info = ''] = fence.exec(line) ?? []
  if (marks === '') return opened
  if (opened === undefined) return marks.startsWith('`') && info.includes('`') ? undefined : marks
  return marks.startsWith(opened) && info.trim() === '' ? undefined : opened
}

/** Index of the line that makes an object whole; where none does, that of the last line before a blank one. */
function endOfObject(all: readonly string[], at: number, words: string): number {
  if (isJson(words)) return at
  let [object, end] = [words, at]
  for (let next = at + 1; next < all.length && next <= at + mostLinesOfObject; next += 1) {
    const line = all[next] ?? ''
    object += `\n${line}`
    if (isJson(object)) return next
    if (line.trim() !== '' && end === next - 1) end = next
  }
  return end
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
