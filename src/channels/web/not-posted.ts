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

const whyNot = {
  fileTooLarge: 'a file has at most 10 MB',
  fileEmpty: 'the file is empty',
  fileRefused: 'programs are not taken',
  filesFull: 'no more files can be taken now: try again later',
}

/** A file is not stored. */
export class FileRefused extends Error {
  override name = 'FileRefused'
  readonly code: keyof typeof whyNot
  constructor(code: keyof typeof whyNot) {
    super(whyNot[code])
    this.code = code
  }
}

/** What a message would carry is not there: it is not stored. */
export class NotCarried extends Error {
  override name = 'NotCarried'
  readonly code: 'fileGone' | 'notSaid'
  constructor(code: NotCarried['code']) {
    super(
      code === 'fileGone'
        ? 'a file is not here any more: send it again'
        : 'replyTo names no message of this room that says what is quoted',
    )
    this.code = code
  }
}
