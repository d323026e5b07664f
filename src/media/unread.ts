// What stands for something that could not be read.
import type { WhyUnread } from '../language/attachments.ts'

export interface Unread {
  unread: WhyUnread
}

export const isUnread = (read: object): read is Unread => 'unread' in read

/** Thrown where it is found out. */
export class UnreadError extends Error {
  override name = 'UnreadError'
  readonly why: WhyUnread
  constructor(why: WhyUnread, options?: ErrorOptions) {
    super(why, options)
    this.why = why
  }
}
