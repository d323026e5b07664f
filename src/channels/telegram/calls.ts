// Who is called in a text: `@Name`, where one member alone bears the name.
import type { Person } from './names.ts'

export interface Call {
  at: number
  length: number
  person: Person
}

export function callsIn(text: string, people: readonly Person[]): Call[] {
  const known = byName(people)
  if (known.size === 0 || !/[@＠]/.test(text)) return []
  const longestFirst = [...known.keys()].toSorted((a, b) => b.length - a.length).map((name) => RegExp.escape(name))
  // After a letter or digit an @ belongs to an address; a name in letters with spaces ends where its word ends.
  const called = new RegExp(`(?<!${spaced}|[.+-])[@＠](${longestFirst.join('|')})(?!${joined})`, 'giu')
  return Array.from(text.matchAll(called)).flatMap(({ index: at, 0: all, 1: name = '' }) => {
    const person = known.get(name.toLowerCase())
    return person ? [{ at, length: all.length, person }] : []
  })
}

/** Letters of scripts with spaces, and digits; Han and Kana need no space beside a name. */
const spaced = String.raw`[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}_]`
const joined = String.raw`(?<=${spaced})(?:${spaced}|[.-][\p{L}\p{N}])`

function byName(people: readonly Person[]): Map<string, Person> {
  const all = new Map<string, Person | undefined>()
  for (const person of people)
    for (const name of [person.name, person.username]) {
      const called = name?.toLowerCase() ?? ''
      if (called === '') continue
      all.set(called, all.has(called) && all.get(called)?.id !== person.id ? undefined : person)
    }
  return new Map([...all].flatMap(([name, person]) => (person ? [[name, person] as const] : [])))
}
