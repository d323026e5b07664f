// Which messages ask for an answer.
import type { MessageRef } from '../group.types.ts'

/** A person asks the bot: by name, by a reply to its words, by going on with it, or where nobody else is. */
export const isRequest = ({ kind, mentioned, asked }: MessageRef): boolean =>
  kind === 'person' && (mentioned || asked !== undefined)
