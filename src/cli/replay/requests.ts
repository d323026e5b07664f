// What people asked of the bot, and what became of it: answered, held back for a while, or the gate that kept it silent.
import type { Verdict } from '../../../machines/group.types.ts'
import type { TraceLine } from '../virtual/trace.ts'
import { isSkip } from './tally.ts'

/** Requests are messages of people that mention the bot, reply to it, go on with it, or are said to it alone. */
export interface Requests {
  asked: number
  answered: number
  /** Kept for a while because a window was spent, whatever came of them. */
  held: number
  /** By the gate that had the last word. */
  unanswered: Record<string, number>
  /**
   * Those of them that mention the bot. The others follow from where the bot spoke itself, which recorded people never
   * heard: a bot that speaks more has more of them.
   */
  byName: { asked: number; answered: number }
}

/** A group as the bot heard it. */
export interface GroupTalk {
  group: string
  /** Of others. */
  messages: number
  requests: number
  answered: number
}

interface Turn {
  sent: boolean
  ended: boolean
  stop?: string
}

interface Request {
  group: string
  turns: Turn[]
  held: boolean
  isByName: boolean
  stop?: string
}

/** A person's message that wants an answer of the bot. */
export const isRequest = (line: TraceLine & { kind: 'message' }): boolean =>
  line.peer !== true && (line.mentioned || line.asked === true)

export function makeRequests() {
  const requests = new Map<string, Request>()
  const talk = new Map<string, number>()
  const open = new Map<string, Turn>()

  function verdict(group: string, line: Verdict): void {
    const { gate, outcome, messages } = line
    const named = messages.flatMap((id) => requests.get(keyOf(group, id)) ?? [])
    if (outcome === 'held' || outcome === 'hold') for (const each of named) each.held = true
    if (gate === 'dispatch' && (outcome === 'start' || outcome === 'restart')) {
      const turn = outcome === 'restart' ? (open.get(group) ?? newTurn()) : newTurn()
      open.set(group, turn)
      for (const each of named) each.turns.push(turn)
    }
    const turn = open.get(group)
    if (gate === 'dispatch' && outcome === 'end' && turn) {
      turn.ended = true
      open.delete(group)
    }
    if (!isSkip(line)) return
    if (line.turn !== null && turn) turn.stop = gate
    else for (const each of named) each.stop = gate
  }

  return {
    see(line: TraceLine): void {
      if (line.kind === 'message') {
        talk.set(line.group, (talk.get(line.group) ?? 0) + 1)
        const request = { group: line.group, turns: [], held: false, isByName: line.mentioned }
        if (isRequest(line)) requests.set(keyOf(line.group, line.id), request)
        return
      }
      const turn = open.get(line.group)
      if (line.kind === 'verdict') verdict(line.group, line)
      else if (turn) turn.sent = true
    },
    /** Those that the end of a cut play left open are `unplayed`. */
    told(): Requests {
      const all = [...requests.values()]
      const unanswered: Record<string, number> = {}
      for (const request of all) {
        if (isAnswered(request)) continue
        const gate = gateOf(request)
        unanswered[gate] = (unanswered[gate] ?? 0) + 1
      }
      const byName = all.filter(({ isByName }) => isByName)
      return {
        asked: all.length,
        answered: all.filter(isAnswered).length,
        held: all.filter(({ held }) => held).length,
        unanswered,
        byName: { asked: byName.length, answered: byName.filter(isAnswered).length },
      }
    },
    /** Where the bot was spoken to most stands first. */
    groups(): GroupTalk[] {
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

const newTurn = (): Turn => ({ sent: false, ended: false })
const isAnswered = ({ turns }: Request): boolean => turns.some(({ sent }) => sent)

function gateOf({ turns, stop }: Request): string {
  const last = turns.at(-1)
  if (last && !last.ended) return 'unplayed'
  return last?.stop ?? stop ?? (last ? 'unknown' : 'unplayed')
}

const keyOf = (group: string, id: string): string => `${group}\u0000${id}`
