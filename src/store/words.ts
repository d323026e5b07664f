// Words that stand on the tape again and again (states, transitions, timers, gates), each stored once and numbered.
import type { DatabaseSync } from 'node:sqlite'

export type Words = ReturnType<typeof openWords>

/** What the tape needs of them. */
export type TapeWords = Pick<Words, 'of' | 'text'>

/** A tape that several processes write has no numbers for words: each stands in its rows as it is. */
export const wordsInFull: TapeWords = { of: (word) => word.toWellFormed(), text: String }

/** A chart has some hundreds; what is written out of all proportion is no word. */
const mostWords = 5_000

export function openWords(db: DatabaseSync) {
  const all = db.prepare('SELECT n, text FROM word ORDER BY n')
  const add = db.prepare('INSERT INTO word (n, text) VALUES (?, ?)')
  const numbers = new Map<string, number>()
  const texts: string[] = []

  function load(): void {
    const rows = all.all()
    numbers.clear()
    texts.length = 0
    for (const row of rows) know(Number(row['n']), String(row['text']))
  }

  function know(n: number, text: string): void {
    numbers.set(text, n)
    texts[n] = text
  }

  load()
  return {
    /** The word's number; a new one is written, in the transaction under way. Once there are too many: the text itself. */
    of(word: string): number | string {
      // Halves of a sign are all the same to the store.
      const text = word.toWellFormed()
      const known = numbers.get(text)
      if (known !== undefined) return known
      if (texts.length >= mostWords) return text
      const n = texts.length
      add.run(n, text)
      know(n, text)
      return n
    },
    /** Throws for a number that no word has. */
    text(word: number | string): string {
      const text = typeof word === 'string' ? word : texts[word]
      if (text === undefined) throw new Error(`the tape names word ${word}, and there is none`)
      return text
    },
    /** After a rollback: words of the transaction that was undone are numbered anew. */
    reload: load,
  }
}
