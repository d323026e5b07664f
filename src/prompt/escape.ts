// Takes the power from text that came out of a chat, a file or a model before it stands in a prompt (M5).

/** Longest text looked at, in UTF-16 units. */
export const maxTextChars = 4_000
const maxNameChars = 40

// U+FE0F stays: it makes an emoji of a sign. The last four are Hangul fillers.
const invisible = /\p{Cf}|\p{Cs}|\p{Co}|[\u{FE00}-\u{FE0E}]|[\u{E0000}-\u{E0FFF}]|\u{115F}|\u{1160}|\u{3164}|\u{FFA0}/gu
const whiteSpace = /[\p{Cc}\p{Z}]+/gu
const plain = /^[ -;=?-Z^-~]*$/

/** One line that can forge no marker, no block, no role token: `[x]` becomes `\[x\]`, `<|x|>` becomes `< |x| >`. */
export function escapeText(text: string, maxChars = maxTextChars): string {
  const clipped = text.slice(0, maxChars)
  if (plain.test(clipped)) return clipped.replaceAll(/ {2,}/g, ' ').trim()
  return oneLine(clipped)
    .replaceAll(/(?<!\\)(\\*)([[\]［］])/g, (_, slashes: string, bracket: string) => escaped(slashes, bracket))
    .replaceAll(/[<＜](?=[/|｜<＜\p{L}])/gu, '< ')
    .replaceAll(/(?<=[|｜])[>＞]/g, ' >')
}

// Tokens of chat templates in angle brackets: `<s>`, `</think>`, `<start_of_turn>`, `<<SYS>>`.
const angleToken =
  /[<＜](?=[|｜<＜]|\/?(?:s|bos|eos|pad|unk|mask|sep|cls|inst|sys|system|user|assistant|human|think\w*|tool\w*|function\w*|[a-z]+_of_\w+)\b)/giu
// In square ones: the marks of the long form of a line, and `[INST]`, `[/INST]`, `[TOOL_CALLS]`. One pass finds both, for
// what the first of two had made text of could be a mark to the second.
const bracketed =
  /(?<!\\)(\\*)[[［](?:(\s*(?:mentioned|mentions|msg_id|group vitality|my status|reply policy|colleagues|system|assistant|\d{1,2}:\d\d)(?![\p{L}\p{N}])[^[\]［］]{0,80}?)(\\*)(?:[\]］]|$)|(\/?[A-Z][A-Z_]{2,})(\\*)[\]］])/giu

function asText(found: string, before: string, mark?: string, afterMark = '', token = '', afterToken = ''): string {
  if (mark !== undefined) return `${escaped(before, '[')}${mark}${escaped(afterMark, ']')}`
  const isToken = token === token.toUpperCase()
  return isToken ? `${escaped(before, '[')}${token}${escaped(afterToken, ']')}` : found
}

/** A bracket as text: a backslash that stands before it is doubled, or it would take the power from ours. */
const escaped = (slashes: string, bracket: string): string =>
  `${slashes}${slashes}\\${bracket === '[' || bracket === '［' ? '[' : ']'}`

/** For the short form: code keeps its brackets and shows where its lines end; marks and a chat template's tokens are broken up. */
export function escapeLine(text: string, maxChars = maxTextChars): string {
  const clipped = text.slice(0, maxChars)
  if (plain.test(clipped)) return clipped.replaceAll(/ {2,}/g, ' ').trim()
  return oneLine(clipped.includes('```') ? clipped.replaceAll(/[ \t]*\r?\n/g, ' ⏎') : clipped)
    .replaceAll(bracketed, asText)
    .replaceAll(angleToken, '< ')
    .replaceAll(/(?<=[|｜])[>＞]/g, ' >')
}

const deepestIndent = 12

/** A line of a file, with as much of its indentation as tells anything. */
export function escapeFileLine(line: string): string {
  const [blank = ''] = /^[ \t]*/.exec(line) ?? []
  const text = escapeLine(line)
  return text === '' ? '' : ' '.repeat(Math.min(deepestIndent, blank.replaceAll('\t', '  ').length)) + text
}

/** A name without brackets, colons and the marks of a line, so that it ends where its line says. Never empty. */
export function escapeName(name: string): string {
  const bare = oneLine(name.slice(0, maxTextChars)).replaceAll(/[[\]()<>:*［］（）＜＞：＊—]/g, ' ')
  const short = bare.replaceAll(/ {2,}/g, ' ').trim().slice(0, maxNameChars)
  return short.replace(/[\uD800-\uDBFF]$/, '').trim() || 'someone'
}

/** An id short enough to stand in every line; the model never has to give it back. */
export function escapeId(id: string): string {
  const bare = id.slice(0, maxTextChars).replaceAll(/[^\p{L}\p{N}_.#@-]/gu, '_')
  return bare.length > 12 ? bare.slice(-8) : bare
}

function oneLine(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(ownBrackets, (bracket) => ownAs[bracket] ?? '')
    .replaceAll(whiteSpace, ' ')
    .trim()
}

// What a line carries stands in these, and nothing else does.
const ownBrackets = /[⟦⟧〚〛]/g
const ownAs: Record<string, string> = { '⟦': '(', '〚': '(', '⟧': ')', '〛': ')' }
