// What an empty room proposes to say.
import type { Lang } from '../time-text.ts'
import type { Words } from '../words.ts'
import type { BotHere } from './bots.ts'

/** A greeting, a question to one bot by name, and an open one that fits another bot where there are two. */
export function triesOf(bots: readonly BotHere[], { room: { empty }, lang }: Words): string[] {
  const [first] = bots
  const other = bots.at(-1)
  const fieldOf = (bot: BotHere | undefined, at: number) => fieldsIn(bot?.profile?.fields ?? [], lang).at(at)
  const named = first ? [empty.askBot(first.name, fieldOf(first, 0))] : []
  return [empty.hello, ...named, empty.askAll(fieldOf(other, other === first ? 1 : 0))]
}

/** Those in the reader's language; where there are none, all. */
export function fieldsIn(fields: readonly string[], lang: Lang): readonly string[] {
  const own = fields.filter((field) => /\p{Script=Han}/u.test(field) === (lang === 'zh'))
  return own.length > 0 ? own : fields
}
