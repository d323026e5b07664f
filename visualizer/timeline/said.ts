// What was said by an arrow of the sequence: the message that came in, or the reply that was posted.
import type { TalkLine } from '../../src/feed/contract.ts'
import type { Arrow } from './arrows.ts'

/** `bot`: name of the bot whose sequence it is. Undefined: the arrow says nothing, or its line is not loaded. */
export function saidBy(talk: readonly TalkLine[], bot: string) {
  const lines = new Map(talk.map((line) => [line.id, line]))
  const replies = Map.groupBy(
    talk.filter((line) => line.bot && line.name === bot),
    ({ replyTo }) => replyTo,
  )
  return ({ message, answers, at }: Pick<Arrow, 'message' | 'answers' | 'at'>): TalkLine | undefined => {
    if (message !== undefined) return lines.get(message)
    if (answers === undefined) return undefined
    // The reply that stands nearest to the step that posted it.
    const apart = (line: TalkLine): number => Math.abs(line.at - at)
    return replies.get(answers)?.toSorted((a, b) => apart(a) - apart(b))[0]
  }
}
