// A tape as lines of JSON, and the names of the files that hold them.
import { createHash } from 'node:crypto'
import type { StoredEntry } from './stored-entry.ts'

/** One line, with its end. */
export const lineOf = ({ n, id, run, kind, at, state, body, tokens }: StoredEntry): string =>
  `${JSON.stringify({ n, id, run, kind, at: new Date(at).toISOString(), state, body, tokens })}\n`

const longestName = 60

/** Names that differ in capitals alone are one on some disks, and long ones are cut: the sum keeps them apart. */
export function tapeFileName(key: string): string {
  const name = key
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^[._]+/, '')
  const sum = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return `${name.slice(0, longestName).toWellFormed()}-${sum}`
}
