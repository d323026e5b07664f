// What a person's message carries: the passage that it quotes, and the files that were sent before it.
import { type Part, partLimits, toldText } from '../../language/parts.ts'
import { NotCarried } from './not-posted.ts'
import type { Post } from './room-lines.ts'
import type { Rooms } from './rooms.ts'
import { partOf } from './uploads.ts'

/** undefined: nothing. Throws NotCarried. */
export function partsOf(rooms: Rooms, room: string, post: Post & { id: string }): Part[] | undefined {
  const { id, files = [] } = post
  const parts = [...quoteOf(rooms, room, post), ...files.map(fileIn)]
  return parts.length === 0 ? undefined : parts

  function fileIn(file: string): Part {
    const found = rooms.files.find(file)
    // A post that is tried again has them already.
    const isFree = found?.message === undefined || found.message === id
    if (!found || found.room !== room || !isFree) throw new NotCarried('fileGone')
    return partOf(found)
  }
}

/** In the words of the message itself: nobody is quoted with what was not said. */
function quoteOf(rooms: Rooms, room: string, { replyTo = '', quote }: Post): Part[] {
  if (quote === undefined) return []
  const said = rooms.find(room, replyTo)
  if (!said || !said.text.includes(quote)) throw new NotCarried('notSaid')
  const text = (quote || toldText(said.text, said.parts)).slice(0, partLimits.quoted).toWellFormed()
  return [{ kind: 'quote', id: said.id, sender: said.sender, name: said.name, ts: said.ts, text }]
}
