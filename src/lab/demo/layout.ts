// How the demo stands on a terminal of 80 columns, or of fewer.
import { styleText } from 'node:util'
import { columnsOf, padded as paddedTo, wrapped as wrappedTo } from '../../terminal/terminal-text.ts'

const columns = Math.min(80, columnsOf(process.stdout))
const nameWidth = 4
const indent = ' '.repeat(12)

/** ms as `1:05`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const padded = (text: string, width = nameWidth): string => paddedTo(text, width)
/** `hanging`: columns that later lines leave free. */
export const wrapped = (text: string, hanging = 0, width = columns): string[] => wrappedTo(text, width, hanging)

/** A line of talk. */
export function talkLine(at: number, name: string, bot: boolean, text: string): string {
  const who = styleText(bot ? ['bold', 'cyan'] : 'yellow', padded(name))
  const said = wrapped(text, 0, columns - indent.length).join(`\n${indent}`)
  return `${clock(at)}  ${who}  ${bot ? styleText('bold', said) : said}`
}

/** What stands dim below a line of talk. */
export function noteLines(text: string): string[] {
  return wrapped(text, 0, columns - indent.length - 2).map((line, i) =>
    styleText('dim', `${indent}${i === 0 ? '· ' : '  '}${line}`),
  )
}
