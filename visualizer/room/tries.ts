// What an empty room proposes to say.
import type { Lang } from '../time-text.ts'
import type { Words } from '../words.ts'
import type { BotHere } from './bots.ts'

/** A greeting, a question to one bot by name, and an open one, on another bot's field where there is one. */
export function triesOf(bots: readonly BotHere[], { room: { empty }, lang }: Words): string[] {
  const told = bots.map(({ name, profile }) => ({ name, fields: fieldsIn(profile?.fields ?? [], lang) }))
  const known = told.filter(({ fields }) => fields.length > 0)
  const [first = told[0]] = known
  const open = known.length > 1 ? known.at(-1)?.fields[0] : first?.fields[1]
  const named = first ? [empty.askBot(first.name, first.fields[0])] : []
  return [empty.hello, ...named, empty.askAll(open)]
}

/** Those in the reader's language; where there are none, all. */
export function fieldsIn(fields: readonly string[], lang: Lang): readonly string[] {
  const own = fields.filter((field) => /\p{Script=Han}/u.test(field) === (lang === 'zh'))
  return own.length > 0 ? own : fields
}
