// What is read off a message: whom it is aimed at, and what else it shows.
import type { Address, MessageRef } from '../../machines/group/types.ts'
import type { Naming } from '../language/mention.ts'

export interface Addressing extends Pick<MessageRef, 'asked' | 'toBots' | 'closing' | 'wish' | 'question'> {
  /** It addresses the bot; `how` tells by what. */
  mentioned: boolean
  how?: Address
  /** It shows that it is aimed at somebody else, and not at the bot. */
  addressedToOther?: true
  /** It shows nothing; its sender was speaking with somebody else, and not with the bot. */
  continuesOtherExchange?: true
}

/** A bot, as far as its ears go. */
export interface Listener {
  /** Its id in the configuration, and in the roster. */
  bot: string
  /** Its id on the channel. */
  ownId: string
  isNamedIn(text: string): Naming | undefined
}

/** Who somebody is speaking with, by channel id. */
export interface Partner {
  id: string
  isInterrupted: boolean
}

/** What is read off a message and its room, for all bots alike. */
export interface Reading {
  addressingOf(listener: Listener): Addressing
  text: string
  /** The words of its writer alone, without those of what it carries. */
  said: string
  isPerson: boolean
  /** The text or a link shows whom it is aimed at. */
  isShown: boolean
  /** It begins something of its own: it may go on with nobody. */
  isNew: boolean
  /** Everybody is asked, whomever else it names; or the bots of the room are, whichever. */
  isToAll: boolean
  /** `you`: it means bots where there are several. */
  toBots?: 'bots' | 'you'
  isQuestion: boolean
  /** A reply to it may have to look at a picture, a file or a recording: its own, or that of what it goes on with. */
  mayNeedAttachments: boolean
  isClosing: boolean
  /** Who its sender is speaking with. */
  partner?: Partner
  /** Nobody but its sender and bots is known in the room; or, nobody else spoke lately. */
  isAlone: boolean
  isNearlyAlone: boolean
  /** When somebody was last heard, ms. */
  heardOf(id: string): number
}
