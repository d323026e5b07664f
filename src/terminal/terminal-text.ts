// Text on a terminal: how wide it is, where its lines break, and in which language whoever sits there reads.
import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import type { Lang } from '../outcomes/span-text.ts'

/** Columns that it takes: a Han sign and an emoji take two. */
export const widthOf = (text: string): number => stringWidth(text)

export const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Plain text in lines of at most `width` columns, broken between words; `hanging`: columns that later lines leave free. */
export function wrapped(text: string, width: number, hanging = 0): string[] {
  const lines = ['']
  for (const unit of unitsOf(text).flatMap((each) => piecesOf(each, width - hanging))) {
    const line = `${lines.at(-1)}${unit}`
    if (widthOf(line.trimEnd()) <= width) lines[lines.length - 1] = line
    else lines.push(' '.repeat(hanging) + unit.trimStart())
  }
  return lines.map((line) => line.trimEnd())
}

/** The same for text of several lines: what a line goes on with stands under its figures, not under its name. */
export function fitted(text: string, width = columnsOf(process.stdout)): string {
  const lines = text.split('\n').flatMap((line) => {
    const [head = ''] = /^ *\S.*? {2,}(?=\S)|^ */.exec(stripVTControlCharacters(line)) ?? []
    return wrapped(line, width, Math.min(head.length, Math.floor(width / 2)))
  })
  return lines.join('\n')
}

/** Notes that are broken for a wide terminal, broken anew for this one; what is indented stays on a line of its own. */
export function reflowed(text: string, width = columnsOf(process.stdout)): string {
  return width === Infinity ? text : fitted(text.replaceAll(/(?<=[^\n]{90})\n(?=\S)/g, ' '), width)
}

/** No terminal, or one that does not tell: as it comes, nothing is broken. */
export const columnsOf = ({ isTTY, columns }: { isTTY?: boolean; columns?: number }): number =>
  isTTY && columns ? Math.max(columns, leastColumns) : Infinity

const leastColumns = 20

export function langOf(env: NodeJS.ProcessEnv): Lang {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return /^zh\b|^zh[_-]/i.test(locale) ? 'zh' : 'en'
}

/** Other programs and models wrote it: no control sequence reaches the terminal. */
export const onOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')

const words = new Intl.Segmenter('zh', { granularity: 'word' })
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** What no line break may part: a word with the signs at it, a Chinese word with the stop after it. */
function unitsOf(text: string): string[] {
  const units: string[] = []
  for (const part of text.split(style)) {
    if (style.test(part)) units.push((units.pop() ?? '') + part)
    else for (const { segment } of words.segment(part)) addUnit(units, segment)
  }
  return units
}

function addUnit(units: string[], segment: string): void {
  const before = units.at(-1)
  const seen = stripVTControlCharacters(before ?? '')
  // `60 000` is one number.
  const breaks =
    (/\s$/.test(seen) && !(/\d $/.test(seen) && /^\d/.test(segment))) ||
    (isHan(segment) && seen !== '' && !opens.test(seen))
  if (before === undefined || breaks) units.push(segment)
  else units[units.length - 1] = before + segment
}

/** A colour or a weight begins or ends: it goes on over the end of a line. */
const style = new RegExp(`(${String.fromCodePoint(0x1b)}\\[[\\d;]*m)`)

/** A word that is longer than a line is broken where the line ends. */
function piecesOf(unit: string, width: number): string[] {
  if (widthOf(unit.trimEnd()) <= width) return [unit]
  const pieces = ['']
  for (const { segment } of graphemes.segment(unit)) {
    if (widthOf(`${pieces.at(-1)}${segment}`) <= width) pieces[pieces.length - 1] += segment
    else pieces.push(segment)
  }
  return pieces
}

const isHan = (text: string): boolean => /^[\u3040-\u30ff\u3400-\u9fff]/.test(text)
const opens = /[（《“「]$/
