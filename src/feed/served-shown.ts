// Who is served in a room, as the page is told: types alone.
import type { WhyKey } from '../../machines/group/verdicts/why.ts'

/** Who is served in a room, for operators. */
export interface ServedShown {
  group: string
  channel: string
  /** The configuration has no allowFrom here: whoever is not denied is served. */
  isOpen: boolean
  /** The group's own allowFrom stands in the place of the channel's. */
  hasOwnList: boolean
  /** Who wrote of late or was refused; who is refused now stands first. */
  people: ServedPerson[]
  /** In force here; what an operator added stands first. */
  listed: ListedId[]
  /** So many further ones are listed. */
  more: number
}

export type ServedPlace = 'group' | 'channel'

export interface ServedPerson {
  /** Of the platform. */
  id: string
  name: string
  /** Of another service: it is listed as people are. */
  bot?: true
  at: number
  /** Absent: served. */
  why?: Extract<WhyKey, 'senderDenied' | 'senderUnlisted' | 'oneToOneClosed'>
  /** What keeps the group's list from serving them: denied by the configuration, denied for the channel, one-to-one chats are off. */
  fixed?: 'file' | 'channel' | 'closed'
}

export interface ListedId {
  where: ServedPlace
  list: 'allowFrom' | 'denyFrom'
  id: string
  /** Only what was added by the page can be removed there. */
  by: 'file' | 'page'
  /** When it was added, ms. */
  at?: number
}
