// Log lines: one a gate verdict and one an event of the service; readable in a terminal, JSON when piped (S4).
import { styleText } from 'node:util'
import { pino, stdTimeFunctions } from 'pino'
import type { Log } from '../config/log.ts'
import { whyText } from '../outcomes/why-words.ts'
import { isFailure } from '../../machines/group/verdicts/kinds.ts'
import type { VerdictRecord } from './feed.ts'

/** `auto` is pretty on a terminal and JSON elsewhere. */
export function makeLog({ level, format }: { level: string; format: 'auto' | 'pretty' | 'json' }): Log {
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: levelName } }
  // Who read the log may be gone, or its disk full: the service goes on.
  process.stdout.on('error', () => {})
  const pretty = format === 'pretty' || (format === 'auto' && process.stdout.isTTY)
  return pretty
    ? pino(options, { write: (line) => void process.stdout.write(prettyLine(line)) })
    : pino(options, gathered())
}

/** Lines of one moment are written at once: a busy service tells a thousand a second. A kill -9 costs the last moment's. */
function gathered(): { write(line: string): void } {
  let lines = ''
  const flush = (): void => {
    if (lines !== '') process.stdout.write(lines)
    lines = ''
  }
  process.on('exit', flush)
  setInterval(flush, gatherMs).unref()
  return {
    write(line) {
      lines += line
      if (lines.length >= mostGathered) flush()
    },
  }
}

const mostGathered = 8_192
const gatherMs = 50

export function logVerdict(log: Log, record: VerdictRecord): void {
  const { gate, outcome } = record
  const level = isFailure(record) ? 'warn' : 'info'
  const text = whyText(record, 'en')
  log[level]({ ...record, at: new Date(record.at).toISOString(), text }, `${gate} ${outcome}`)
}

/** `reply 3 · relevance 0.31 · threshold 0.5`, for terminals and pages. */
export const numbersText = (numbers: VerdictRecord['numbers']): string =>
  Object.entries(numbers ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join(' · ')

const levelName = (label: string) => ({ level: label })

function prettyLine(line: string): string {
  const { level, time, msg, bot, group, turn, gate, text, numbers, messages, tokens, ...rest } = JSON.parse(line) as {
    [key: string]: unknown
    numbers?: VerdictRecord['numbers']
  }
  const plain = (said: unknown): string => String(said).replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
  const clock = styleText('dim', String(time).slice(11, 19))
  if (gate === undefined) {
    const colour = level === 'error' || level === 'fatal' ? 'red' : level === 'warn' ? 'yellow' : 'reset'
    const { error, ...others } = rest
    const figures = Object.entries(others).map(([name, value]) =>
      plain(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
    )
    const cause = error === undefined ? [] : [plain(error)]
    return `${clock} ${styleText(colour, [String(msg), ...cause].join(': '))} ${styleText('dim', figures.join(' '))}\n`
  }
  const who = styleText('cyan', `${String(bot)}@${String(group)}`)
  const number = turn === null || turn === undefined ? '' : ` #${String(turn)}`
  const size = Array.isArray(messages) && messages.length > 0 ? ` (${messages.length} messages)` : ''
  const cost = tokens === undefined ? '' : ` · ${String(tokens)} tokens`
  const figures = plain(numbersText(numbers))
  return `${clock} ${who}${number} ${styleText('bold', plain(msg))}: ${plain(text)}${size}${cost}${figures && styleText('dim', ` · ${figures}`)}\n`
}
