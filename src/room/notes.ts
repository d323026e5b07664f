// What becomes of a room's messages besides its turns: in a cluster it travels in them, so that every worker's store tells it.
import type { Correction } from './message.ts'

/** A message says something else now, or was taken back. */
export interface CorrectedNote extends Correction {
  kind: 'corrected'
}

/** A bot's sign on a message was put there, or taken off. */
export interface SignNote {
  kind: 'sign'
  group: string
  bot: string
  message: string
  emoji: string
  isOn: boolean
}

/** A second time it changes nothing. */
export type RoomNote = CorrectedNote | SignNote
