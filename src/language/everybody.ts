// Tells whether a text speaks to everybody, whomever else it names.
import { isCall } from './calls.ts'
import type { Spoken } from './spoken.ts'

/** `hi all`, `Bob and others: …`, `Bob, does anyone know?`; `who` alone is no sign of it. */
export function isToAll({ text, openings, isQuestion }: Spoken): boolean {
  for (const [start, opening] of openings()) {
    everybody.lastIndex = start
    const [called] = everybody.exec(text) ?? []
    if (called !== undefined && isCall(text, start, start + called.length, opening, 'common')) return true
    joinedEverybody.lastIndex = start
    if (joinedEverybody.test(text)) return true
  }
  return besideOthers.test(text) || (anybody.test(text) && isQuestion())
}

/** Ids that channels give to a mention of everybody. */
export const isEverybody = (id: string): boolean => /^@?_?(?:all|everyone|here|channel|room)$/i.test(id)

const everybody =
  /(?:(?:all|every(?:one|body)|here|channel|room|guys|folks|team|y['’]?all|you (?:all|guys)|все|всем|ребята?|народ|коллеги|друзья)(?: else)?)(?![\p{L}\p{N}_'’-])/uy
const joinedEverybody =
  /(?:(?:所有人|全体成员|大家|各位|诸位|みんな|みなさん|皆さん|皆様|여러분|다들)(?=$|[\s,、:!?。~])|(?:大家|各位|你们)好|всем (?:привет|добр))/uy
const besideOthers =
  /(?:[,、/&+]|(?<![\p{L}\p{N}_'’-])(?:and|or|и|или)(?=\s)|[和と])\s*(?:the )?(?:(?:all|others|rest|(?:every|any|some)(?:one|body)(?: else)?|все|остальные|ребята)(?![\p{L}\p{N}_'’-])|所有人|大家|各位|みんな|皆さん|여러분)\s*[,、:!?]/u
const anybody =
  /(?<![\p{L}\p{N}_'’-])(?:any ?(?:one|body)|(?:can|could|would|will|please|pls) some(?:one|body)|some(?:one|body) else|guys|folks|you all|y['’]?all|кто-?(?:нибудь|либо|то)|кто (?:знает|может|умеет|подскажет)|ребята|народ)(?![\p{L}\p{N}])|大家|各位|有人|有谁|哪位|谁(?:知道|能|会|懂|可以|了解|有空|来)|みんな|皆さん|誰か|だれか|여러분|혹시 누가|아시는 분/u
