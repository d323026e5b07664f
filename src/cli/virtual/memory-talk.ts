// Talk kept in memory as prompts show it to one bot.
import type { PromptMessage, Talk } from '../../prompt/talk.ts'

const contextLines = 10

export function memoryTalk() {
  const groups = new Map<string, { lines: PromptMessage[]; places: Map<string, number>; own: string[] }>()
  const of = (group: string) => {
    const known = groups.get(group) ?? { lines: [], places: new Map<string, number>(), own: [] }
    groups.set(group, known)
    return known
  }
  return {
    /** False when the group has a message of this id already. */
    add(group: string, message: PromptMessage): boolean {
      const { lines, places, own } = of(group)
      if (places.has(message.id)) return false
      places.set(message.id, lines.push(message) - 1)
      if (message.own) own.unshift(message.text)
      own.splice(contextLines)
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
    ownReplies: (group: string): readonly string[] => of(group).own,
  }
}
