// A message as it is stored: its time and its text made trustworthy, and what stands for one that is gone.
import type { Verdict } from '../../machines/group/types.ts'
import type { Refusal } from './admission.ts'
import type { InboundMessage } from './message.ts'

/** Longest text of a message that is kept, in UTF-16 units: prompts read 4 000. */
const longestText = 20_000
/** How far ahead a message's time is believed (V4). */
const maxAheadMs = 60_000

/** A message as the talk keeps it: its time and its text made trustworthy. `refusal`: why it woke nobody. */
export const talkRow = ({ id, ts, sender, text, replyTo, parts }: InboundMessage, now: number, refusal?: Refusal) => ({
  id,
  ts: Number.isFinite(ts) && ts > 0 && ts <= now + maxAheadMs ? ts : now,
  sender: sender.id,
  name: sender.name,
  bot: sender.bot,
  text: text.slice(0, longestText).toWellFormed(),
  ...(replyTo !== undefined && { replyTo }),
  ...(parts && { parts }),
  ...(refusal && { refused: true as const }),
})

/** Stands where a message stood that its writer took back. */
export const takenBack = '[taken back]'

export const correctedText = (text: string): string => text.slice(0, longestText).toWellFormed()

/** R10: the inbox drops it before any chart hears of it, so its verdict is in the log alone. */
export const duplicate = (id: string | undefined, at: number): Verdict => ({
  turn: null,
  at,
  gate: 'duplicate',
  outcome: 'ignored',
  why: 'knownAlready',
  messages: id === undefined ? [] : [id],
})
