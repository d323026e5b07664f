// What Chinese words cost, by the frequencies of jieba's dictionary, so that names are found between them (M3).
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Jieba } from '@node-rs/jieba'
import { LRUCache } from 'lru-cache'
import type { WordCost } from './word-edges.ts'

/** Cuts Han text into the likeliest words of a dictionary. */
export interface Cutter {
  cut(text: string): string[]
  /** Lines `word frequency tag`, sorted by the bytes of the words. */
  dictionary: Buffer
}

/** Loads the dictionary when the first cost is asked for; where that fails, `warn` is told once and nothing costs anything. */
export function makeWordCost(load: () => Cutter, warn: (problem: string) => void): WordCost {
  let costOf: WordCost | undefined
  return (han) => {
    costOf ??= loadedOr(load, warn)
    return costOf(han)
  }
}

/** About 0.4 s and 60 MB at the first Han name that stands between other Han characters; nothing before. */
export const chineseWordCost: WordCost = makeWordCost(loadJieba, (problem) =>
  process.emitWarning(`chime: jieba's dictionary cannot be loaded, Chinese names are found less well: ${problem}`),
)

function loadedOr(load: () => Cutter, warn: (problem: string) => void): WordCost {
  try {
    return costsOf(load())
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error))
    return () => undefined
  }
}

function costsOf({ cut, dictionary }: Cutter): WordCost {
  const total = totalOf(dictionary)
  const known = new LRUCache<string, number>({ max: maxKnown })
  const costOfWord = (word: string): number => {
    const cost = known.get(word) ?? Math.log(total / Math.max(1, frequencyOf(dictionary, word)))
    known.set(word, cost)
    return cost
  }
  return (han) => (han === '' ? 0 : cut(han).reduce((sum, word) => sum + costOfWord(word), 0))
}

/** A native library; `require` loads it within the turn that first needs it. */
function loadJieba(): Cutter {
  const require = createRequire(import.meta.url)
  const native = require('@node-rs/jieba') as { Jieba: typeof Jieba }
  const lines = readFileSync(require.resolve('@node-rs/jieba/dict.txt'), 'utf8')
  const dictionary = Buffer.from(lines.replaceAll(particleSurname, ''))
  const jieba = native.Jieba.withDict(dictionary)
  return { cut: (text) => jieba.cut(text, false), dictionary }
}

/** Binary search: 19 steps in 349 000 lines, and no second copy of the words in memory. */
function frequencyOf(dictionary: Buffer, word: string): number {
  const wanted = Buffer.from(`${word} `)
  let [low, high] = [0, dictionary.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = middle === 0 ? 0 : dictionary.lastIndexOf(lineEnd, middle - 1) + 1
    const order = dictionary.compare(
      wanted,
      0,
      wanted.length,
      start,
      Math.min(start + wanted.length, dictionary.length),
    )
    if (order === 0)
      return Number.parseInt(dictionary.toString('latin1', start + wanted.length, start + wanted.length + 9))
    if (order > 0) high = start
    else low = lineAfter(dictionary, middle)
  }
  return 0
}

function lineAfter(dictionary: Buffer, at: number): number {
  const end = dictionary.indexOf(lineEnd, at)
  return end === -1 ? dictionary.length : end + 1
}

/** Sum of all frequencies: the digits after the first space of each line. */
function totalOf(dictionary: Buffer): number {
  let [total, frequency, field] = [0, 0, 0]
  for (const byte of dictionary) {
    if (byte === lineEnd) {
      total += frequency
      ;[frequency, field] = [0, 0]
    } else if (byte === space) field += 1
    else if (field === 1) frequency = frequency * 10 + byte - zero
  }
  return total
}

/** Persons of the dictionary whose surname is rather 和, 向 or 给 before somebody else's name: 和丽丽. */
const particleSurname = /^[和跟同与向对给让叫带找问请等有是把被听从由]\S{2,} \d+ nr\w*\n/gm
const lineEnd = 0x0a
const space = 0x20
const zero = 0x30
const maxKnown = 10_000
