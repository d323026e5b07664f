// Who is called in a text: `@Name`, where one member alone bears the name (R4).

type NamesOf<Member> = (member: Member) => readonly (string | undefined)[]

/** Where a call stands in the text, with its @, in UTF-16 units. */
export interface Call<Member> {
  at: number
  length: number
  member: Member
}

export type FindCalls<Member> = (text: string) => Call<Member>[]

/** `namesOf`: all that a member is called by. */
export function callsOf<Member extends { id: string | number }>(
  members: readonly Member[],
  namesOf: NamesOf<Member>,
): FindCalls<Member> {
  const known = byName(members, namesOf)
  if (known.size === 0) return () => []
  const longestFirst = [...known.keys()].toSorted((a, b) => b.length - a.length).map((name) => RegExp.escape(name))
  // After a letter or digit an @ belongs to an address; a name in letters with spaces ends where its word ends.
  const called = new RegExp(`(?<!${spaced}|[.+-])[@＠](${longestFirst.join('|')})(?!${joined})`, 'giu')
  return (text) =>
    Array.from(text.matchAll(called)).flatMap(({ index: at, 0: all, 1: name = '' }) => {
      const member = known.get(name.toLowerCase())
      return member ? [{ at, length: all.length, member }] : []
    })
}

/** Letters of scripts with spaces, and digits; Han and Kana need no space beside a name. */
const spaced = String.raw`[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}_]`
const joined = String.raw`(?<=${spaced})(?:${spaced}|[.-][\p{L}\p{N}])`

function byName<Member extends { id: string | number }>(
  members: readonly Member[],
  namesOf: NamesOf<Member>,
): Map<string, Member> {
  const all = new Map<string, Member | undefined>()
  for (const member of members)
    for (const name of namesOf(member)) {
      const called = name?.toLowerCase() ?? ''
      if (called === '') continue
      all.set(called, all.has(called) && all.get(called)?.id !== member.id ? undefined : member)
    }
  return new Map([...all].flatMap(([name, member]) => (member ? [[name, member] as const] : [])))
}

/** The text with something else in the place of each call. */
export function withCalls<Member>(text: string, calls: readonly Call<Member>[], instead: (member: Member) => string) {
  return piecesOf(text, calls)
    .map((piece) => (typeof piece === 'string' ? piece : instead(piece.member)))
    .join('')
}

/** The text in pieces: a call stands for itself. */
export function piecesOf<Member>(text: string, calls: readonly Call<Member>[]): (string | Call<Member>)[] {
  const pieces: (string | Call<Member>)[] = []
  let from = 0
  for (const call of calls) {
    pieces.push(text.slice(from, call.at), call)
    from = call.at + call.length
  }
  return [...pieces, text.slice(from)].filter((piece) => piece !== '')
}
