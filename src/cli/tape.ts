// `chime tape`: what runs of tools wrote down, by bot and group.
import { setTimeout as wait } from 'node:timers/promises'
import { loadServed } from '../channels/plugins.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import { archiveTape, linesOf, writeTape } from '../store/tape-archive.ts'
import { lineOf } from '../store/tape-lines.ts'
import { openTapeMirror } from '../store/tape-mirror.ts'
import { inTransaction } from '../store/transaction.ts'
import { InputError } from '../terminal/failure.ts'
import { langOf, padded, widthOf } from '../terminal/terminal-text.ts'
import { bytesText } from './doctor/finding.ts'
import { entryLine } from './tape/entry-line.ts'
import { keyOf, ownTapesOf, tapesOf } from './tape/open-tape.ts'
import { type TapeWords, tapeWords } from './tape/words.ts'

interface Common {
  config?: string
  json?: boolean
}

export interface ShowOptions extends Common {
  run?: string
  most: number
}

export interface SearchOptions extends Common {
  all: boolean
  most: number
}

const write = (text: string): void => void process.stdout.write(text)
const said = (): TapeWords => tapeWords[langOf(process.env)]
const [lookEveryMs, shownFirst, rowsSwept] = [500, 10, 500]

export function listTapes({ config, json = false }: Common): void {
  const { db, tape } = tapesOf(loadServed(config))
  const tapes = tape.places().map((key) => ({
    bot: key.slice(0, key.indexOf(' ')),
    group: key.slice(key.indexOf(' ') + 1),
    ...(tape.info(key) ?? { entries: 0, anchors: 0, tokens: 0, bytes: 0 }),
  }))
  db.close()
  if (json) return write(tapes.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const words = said()
  if (tapes.length === 0) return write(`${words.noTapes}\n`)
  const rows = tapes.map((each) => [
    each.bot,
    each.group,
    ...[each.entries, each.anchors, each.tokens].map(String),
    bytesText(each.bytes),
  ])
  const all = [words.columns, ...rows]
  const widths = words.columns.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ''))))
  for (const row of all)
    write(
      `${row
        .map((cell, at) => padded(cell, widths[at] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    )
}

export function showTape(bot: string, group: string, { config, run, most, json = false }: ShowOptions): void {
  const { db, tape } = tapesOf(loadServed(config))
  const key = keyOf(tape, bot, group)
  const entries = run === undefined ? tape.before(key, Number.MAX_SAFE_INTEGER, most + 1) : tape.ofRun(key, run)
  db.close()
  if (run !== undefined && entries.length === 0)
    throw new InputError(
      `there is no run ${run} on this tape: chime tape show "${bot}" "${group}" lists the runs before the slash`,
    )
  if (json) return write(entries.map(lineOf).join(''))
  const words = said()
  const isCut = run === undefined && entries.length > most
  if (isCut) write(`${words.earlier(most * 4)}\n`)
  for (const entry of isCut ? entries.slice(1) : entries) write(entryLine(entry, words))
  if (entries.length === 0) write(`${words.noEntries}\n`)
}

export function searchTape(bot: string, group: string, words: string, options: SearchOptions): void {
  const { db, tape } = tapesOf(loadServed(options.config))
  const hits = tape.search(keyOf(tape, bot, group), words, { most: options.most, all: options.all })
  db.close()
  if (options.json) return write(hits.map(({ entry }) => lineOf(entry)).join(''))
  if (hits.length === 0) return write(`${said().noHits}\n`)
  if (hits[0]?.isAlike) write(`${said().alike}\n`)
  for (const { entry, excerpt } of hits) write(entryLine(entry, said(), excerpt))
}

export function exportTape(bot: string, group: string, { config, file }: Common & { file?: string }): void {
  const { db, tape } = tapesOf(loadServed(config))
  const key = keyOf(tape, bot, group)
  try {
    if (file === undefined) for (const lines of linesOf(tape, key)) write(lines)
    else writeTape(file, tape, key)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (file === undefined) throw error
    const next = code === 'EEXIST' ? 'there is one already: name another' : `${message}: name another place`
    throw new InputError(`${file} cannot be written: ${next}`, { cause: error })
  }
  if (file !== undefined) process.stderr.write(`${said().exported(tape.info(key)?.entries ?? 0, file)}\n`)
  db.close()
}

/** Until it is ended. */
export async function followTape(bot: string, group: string, { config, json = false }: Common): Promise<void> {
  const { tape } = tapesOf(loadServed(config))
  const key = keyOf(tape, bot, group)
  const words = said()
  const tell = (entry: StoredEntry): void => write(json ? lineOf(entry) : entryLine(entry, words))
  if (!json) process.stderr.write(`${words.follows}\n`)
  /** Runs that went on when they were told, each with an entry of it. */
  const going = new Map<string, StoredEntry>()
  let last = 0
  for (let entries = tape.before(key, Number.MAX_SAFE_INTEGER, shownFirst); ;) {
    for (const entry of entries) {
      tell(entry)
      last = entry.n
      if (entry.state === 'fork') going.set(entry.run, entry)
    }
    for (const [run, { id }] of going) {
      const state = tape.entry(key, run, id)?.state
      if (state === 'fork') continue
      going.delete(run)
      if (!json && state) write(`${words.ended(run, state)}\n`)
    }
    // oxlint-disable-next-line no-await-in-loop -- it goes on until it is ended
    await wait(lookEveryMs)
    entries = tape.after(key, last, rowsSwept)
  }
}

/** Throws an InputError while a service holds the store. */
export function resetTape(bot: string, group: string, { config, archive }: Common & { archive?: boolean }): void {
  if (archive === undefined)
    throw new InputError('say what becomes of the entries: --archive keeps a copy beside the store, --no-archive none')
  const loaded = loadServed(config)
  const { db, tape } = ownTapesOf(loaded)
  using _ = db
  const key = keyOf(tape, bot, group)
  const words = said()
  const entries = tape.info(key)?.entries ?? 0
  const { path } = loaded.store
  if (archive) write(`${words.archived(archiveTape(path, tape, key, Date.now()))}\n`)
  inTransaction(db, () => tape.reset(key))
  while (inTransaction(db, () => tape.sweepSome(rowsSwept)));
  const mirror = openTapeMirror({ db, path, now: Date.now, failed: () => {} })
  while (mirror.step());
  write(`${words.reset(key, entries)}\n`)
}
