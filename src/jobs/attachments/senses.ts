// What a reply may have of pictures, files and recordings: by its settings, its model and the service; held for it at most.
import { pictureTokens } from '../../language/tokens.ts'
import type { ChatModel } from '../../llm/model.ts'
import { reduced } from '../../media/limits.ts'
import type { Media } from '../../media/media.ts'

export interface AttachmentLimits {
  maxPictures: number
  maxFileTokens: number
}

/** What a bot's model and the service can do with what is carried. */
export interface Senses {
  /** The model sees pictures; so many times the estimate is what it counts for one. */
  sees: boolean
  rate: number
  /** Something turns recordings into text. */
  hears: boolean
}

/** What heads and notes take, of all kinds together: tokens, and bytes. */
export const notesTokens = 160
export const notesBytes = 4_000
/** What a prompt's tokens are multiplied by before they are held: those of a picture are not. */
export const safety = 1.25
/** Four minutes of speech. */
const ofRecordings = 3_000
const mostOfPicture = pictureTokens(reduced.side, reduced.side)

/** Most tokens that they may take beside the talk, for reservations. */
export const attachmentsOverhead = (
  { maxPictures, maxFileTokens }: AttachmentLimits,
  { sees, rate, hears }: Senses,
): number =>
  (sees ? Math.ceil((maxPictures * mostOfPicture * rate) / safety) : 0) +
  (hears ? ofRecordings : 0) +
  maxFileTokens +
  notesTokens

export const sensesOf = (
  model: Pick<ChatModel, 'sees' | 'pictureRate'> | undefined,
  media: Pick<Media, 'recording'> | undefined,
): Senses => ({
  sees: model?.sees?.() === true,
  rate: model?.pictureRate?.() ?? 1,
  hears: media?.recording !== undefined,
})
