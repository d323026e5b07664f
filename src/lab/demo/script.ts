// What a script of the demo is made of.

export type Room = 'web:lobby' | 'web:release'

export interface Line {
  /** Seconds since the start; with a cue, seconds after it. */
  at: number
  who: string
  text: string
  /** Somebody else's bot, that is none of Chime's. */
  bot?: boolean
  /** What a bot does before the line is said: its draft waits its pause, or it says something. */
  cue?: { bot: string; does: 'waits' | 'says' }
}

export interface Scene {
  title: string
  room: Room
  lines: Line[]
  /** Whose word opens it where no person does, once the talk has moved to another room. */
  opensWith?: string
}
