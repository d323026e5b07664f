// The answer of one judgement for a room: what it gives to which bot, and how long it stands for those who come later.
import type { DecideInput, Decision } from '../../../machines/group/children.ts'
import type { ChatAnswer } from '../../llm/model.ts'
import type { MessageRef } from '../../../machines/group/types.ts'
import { parseRoom, type RoomEntry } from '../../llm/parse-room.ts'
import type { Talk } from '../../prompt/talk.ts'
import type { OpenCall, RoomCall } from './call.ts'
import { isOnItsWay, type BotCandidate } from './candidates.ts'

/** What a bot is to speak to; `line`: a message's id. */
export type Given = RoomEntry

export interface RoomAnswer {
  given: readonly Given[]
  reason: string
}

/** Lines that are older are answered by nobody. */
const keptForMs = 5 * 60_000

/** A line goes to one bot, and one that a bot has answered or is answering to none. Throws a ModelError `unparsable`. */
export function readRoom({ call: { bots }, lines, taken }: OpenCall, { text }: Pick<ChatAnswer, 'text'>): RoomAnswer {
  const { speak, reason } = parseRoom(
    text,
    bots.map(({ bot, profile }) => ({ ...profile, id: bot })),
  )
  const own = new Map(bots.map(({ ownId, bot }) => [ownId, bot]))
  const given: Given[] = []
  for (const { line: label, ...entry } of speak) {
    const named = label === undefined ? undefined : lines.get(label)
    // Its own words are nothing that it answers.
    const line = named && own.get(named.sender) !== entry.bot ? named.id : undefined
    const isGiven = given.some((other) => other.line === line || (line === undefined && other.bot === entry.bot))
    if (isGiven || (line !== undefined && taken.has(line))) continue
    given.push({ ...entry, ...(line !== undefined && { line }) })
  }
  return { given, reason }
}

/** Whoever comes to judge, and what it sees of the room. */
export interface Latecomer {
  bot: string
  at: number
  /** What it judges, as its chart knows it. */
  batch: readonly Pick<MessageRef, 'id' | 'ts' | 'sender'>[]
  /** Read from the store: only where a call may still stand. */
  talk: () => Talk
  /** The own bots of the room as they stand. */
  candidates: readonly BotCandidate[]
}

/** The lines of a call are still all that there is to judge by. */
export function stillCovers(call: RoomCall, { bot, at, batch, talk, candidates }: Latecomer): boolean {
  const profile = candidates.find((candidate) => candidate.bot === bot)?.profile
  const judged = call.bots.find((candidate) => candidate.bot === bot)
  if (!judged || judged.profile !== profile || at - call.at > keptForMs) return false
  const ours = new Set(candidates.map(({ ownId }) => ownId))
  const isCovered = ({ id, ts, sender }: Latecomer['batch'][number]): boolean =>
    // What a bot of the room has said since is what it was given, or was asked for; the oldest had no room in the prompt.
    call.texts.has(id) || ts < call.from || (ts >= call.to && ours.has(sender))
  if (!batch.every(isCovered)) return false
  return freshIn(talk()).every((line) => isCovered(line) && (call.texts.get(line.id) ?? line.text) === line.text)
}

/**
 * The answer also stands for who comes later: what it gave to another bot is on its way or said, and nobody has spoken
 * since to what it gave to this one.
 */
export function stillStands(call: RoomCall, { given }: RoomAnswer, late: Latecomer): boolean {
  if (!stillCovers(call, late)) return false
  const { bot, candidates } = late
  if (given.some((each) => each.bot === bot)) {
    const own = candidates.find((candidate) => candidate.bot === bot)?.ownId
    return freshIn(late.talk()).every(({ id, sender }) => call.texts.has(id) || sender === own)
  }
  return given.every((each) => {
    const candidate = candidates.find((other) => other.bot === each.bot)
    return candidate !== undefined && isOnItsWay(candidate, each.line, call.at)
  })
}

const freshIn = ({ batch, after }: Talk) => [...batch, ...after].filter(({ refused }) => !refused)

/** What a bot's chart hears of it, and what of the given is used up by that. */
export function verdictOf(
  { given, reason }: RoomAnswer,
  { bot, input }: { bot: string; input: Pick<DecideInput, 'batch'> },
  used: ReadonlySet<Given>,
): { decision: Omit<Decision, 'tokens'>; uses: Given[] } {
  const open = given.filter((each) => each.bot === bot && !used.has(each))
  const isOfBatch = ({ line }: Given): boolean => line === undefined || input.batch.includes(line)
  const first = open.find(isOfBatch) ?? open[0]
  if (!first) return { decision: { want: false, reason, type: 'short', hint: 'normal' }, uses: [] }
  const { bot: _, ...wish } = first
  return { decision: { want: true, reason, ...wish }, uses: [first, ...open.filter(isOfBatch)] }
}
