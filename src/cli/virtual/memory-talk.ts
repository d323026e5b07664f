// Talk kept in memory as prompts show it to one bot.
import type { Recent } from '../../../machines/rules/repetition.ts'
import type { PromptMessage, Talk } from '../../prompt/talk.ts'

const contextLines = 10
/** What a peer said longer ago may be said again. */
const peersForMs = 10 * 60_000

export function memoryTalk() {
  const groups = new Map<
    string,
    { lines: PromptMessage[]; places: Map<string, number>; own: string[]; peers: PromptMessage[] }
  >()
  const of = (group: string) => {
    const known = groups.get(group) ?? { lines: [], places: new Map<string, number>(), own: [], peers: [] }
    groups.set(group, known)
    return known
  }
  return {
    /** False when the group has a message of this id already. */
    add(group: string, message: PromptMessage, bot: boolean): boolean {
      const { lines, places, own, peers } = of(group)
      if (places.has(message.id)) return false
      places.set(message.id, lines.push(message) - 1)
      if (message.own) own.unshift(message.text)
      else if (bot) peers.unshift(message)
      own.splice(contextLines)
      peers.splice(contextLines)
      return true
    },
    around(group: string, batch: readonly string[]): Talk {
      const { lines, places } = of(group)
      const found = batch.map((id) => places.get(id)).filter((place) => place !== undefined)
      const [first, last] = [Math.min(...found), Math.max(...found)]
      const inBatch = new Set(found)
      return {
        before: lines.slice(Math.max(0, first - contextLines), first),
        batch: found.flatMap((place) => lines[place] ?? []),
        after: lines.slice(last + 1, last + 1 + 2 * contextLines).filter((_, i) => !inBatch.has(last + 1 + i)),
      }
    },
    recentReplies(group: string): Recent {
      const { lines, own, peers } = of(group)
      const since = (lines.at(-1)?.ts ?? 0) - peersForMs
      return { own, peers: peers.filter(({ ts }) => ts >= since).map(({ text }) => text) }
    },
  }
}
