// Lines of a talk as a room shows them: what one person says in a row together, reactions on what they are about.
import type { TalkLine } from '../../src/feed/contract.ts'

export interface Shown {
  line: TalkLine
  /** It goes on with the line before it, and needs no name of its own. */
  joins: boolean
  /** What it answers, where that is not the line before it. */
  quoted?: TalkLine
  reactions: readonly TalkLine[]
}

const joinedWithinMs = 5 * 60_000

/** A reaction whose message is not among the lines stands as a line. */
export function arranged(lines: readonly TalkLine[]): Shown[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const reactions = Map.groupBy(
    lines.filter((line) => isOnAnother(line, byId)),
    ({ replyTo = '' }) => replyTo,
  )
  let last: TalkLine | undefined
  return lines.flatMap((line): Shown[] => {
    if (isOnAnother(line, byId)) return []
    const before = last
    last = line
    const quoted = line.replyTo === before?.id ? undefined : byId.get(line.replyTo ?? '')
    const joins = before?.sender === line.sender && !quoted && line.at - before.at < joinedWithinMs
    return [{ line, joins, ...(quoted && { quoted }), reactions: reactions.get(line.id) ?? [] }]
  })
}

const isOnAnother = ({ reaction, replyTo }: TalkLine, byId: ReadonlyMap<string, TalkLine>): boolean => {
  const target = reaction ? byId.get(replyTo ?? '') : undefined
  return target !== undefined && !target.reaction
}
