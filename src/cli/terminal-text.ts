// Text on a terminal: how wide it is, where its lines break, and in which language whoever sits there reads.
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
  for (const { segment } of words.segment(text)) {
    const before = units.at(-1)
    const breaks = before === undefined || /\s$/.test(before) || (isHan(segment) && !opens.test(before))
    if (breaks) units.push(segment)
    else units[units.length - 1] = before + segment
  }
  return units
}

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
