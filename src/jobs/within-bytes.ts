// The bound on all that one request tells a model, in bytes: pictures and files are cut to it, and then the talk (I4).
import { estimatePromptTokens } from '../language/tokens.ts'
import { type ChatMessage, ModelError, type OfferedTool } from '../llm/model.ts'
import { isSurelyWithin, jsonBytes, requestBytes } from '../llm/request-bytes.ts'

interface Written {
  messages: ChatMessage[]
  /** On offer beside them. */
  tools?: readonly OfferedTool[]
  /** What the allowance was given to; it stands in the messages. */
  talk: string
}

/** Less is not tried: with so few tokens no line says anything. */
const leastTokens = 40
/** What is left out is told, and a cut falls between two lines. */
const slack = 0.9

/**
 * Writes a request, and anew with less talk as long as it has more than `most` bytes; the talk counts what it leaves out.
 * Throws a ModelError `failed`, at no charge, where all that stands beside the talk has more. Undefined: no bound.
 */
export function withinBytes<W extends Written>(
  most: number | undefined,
  allowance: number,
  write: (allowance: number) => W,
): W {
  let tokens = allowance
  for (;;) {
    const written = write(tokens)
    if (most === undefined || isSurelyWithin(written.messages, most, written.tools)) return written
    const over = requestBytes(written.messages, written.tools) - most
    if (over <= 0) return written
    if (tokens <= leastTokens) throw new ModelError('failed', { why: 'noBytesForTalk', numbers: { bytes: most } }, 0)
    const ofTalk = jsonBytes(written.talk)
    const used = Math.min(tokens, estimatePromptTokens(written.talk))
    tokens = Math.max(leastTokens, Math.floor(used * slack * Math.max(0, 1 - over / ofTalk)))
  }
}
