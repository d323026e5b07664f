// Words on the tape: FTS5's trigrams, with words of one and two signs, as Chinese has, filled up to three.
import type { DatabaseSync } from 'node:sqlite'
import { fold } from '../language/names.ts'

export type RunTapeIndex = ReturnType<typeof openRunTapeIndex>

/** Signs of a body that are indexed: so many of its beginning, and of its end. */
const [headRead, tailRead] = [6_000, 2_000]
const mostShortWords = 2_000
/** A trigram finds words from this length on. */
const trigram = 3
const mostWords = 8
/** Rows that a search looks at: it does not grow with the store. */
const mostLooked = 200
/** The parts of the index are merged in steps of a few pages beside other work: a word is looked up in each part. */
const mergedPages = 8
/** Of the trigrams of what is looked for so many are in a text that is alike. */
const alikeShare = 0.5
const mostTrigrams = 40

export interface Asked {
  /** Of a text of the index: whether it is what is looked for. */
  has: (text: string) => boolean
  /** Rows of a place that may have it, newest first. */
  rows: (place: number) => number[]
}

export function openRunTapeIndex(db: DatabaseSync) {
  const put = db.prepare('INSERT OR REPLACE INTO tape_index (rowid, place, text, short) VALUES (?, ?, ?, ?)')
  const drop = db.prepare('DELETE FROM tape_index WHERE rowid = ?')
  // Rows before a certain one would be looked for from the newest on.
  const find = db.prepare('SELECT rowid FROM tape_index WHERE tape_index MATCH ? ORDER BY rowid DESC LIMIT +?')
  const mergeSome = db.prepare(`INSERT INTO tape_index (tape_index, rank) VALUES ('merge', ${mergedPages})`)
  const changed = db.prepare('SELECT total_changes() AS n')
  const rows = (query: string, most = mostLooked): number[] => find.all(query, most).map(({ rowid }) => Number(rowid))

  /** A few pages; true when there was something to merge. */
  function merge(): boolean {
    const before = Number(changed.get()?.['n'])
    mergeSome.run()
    // The command itself counts as one.
    return Number(changed.get()?.['n']) - before > 1
  }

  return {
    put(n: number, place: number, body: unknown): void {
      const text = indexedText(body)
      put.run(n, markOf(place), text, [...shortWords(text)].map(filled).join(''))
    },
    drop: (n: number): void => void drop.run(n),
    oldRows: { table: 'tape_index', neededMs: Infinity, step: () => (merge() ? 1 : 0), oldest: none, again: none },
    /** Rows of a place whose text, as far as it is indexed, has these signs one after the other. */
    quoting: (place: number, quoted: string, most: number): number[] =>
      rows(inPlace(place, [`text : ${quote(folded(quoted).slice(0, headRead))}`]), most),
    /** How rows with all of the words are found, and rows that are alike; none where nothing is asked that could be found. */
    asking(words: string): { exact?: Asked; alike?: Asked } {
      const all = [...new Set(folded(words).split(/\s+/))].filter((word) => letters.test(word)).slice(0, mostWords)
      const long = all.filter((word) => lengthOf(word) >= trigram)
      const short = all.filter((word) => !long.includes(word)).map((word) => word.replaceAll(notLetters, ''))
      if (all.length === 0) return {}
      const shortAsked = short.map((word) => `short : ${quote(filled(word))}`)
      const exact: Asked = {
        has: () => true,
        rows: (place) => rows(inPlace(place, [...long.map((word) => `text : ${quote(word)}`), ...shortAsked])),
      }
      const trigrams = [...new Set(long.flatMap(trigramsOf))].slice(0, mostTrigrams)
      if (trigrams.length < trigram) return { exact }
      const alike: Asked = {
        has: (text) => trigrams.filter((each) => text.includes(each)).length >= alikeShare * trigrams.length,
        rows: (place) => rows(inPlace(place, [`text : (${trigrams.map(quote).join(' OR ')})`, ...shortAsked])),
      }
      return { exact, alike }
    },
  }
}

const none = (): undefined => undefined

/** What of a body is searched: its texts without their names, folded. */
export function indexedText(body: unknown): string {
  const text = folded(textOf(body))
  return text.length <= headRead + tailRead ? text : `${text.slice(0, headRead)}\n${text.slice(-tailRead)}`
}

export const textOf = (body: unknown): string => textsIn(body).join('\n')

function textsIn(body: unknown): string[] {
  if (typeof body === 'string') return [body]
  if (typeof body === 'number') return [String(body)]
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(textsIn) : []
}

const folded = (text: string): string => fold(text.toWellFormed()).replaceAll(marks, '')

// Private signs stand in no text of the index: three of them for a place are one trigram, and one or two fill up a word.
const marks = /[\ue000-\uf8ff]/g
const [firstMark, countOfMarks] = [0xe000, 6_400]
const [filling, secondFilling] = ['\uf8ff', '\uf8fe']

const markOf = (place: number): string =>
  String.fromCharCode(
    ...[countOfMarks ** 2, countOfMarks, 1].map((unit) => firstMark + (Math.floor(place / unit) % countOfMarks)),
  )
const filled = (word: string): string => (lengthOf(word) < 2 ? filling + secondFilling : filling) + word

const inPlace = (place: number, asked: readonly string[]): string =>
  [`place : "${markOf(place)}"`, ...asked].join(' AND ')
const quote = (word: string): string => `"${word.replaceAll('"', '""')}"`

const lengthOf = (word: string): number => Array.from(word).length
const letters = /[\p{L}\p{N}]/u
const notLetters = /[^\p{L}\p{N}]/gu
const wholeWord = /[\p{L}\p{M}\p{N}]+/gu
const withoutSpaces = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]+/gu

/** Words of one and two signs; of scripts that put no spaces between words, all signs and pairs of signs. */
function shortWords(text: string): Set<string> {
  const words = new Set<string>()
  for (const [word] of text.matchAll(wholeWord)) {
    if (lengthOf(word) < trigram) words.add(word)
    for (const [joined] of word.matchAll(withoutSpaces)) {
      const signs = Array.from(joined)
      signs.forEach((sign, at) => words.add(sign).add(sign + (signs[at + 1] ?? '')))
    }
    if (words.size > mostShortWords) break
  }
  return words
}

function trigramsOf(word: string): string[] {
  const signs = Array.from(word)
  return signs.slice(trigram - 1).map((_, at) => signs.slice(at, at + trigram).join(''))
}
