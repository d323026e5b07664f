// What rooms hand over in these tests: in every commit a line, a verdict, what it cost, and all of the turn.
import type { Verdict } from '../../../machines/group/types.ts'
import type { RoomRow } from '../../../src/store/postgres/rows.ts'

export function commitOf(room: string, seq: number): RoomRow[] {
  const at = seq * 1_000
  const id = `m${seq}`
  const verdict: Verdict = {
    turn: seq,
    at,
    gate: 'decide',
    outcome: 'speak',
    why: 'replied',
    messages: [id],
    tokens: 10,
  }
  return [
    {
      room,
      seq,
      index: 0,
      kind: 'message',
      line: { id, ts: at, sender: `p${seq % 3}`, name: 'Somebody', bot: false, text: `line ${seq} of ${room}` },
    },
    { room, seq, index: 1, kind: 'verdict', key: `iris ${room}`, bot: 'iris', verdict },
    { room, seq, index: 2, kind: 'book', bot: 'iris', at, messages: 1, tokens: 10, persons: [`p${seq % 3}`] },
    { room, seq, index: 3, kind: 'turn', body: JSON.stringify({ turn: seq }) },
  ]
}

export const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1)
