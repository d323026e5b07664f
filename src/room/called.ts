// Whom a reply calls by name: the mentions that the bridge tells its peers (X4).
import { makeDirectory } from '../language/directory.ts'
import { spokenOf } from '../language/spoken.ts'

export interface Named {
  id: string
  name: string
  aliases?: readonly string[]
}

/** Of two members with one id the last counts; the speaker is never called. */
export function calledIn(text: string, members: readonly Named[], speaker: string): { id: string; name: string }[] {
  const known = new Map(members.map((member) => [member.id, member]))
  const directory = makeDirectory(known.size)
  for (const { id, name, aliases = [] } of known.values()) directory.add({ id, name, aliases: [...aliases] })
  const spoken = spokenOf(text)
  const ids = new Set(directory.calledIn(spoken.text, spoken.openings()))
  ids.delete(speaker)
  return [...ids].map((id) => ({ id, name: known.get(id)?.name ?? id }))
}
