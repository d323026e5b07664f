// Keeps what a trace tells of every turn and message, for comparing two lives and for drawing one.
import type { Verdict } from '../../../machines/group/types.ts'
import { isFlush, isRefusal, isTurnEnd, isTurnStart } from '../../../machines/group/verdicts/kinds.ts'
import { messageKey, type TraceLine } from '../virtual/trace.ts'
import { isRequest } from './requests.ts'

export interface PlayedTurn {
  group: string
  startedAt: number
  batch: PlayedMessage[]
  /** What the gates said between its start and its end. */
  verdicts: Verdict[]
  sent?: { at: number; text: string; replyTo?: PlayedMessage }
}

export interface PlayedMessage {
  id: string
  group: string
  at: number
  mentioned: boolean
  /** A person asks the bot. */
  isRequest: boolean
  /** When the buffer handed it on. */
  flushedAt?: number
  turn?: PlayedTurn
  /** It got into no turn, and this is why. */
  dropped?: Verdict
}

export type History = Omit<ReturnType<typeof makeHistory>, 'see'>

export function makeHistory() {
  const turns: PlayedTurn[] = []
  /** Those of others, by group and id. */
  const messages = new Map<string, PlayedMessage>()
  const open = new Map<string, PlayedTurn>()
  const found = (group: string, ids: readonly string[]): PlayedMessage[] =>
    ids.flatMap((id) => messages.get(messageKey({ group, id })) ?? [])

  function dispatch(group: string, verdict: Verdict): void {
    if (isTurnEnd(verdict)) return void open.delete(group)
    const turn = open.get(group) ?? { group, startedAt: verdict.at, batch: [], verdicts: [] }
    if (!open.has(group)) turns.push(turn)
    open.set(group, turn)
    turn.batch = found(group, verdict.messages)
    for (const message of turn.batch) message.turn = turn
  }

  return {
    turns,
    messages,
    see(line: TraceLine): void {
      if (line.kind === 'message') {
        const { id, group, at, mentioned } = line
        messages.set(messageKey({ group, id }), { id, group, at, mentioned, isRequest: isRequest(line) })
        return
      }
      const { group } = line
      const turn = open.get(group)
      if (line.kind === 'send') {
        const [replyTo] = found(group, line.replyTo === undefined ? [] : [line.replyTo])
        if (turn) turn.sent = { at: line.at, text: line.text, ...(replyTo && { replyTo }) }
        return
      }
      if (line.turn !== null && (isTurnStart(line) || isTurnEnd(line))) dispatch(group, line)
      else if (line.turn !== null) turn?.verdicts.push(line)
      else if (isFlush(line)) for (const message of found(group, line.messages)) message.flushedAt = line.at
      else if (isRefusal(line)) for (const message of found(group, line.messages)) message.dropped = line
    },
  }
}

export const isMentioned = ({ batch }: PlayedTurn): boolean => batch.some(({ mentioned }) => mentioned)

/** From the first batch of the turn that was handed on to the turn's start, ms. */
export const waitOf = ({ startedAt, batch }: PlayedTurn): number =>
  startedAt - Math.min(startedAt, ...batch.map(({ flushedAt }) => flushedAt ?? startedAt))
