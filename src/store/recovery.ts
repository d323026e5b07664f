// What only a lost snapshot knew, read back from the tape and the ledger.
import type { DatabaseSync } from 'node:sqlite'
import type { Tape } from './tape.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { isGivenUp, isTurnEnd, isTurnStart } from '../../machines/group/verdicts/kinds.ts'

export interface Recovery {
  /** Turns that never ended. */
  turns: number[]
  /** Events of messages that were accepted, and are in no turn that ended and in no verdict that gave them up. */
  unread: string[]
}

/** Looks back to `since`. The batch of a turn that was about to speak counts as read: it may have been answered. */
export function recoveryOf(db: DatabaseSync, tape: Tape, actor: number, since: number): Recovery {
  const read = new Set<string>()
  const open = new Map<number, string[]>()
  for (const verdict of tape.since(actor, since)) {
    const { turn, messages: ids } = verdict
    if (isGivenUp(verdict)) for (const id of ids) read.add(id)
    else if (isTurnEnd(verdict)) close(Number(turn))
    else if (isTurnStart(verdict)) open.set(Number(turn), ids)
  }
  const turns = [...open.keys()]
  const speaking = db.prepare("SELECT turn FROM outbox WHERE actor = ? AND at > ? AND state = 'queued'")
  for (const { turn } of speaking.all(actor, since)) close(Number(turn))

  const entries = db.prepare(
    "SELECT kind, body FROM entry WHERE actor = ? AND at > ? AND kind IN ('message', 'held') ORDER BY n",
  )
  const rows = entries.all(actor, since).map(({ kind, body }) => ({ kind, message: messageIn(String(body)) }))
  for (const { kind, message } of rows) if (kind === 'held' && message) read.add(message.id)
  const unread = rows.flatMap(({ kind, message }) =>
    kind === 'message' && message && message.kind !== 'self' && !read.has(message.id) ? [message] : [],
  )
  // A message that was fed in again after a reset stands on the tape twice.
  const byId = new Map(unread.map((message) => [message.id, JSON.stringify({ type: 'message.received', message })]))
  return { turns, unread: [...byId.values()] }

  function close(turn: number): void {
    for (const id of open.get(turn) ?? []) read.add(id)
    open.delete(turn)
  }
}

/** An operator's order that waits has none. */
const messageIn = (body: string): MessageRef | undefined => (JSON.parse(body) as { message?: MessageRef }).message
