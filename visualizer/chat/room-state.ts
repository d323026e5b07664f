// What the plain chat knows of a room: its lines and each bot's verdicts, put together from pages and the stream.
import type { BotVerdict, RoomMessage } from '../../src/channels/web/contract.ts'
import type { TalkLine } from '../../src/feed/contract.ts'

export interface RoomState {
  /** undefined: not read yet. */
  lines: readonly TalkLine[] | undefined
  /** Of each bot, oldest first. */
  verdicts: ReadonlyMap<string, readonly BotVerdict[]>
  /** Unknown until the first try. */
  isLive: boolean | undefined
  /** Of the newest message; the stream goes on from there. */
  seq: number
}

export const unread: RoomState = { lines: undefined, verdicts: new Map(), isLive: undefined, seq: 0 }

const mostLines = 500
const mostVerdicts = 2_000

/** Messages ascending by seq; of what is known already the words count. */
export function withMessages(state: RoomState, messages: readonly RoomMessage[]): RoomState {
  const { seq } = state
  const fresh = messages.filter((message) => message.seq > seq)
  const known = messages.filter((message) => message.seq <= seq)
  const { lines = [] } = known.reduce((before, { id, text }) => withWords(before, id, text), state)
  if (fresh.length === 0) return { ...state, lines }
  return { ...state, lines: [...lines, ...fresh.map(lineOf)].slice(-mostLines), seq: fresh.at(-1)?.seq ?? seq }
}

/** A message says something else now. */
export function withWords(state: RoomState, id: string, text: string): RoomState {
  const isOld = (line: TalkLine): boolean => line.id === id && line.text !== text
  if (!state.lines?.some(isOld)) return state
  return { ...state, lines: state.lines.map((line) => (isOld(line) ? { ...line, text } : line)) }
}

export const without = (state: RoomState, id: string): RoomState => ({
  ...state,
  lines: state.lines?.filter((line) => line.id !== id),
})

/** Verdicts as they come, some of them again: the stream resumes messages only. */
export function withVerdicts(state: RoomState, told: readonly BotVerdict[]): RoomState {
  const verdicts = new Map(state.verdicts)
  for (const [bot, more] of Map.groupBy(told, (verdict) => verdict.bot)) {
    const again = new Set(more.map(nameOf))
    const known = (verdicts.get(bot) ?? []).filter((verdict) => !again.has(nameOf(verdict)))
    verdicts.set(bot, [...known, ...more].toSorted((a, b) => a.at - b.at).slice(-mostVerdicts))
  }
  return { ...state, verdicts }
}

const nameOf = ({ turn, at, gate, outcome, messages }: BotVerdict): string =>
  JSON.stringify([turn, at, gate, outcome, messages])

const lineOf = ({ id, ts, sender, name, bot, text, parts, type, replyTo, meta }: RoomMessage): TalkLine => ({
  id,
  at: ts,
  sender,
  name,
  bot,
  text,
  ...(parts && { parts }),
  ...(replyTo !== undefined && { replyTo }),
  ...(meta?.rehearsal && { rehearsal: true }),
  ...(type === 'reaction' && { reaction: true }),
})
