// What people asked of the bot, and what became of it: answered, held back for a while, or the gate that kept it silent.
import { isHold } from '../../../machines/group/verdicts/kinds.ts'
import { type MessageOutcome, makeOutcomes } from '../../outcomes/outcomes.ts'
import { countsOf } from '../counting.ts'
import { messageKey, type TraceLine } from '../virtual/trace.ts'

export type Requests = ReturnType<ReturnType<typeof makeRequests>['figures']>
export type GroupTalk = ReturnType<ReturnType<typeof makeRequests>['groups']>[number]

type Request = Record<'group' | 'id', string> & Record<'held' | 'isByName', boolean>

/** A person's message that wants an answer of the bot. */
export const isRequest = (line: TraceLine & { kind: 'message' }): boolean =>
  line.peer !== true && (line.mentioned || line.asked === true)

/** Requests are messages of people that mention the bot, reply to it, go on with it, or are said to it alone. */
export function makeRequests() {
  const requests = new Map<string, Request>()
  const talk = new Map<string, number>()
  const groups = new Map<string, ReturnType<typeof makeOutcomes>>()

  const outcomesIn = (group: string) => {
    const outcomes = groups.get(group) ?? makeOutcomes()
    groups.set(group, outcomes)
    return outcomes
  }
  const outcomeOf = ({ group, id }: Request): MessageOutcome | undefined => groups.get(group)?.outcomes.get(id)
  const isAnswered = (request: Request): boolean => outcomeOf(request)?.kind === 'answered'

  return {
    see(line: TraceLine): void {
      const { kind, group } = line
      if (kind === 'message') {
        talk.set(group, (talk.get(group) ?? 0) + 1)
        outcomesIn(group).heard(line.id, false)
        const request = { group, id: line.id, held: false, isByName: line.mentioned }
        if (isRequest(line)) requests.set(messageKey(line), request)
      } else if (kind === 'verdict') {
        outcomesIn(group).see(line)
        const waiting = isHold(line) ? line.messages.flatMap((id) => requests.get(messageKey({ group, id })) ?? []) : []
        for (const each of waiting) each.held = true
      }
    },
    /** Those that the end of a cut play left open are `unplayed`. */
    figures() {
      const all = [...requests.values()]
      const unanswered = all.filter((request) => !isAnswered(request))
      const byName = all.filter(({ isByName }) => isByName)
      return {
        asked: all.length,
        answered: all.length - unanswered.length,
        /** Kept for a while because a window was spent, whatever came of them. */
        held: all.filter(({ held }) => held).length,
        /** By the gate that had the last word; `readWith`: another message of the same batch was answered. */
        unanswered: countsOf(unanswered.map((request) => lastWord(outcomeOf(request)))),
        /**
         * Those of them that mention the bot. The others follow from where the bot spoke itself, which recorded people
         * never heard: a bot that speaks more has more of them.
         */
        byName: { asked: byName.length, answered: byName.filter(isAnswered).length },
      }
    },
    /** The groups as the bot heard them, messages of others; where it was spoken to most stands first. */
    groups() {
      const byGroup = Map.groupBy(requests.values(), ({ group }) => group)
      return [...talk]
        .map(([group, messages]) => {
          const here = byGroup.get(group) ?? []
          return { group, messages, requests: here.length, answered: here.filter(isAnswered).length }
        })
        .toSorted((a, b) => b.requests - a.requests || b.messages - a.messages)
    },
  }
}

function lastWord(outcome: MessageOutcome | undefined): string {
  if (!outcome || outcome.kind === 'waiting' || outcome.kind === 'working') return 'unplayed'
  return outcome.kind === 'readWith' ? 'readWith' : outcome.gate
}
