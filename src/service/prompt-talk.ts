// The stored talk as prompts show it to one bot: which lines are its own, and which name it.
import type { JobDeps } from '../jobs/prompt-talk.ts'
import type { PromptMessage } from '../prompt/talk.ts'
import type { Talk, TalkRow } from '../store/talk.ts'
import type { Member, MemberIn } from './members.ts'

const contextLines = 10
/** What a peer said longer ago may be said again. */
const peersForMs = 10 * 60_000

export function promptTalk(talk: Talk, memberIn: MemberIn, now: () => number) {
  const shown =
    (member: Member | undefined) =>
    ({ id, ts, sender, name, text }: TalkRow): PromptMessage => {
      const own = sender === member?.ownId
      return { id, ts, sender, name, text, own, mentioned: !own && member?.isNamedIn(text) !== undefined }
    }
  return {
    talk:
      (bot: string): JobDeps['talk'] =>
      (group, batch) => {
        const show = shown(memberIn(group, bot))
        const { batch: rows, before, after } = talk.around(group, batch, contextLines)
        return { batch: rows.map(show), before: before.map(show), after: after.map(show) }
      },
    recentReplies:
      (bot: string): JobDeps['recentReplies'] =>
      (group) => {
        const ownId = memberIn(group, bot)?.ownId ?? bot
        return {
          own: talk.saidBy(group, ownId, contextLines),
          peers: talk.saidByPeersOf(group, ownId, now() - peersForMs, contextLines),
        }
      },
  }
}
