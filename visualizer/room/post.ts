// A message that a person writes, and what goes with it until it is sent.

export interface Post {
  name: string
  text: string
  id: string
  /** Ids of files that are in the room. */
  files?: readonly string[]
  replyTo?: string
  /** A passage of the message `replyTo`; '': all of it. */
  quote?: string
}

/** A message that is quoted; `text`: what of it is shown, `quote`: as a post has it. */
export interface Quoted {
  id: string
  name: string
  quote: string
  text: string
}

/** Fills a text in, which is sent at once where the name is known; or quotes. */
export type Hand = (given: string | Quoted) => void

/** A file that was chosen. */
export interface Picked {
  key: number
  file: File
}

/** `files`: ids of those that are in the room; `waits`: some are on their way. */
export interface Carried {
  files: readonly string[]
  waits: boolean
}
