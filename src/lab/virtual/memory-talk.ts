// Talk kept in memory as prompts show it to one bot.
import type { Recent } from '../../language/repetition.ts'
import type { PromptMessage, Talk } from '../../prompt/talk.ts'

/** As many as an allowance of tokens could ever hold. */
const contextLines = 60
const repliesKept = 10
/** What it said itself longer ago may be said again, and what a peer said. */
const ownForMs = 20 * 60_000
const peersForMs = 10 * 60_000

const nothingYet = () => ({
  lines: [] as PromptMessage[],
  /** Where each message stands in them, and where the bot's own do. */
  places: new Map<string, number>(),
  ownPlaces: [] as number[],
  own: [] as PromptMessage[],
  peers: [] as PromptMessage[],
})

export function memoryTalk() {
  const groups = new Map<string, ReturnType<typeof nothingYet>>()
  const of = (group: string) => {
    const known = groups.get(group) ?? nothingYet()
    groups.set(group, known)
    return known
  }
  return {
    /** False when the group has a message of this id already. */
    add(group: string, message: PromptMessage, bot: boolean): boolean {
      const { lines, places, ownPlaces, own, peers } = of(group)
      if (places.has(message.id)) return false
      places.set(message.id, lines.push({ ...message, bot }) - 1)
      const kept = message.own ? own : bot ? peers : undefined
      if (message.own) ownPlaces.push(lines.length - 1)
      if (kept && kept.unshift(message) > repliesKept) kept.pop()
      return true
    },
    /** As the store's: all of the batch's span, what lies around it, and what it goes on with. */
    around(group: string, batch: readonly string[]): Talk {
      const { lines, places, ownPlaces } = of(group)
      const found = batch.map((id) => places.get(id)).filter((place) => place !== undefined)
      if (found.length === 0) return { before: [], batch: [], after: [], linked: [] }
      const [first, last] = [Math.min(...found), Math.max(...found)]
      const span = lines.slice(first, last + 1)
      const answered = span.map(({ replyTo }) => places.get(replyTo ?? ''))
      const linked = [...answered, ownPlaces.findLast((place) => place < first)].filter(
        (place) => place !== undefined && (place < first || place > last),
      )
      return {
        before: lines.slice(Math.max(0, first - contextLines), first),
        batch: span,
        after: lines.slice(last + 1, last + 1 + contextLines),
        linked: [...new Set(linked)].flatMap((place) => lines[place as number] ?? []),
      }
    },
    recentReplies(group: string): Recent {
      const { lines, own, peers } = of(group)
      const now = lines.at(-1)?.ts ?? 0
      const from = (said: readonly PromptMessage[], since: number) =>
        said.filter(({ ts }) => ts >= since).map(({ text }) => text)
      return { own: from(own, now - ownForMs), peers: from(peers, now - peersForMs) }
    },
  }
}
