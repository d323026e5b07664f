// Why a person's message does not stand in its room, or not before the bots yet.

/** The message is stored, but the service did not take it yet. */
export class NotTaken extends Error {
  override name = 'NotTaken'
  readonly code = 'notTaken'
  constructor(id: string, options: ErrorOptions) {
    super(`message ${id} is kept and the bots get it later; post it again with this id to be sure`, options)
  }
}

/** Another message has the id: this one is not stored. */
export class IdTaken extends Error {
  override name = 'IdTaken'
  readonly code = 'idTaken'
  constructor(id: string, isOwn: boolean) {
    const whose = isOwn ? 'another message of yours' : "somebody else's message"
    super(`the id ${id} is ${whose} in this room: post this one again with a new id, or without one`)
  }
}
