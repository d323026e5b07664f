// Who is known in a group by which names, and which of them a text calls.
import { isCall, type Opening } from './calls.ts'
import { isRole, isTopic } from './common-words.ts'
import { type Named, type NameKind, namesOf } from './names.ts'
import { endsWord } from './word-edges.ts'

interface Entry {
  kind: NameKind
  /** Namesakes are called together. */
  ids: Set<string>
}

/** Holds `max` persons; a further one takes the place of who was added longest ago. */
export function makeDirectory(max: number) {
  const persons = new Map<string, { name: string; listed: readonly string[] }>()
  const entries = new Map<string, Entry>()
  let lengths: readonly number[] = []

  const list = (id: string, text: string, kind: NameKind): void => {
    const entry = entries.get(text) ?? { kind, ids: new Set() }
    entries.set(text, entry)
    entry.ids.add(id)
    if (!lengths.includes(text.length)) lengths = [...lengths, text.length].toSorted((a, b) => b - a)
  }
  const strike = (id: string): void => {
    for (const text of persons.get(id)?.listed ?? []) {
      const ids = entries.get(text)?.ids
      ids?.delete(id)
      if (ids?.size === 0) entries.delete(text)
    }
    persons.delete(id)
  }

  return {
    add(person: Named): void {
      const known = persons.get(person.id)
      if (known?.name === person.name) {
        persons.delete(person.id)
        persons.set(person.id, known)
        return
      }
      strike(person.id)
      const names = [...namesOf(person), ...givenName(person)]
        .filter(({ text }) => text.length <= maxName)
        .map(({ text, kind }) => ({ text, kind: isTopic(text) ? 'sign' : isRole(text) ? 'common' : kind }) as const)
      for (const { text, kind } of names) list(person.id, text, kind)
      persons.set(person.id, { name: person.name, listed: names.map(({ text }) => text) })
      const [oldest] = persons.keys()
      if (persons.size > max && oldest !== undefined) strike(oldest)
    },

    /** Ids of those who are called; of two names at one place the longer counts, everyday words at the start alone. */
    calledIn(text: string, openings: ReadonlyMap<number, Opening>): string[] {
      const called: string[] = []
      for (const [start, opening] of openings) {
        if (called.length >= maxCalled) break
        for (const length of lengths) {
          const name = text.slice(start, start + length)
          const entry = entries.get(name)
          if (!entry || name.length < length || !endsWord(text, name, start + length)) continue
          if (entry.kind !== 'sure' && entry.kind !== 'short' && !atStart.test(text.slice(0, start))) break
          if (isCall(text, start, start + length, opening, entry.kind)) called.push(...entry.ids)
          break
        }
      }
      return called
    },
  }
}

const maxName = 80
const maxCalled = 50
const atStart = /^[\s\p{P}]*$/u

/** `Ann Miller` is called `Ann`, too; `Team Lead` is not called `Team`. */
function givenName({ name }: Named) {
  const [given = '', family] = name.trim().split(/\s+/)
  if (family === undefined) return []
  return namesOf({ id: '', name: given, aliases: [] }).filter(
    ({ text, kind }) => kind === 'sure' && !isRole(text) && !isTopic(text),
  )
}
