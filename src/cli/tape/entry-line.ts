// An entry of a tape on one line of the terminal.
import { styleText } from 'node:util'
import { textOf } from '../../store/run-tape-index.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { columnsOf, onOneLine } from '../../terminal/terminal-text.ts'
import type { TapeWords } from './words.ts'

/** Where no terminal says how wide it is. */
const usualWidth = 200
const kindWidth = 11

/** `excerpt`: in the place of its text's beginning. */
export function entryLine(entry: StoredEntry, words: TapeWords, excerpt = shownOf(entry)): string {
  const { n, run, id, kind, at, state } = entry
  const when = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  const note = words.states[state] === '' ? '' : ` (${words.states[state]})`
  const head = `${String(n).padStart(6)}  ${when}  ${kind.padEnd(kindWidth)}  ${onOneLine(`${run}/${id}`)}${note}  `
  const width = Math.min(usualWidth, columnsOf(process.stdout)) - head.length
  const text = onOneLine(excerpt).trim()
  const shown = text.length > width ? `${text.slice(0, Math.max(20, width - 1)).toWellFormed()}…` : text
  return `${styleText('dim', head)}${shown}\n`
}

/** Of what a run is for: each line that it is to answer, for the texts stay in the chat. */
function shownOf({ kind, body }: StoredEntry): string {
  const { messages = [] }: Asked = kind === 'message' && typeof body === 'object' && body !== null ? body : {}
  if (messages.length === 0) return textOf(body)
  const more = messages.length > mostAsked ? ` +${messages.length - mostAsked}` : ''
  return `${messages
    .slice(0, mostAsked)
    .map((id) => `>${id}`)
    .join(' ')}${more}`
}

interface Asked {
  messages?: string[]
}
const mostAsked = 8
