// The stored talk as prompts show it to one bot: which lines are its own, and which name it.
import { type Part, saidText } from '../language/parts.ts'
import type { JobDeps } from './prompt-talk.ts'
import type { PromptMessage } from '../prompt/talk.ts'
import type { TalkStore, TalkRow } from '../store/talk.ts'
import type { Member, MemberIn } from '../room/members.ts'

/** As many as an allowance of tokens could ever hold. */
const contextLines = 60
const repliesKept = 10
/** What it said itself longer ago may be said again: who asks then wants to hear it. */
const ownForMs = 20 * 60_000
/** And what a peer said. */
const peersForMs = 10 * 60_000

export function promptTalk(talk: TalkStore, memberIn: MemberIn, now: () => number) {
  /** The talk gives the same row as long as it says the same: what a member reads in it stands as long. */
  const read = new WeakMap<Member, WeakMap<TalkRow, PromptMessage>>()
  const shown = (member: Member | undefined) => {
    if (!member) return (row: TalkRow): PromptMessage => shownTo(undefined, row)
    const known = read.get(member) ?? new WeakMap<TalkRow, PromptMessage>()
    read.set(member, known)
    return (row: TalkRow): PromptMessage => {
      const message = known.get(row) ?? shownTo(member, row)
      known.set(row, message)
      return message
    }
  }
  return {
    talk:
      (bot: string): JobDeps['talk'] =>
      (group, batch) => {
        const member = memberIn(group, bot)
        const show = shown(member)
        const around = talk.around(group, batch, { most: contextLines, own: member?.ownId ?? bot })
        return {
          before: around.before.map(show),
          batch: around.batch.map(show),
          after: around.after.map(show),
          linked: around.linked.map(show),
        }
      },
    recentReplies:
      (bot: string): JobDeps['recentReplies'] =>
      (group) => {
        const ownId = memberIn(group, bot)?.ownId ?? bot
        return {
          own: talk.saidBy(group, ownId, now() - ownForMs, repliesKept),
          peers: talk.saidByPeersOf(group, ownId, now() - peersForMs, repliesKept),
        }
      },
  }
}

function shownTo(member: Member | undefined, row: TalkRow): PromptMessage {
  const { id, ts, sender, name, bot, text, replyTo, parts, refused } = row
  const own = sender === member?.ownId
  const naming = own || refused ? undefined : member?.isNamedIn(saidText(text, parts))
  return {
    id,
    ts,
    sender,
    name,
    text,
    own,
    bot,
    mentioned: naming === 'called',
    // Whoever only spoke of it asked it nothing, also when that was earlier.
    ...(naming === 'named' && { perhaps: true as const }),
    ...(replyTo !== undefined && { replyTo }),
    ...(parts && { parts: parts.map((part) => ownQuote(part, member)) }),
    ...(refused && { refused }),
  }
}

/** Marks what a member quotes of itself. */
export const ownQuote = (part: Part, member: Member | undefined): Part =>
  part.kind === 'quote' && !part.unproven && part.sender !== undefined && part.sender === member?.ownId
    ? { ...part, own: true }
    : part
