// Which messages ask for an answer, and which of them wait for no cooldown.
import type { MessageRef } from '../group/types.ts'

/** A person asks the bot: by name, by a reply to its words, by going on with it, or where nobody else is. */
export const isRequest = ({ kind, mentioned, asked }: MessageRef): boolean =>
  kind === 'person' && (mentioned || asked !== undefined)

/** It waits for the mention floor alone (B4): a request, a peer's mention, or a question to the bots of the room. */
export const isPressing = ({ mentioned, asked, toBots }: MessageRef): boolean =>
  mentioned || asked !== undefined || toBots === true

/** Whose share of the day an answer is booked to: the people who ask the bot, or the bots of the room. */
export const askersIn = (batch: readonly MessageRef[], oneToOne: boolean): string[] => [
  ...new Set(batch.filter((ref) => isAsked(ref, oneToOne)).map(({ sender }) => sender)),
]

/** A person asks for an answer by it. */
export const isAsked = (ref: MessageRef, oneToOne: boolean): boolean =>
  ref.kind === 'person' && (oneToOne || isPressing(ref))

/** The reply call itself may keep silent: a judgement before it would tell nothing (I6). */
export const needsNoJudgement = ({ mentioned, asked }: MessageRef): boolean => mentioned || asked === 'alone'

/** It surely speaks to the bot: a name in passing may be about it, and what follows its answer may go on among people. */
export const isAddressedTo = ({ mentioned, how, asked }: MessageRef): boolean =>
  (mentioned && how !== 'named') || asked === 'alone'

/** A thanks, an "ok", a wish for quiet: a sign is answer enough. */
export const isAnsweredBySign = ({ closing, wish }: MessageRef): boolean => closing === true || wish === 'quiet'
