// Was the bot addressed? What its reader says of each message, against the labels.
import type { MessageRef } from '../../../machines/group/types.ts'
import type { Part } from './cast.ts'
import type { LabelledLine } from './labels.ts'
import { messageKey } from '../virtual/trace.ts'
import { makeScore, note } from './score.ts'

/** `refs`: what the bot's chart got of each message. */
export function detect(
  part: Part,
  refs: ReadonlyMap<string, MessageRef>,
  talkers: (line: LabelledLine) => ReadonlySet<string>,
) {
  const scores = {
    found: makeScore(),
    withinConversation: makeScore(),
    withChain: makeScore(),
    followUps: makeScore(),
    withFollowUps: makeScore(),
  }
  for (const line of part.lines) {
    const { sender, addressee, chain } = line
    if (part.is(sender)) continue
    const ref = refs.get(messageKey(line))
    if (!ref || !line.counts) continue
    const gold = addressee.some(part.is)
    const follows = !ref.mentioned && ref.asked !== undefined
    note(scores.found, ref.mentioned, gold)
    // Who is named may talk in the conversation without being the one who is answered.
    note(scores.withinConversation, ref.mentioned, gold || (ref.mentioned && [...talkers(line)].some(part.is)))
    note(scores.withChain, ref.mentioned, gold || chain.some(part.is))
    if (!ref.mentioned) note(scores.followUps, follows, gold)
    note(scores.withFollowUps, ref.mentioned || follows, gold)
  }
  return scores
}

/** Who talks in the conversation of a line: messages that answer each other, however indirectly, are one. */
export function conversationsOf(lines: readonly LabelledLine[]): (line: LabelledLine) => ReadonlySet<string> {
  const above = new Map<string, string>()
  const top = (key: string): string => {
    let root = key
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next
    if (root !== key) above.set(key, root)
    return root
  }
  for (const line of lines) {
    for (const id of line.answers) {
      const [mine, theirs] = [top(messageKey(line)), top(messageKey({ group: line.group, id }))]
      if (mine !== theirs) above.set(mine, theirs)
    }
  }
  const talkers = new Map<string, Set<string>>()
  for (const line of lines) {
    const root = top(messageKey(line))
    talkers.set(root, (talkers.get(root) ?? new Set()).add(line.sender))
  }
  return (line) => talkers.get(top(messageKey(line))) ?? new Set()
}
