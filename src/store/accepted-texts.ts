// Skills and notes of workspaces that a model can write, as an operator accepted them: by the digest of what it was then.
import type { DatabaseSync } from 'node:sqlite'

export interface AcceptedText {
  /** Key of the bot's chart in the group. */
  place: string
  name: string
  digest: string
  by: string
  at: number
}

/** Of a place; more would be more than a prompt takes. */
export const mostAccepted = 40

export function openAcceptedTexts(db: DatabaseSync) {
  const put = db.prepare(
    `INSERT INTO accepted_text (place, name, digest, by, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET digest = excluded.digest, by = excluded.by, at = excluded.at`,
  )
  const remove = db.prepare('DELETE FROM accepted_text WHERE place = ? AND name = ?')
  const all = db.prepare('SELECT name, digest FROM accepted_text WHERE place = ? LIMIT +?')

  return {
    put: ({ place, name, digest, by, at }: AcceptedText): void => void put.run(place, name, digest, by, at),
    /** False: it was not accepted. */
    drop: (place: string, name: string): boolean => remove.run(place, name).changes > 0,
    /** Digests by name. */
    of: (place: string): Map<string, string> =>
      new Map(all.all(place, mostAccepted).map(({ name, digest }) => [String(name), String(digest)])),
  }
}

export type AcceptedTexts = ReturnType<typeof openAcceptedTexts>
