// How the demo stands on a terminal of 80 columns, where Han signs are two columns wide.
import { styleText } from 'node:util'

const columns = 80
const nameWidth = 4
const indent = ' '.repeat(12)

/** ms as `1:05`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function padded(text: string, width = nameWidth): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** A line of talk. */
export function talkLine(at: number, name: string, bot: boolean, text: string): string {
  const who = styleText(bot ? ['bold', 'cyan'] : 'yellow', padded(name))
  const said = wrapped(text, columns - indent.length).join(`\n${indent}`)
  return `${clock(at)}  ${who}  ${bot ? styleText('bold', said) : said}`
}

/** What stands dim below a line of talk. */
export function noteLines(text: string): string[] {
  return wrapped(text, columns - indent.length - 2).map((line, i) =>
    styleText('dim', `${indent}${i === 0 ? '· ' : '  '}${line}`),
  )
}

export function wrapped(text: string, width = columns): string[] {
  const lines = ['']
  for (const unit of unitsOf(text)) {
    const line = `${lines.at(-1)}${unit}`
    if (widthOf(line.trimEnd()) <= width) lines[lines.length - 1] = line
    else lines.push(unit.trimStart())
  }
  return lines.map((line) => line.trimEnd())
}

export const widthOf = (text: string): number => text.replaceAll(wide, '..').length

const wide = /[\u2e80-\u9fff\uff00-\uff60]|\p{Emoji_Presentation}/gu
const words = new Intl.Segmenter('zh', { granularity: 'word' })

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

const isHan = (text: string): boolean => /^[\u3400-\u9fff]/.test(text)
const opens = /[（《“]$/
