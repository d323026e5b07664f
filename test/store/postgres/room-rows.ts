// What rooms hand over in these tests: in every commit a line, a step, a verdict and what it cost.
import type { Verdict } from '../../../machines/group/types.ts'
import type { RoomRow } from '../../../src/store/postgres/rows.ts'
import { looking } from './postgres-world.ts'

export const minute = 60_000

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
    { room, seq, index: 1, kind: 'entry', key: `iris ${room}`, step: seq, at, type: 'message', body: '{}', led: '[]' },
    { room, seq, index: 2, kind: 'verdict', key: `iris ${room}`, bot: 'iris', verdict },
    { room, seq, index: 3, kind: 'book', bot: 'iris', at, messages: 1, tokens: 10, persons: [`p${seq % 3}`] },
  ]
}

/** Everything that the tables hold, but for what says in which order and when it came. */
export async function allOf(url: string): Promise<Record<string, unknown[]>> {
  const connections = looking(url)
  const read = (sql: string): Promise<unknown[]> => connections.query(sql)
  return {
    commits: await read('SELECT room, seq FROM room_commit ORDER BY room, seq'),
    messages: await read('SELECT * FROM message ORDER BY grp, seq, idx'),
    entries: await read('SELECT * FROM entry ORDER BY room, seq, idx'),
    verdicts: await read('SELECT room, seq, idx, key, turn, gate FROM verdict ORDER BY room, seq, idx'),
    books: await read('SELECT * FROM book ORDER BY room, seq, idx'),
    usage: await read('SELECT * FROM usage ORDER BY bot, minute'),
    persons: await read('SELECT * FROM person_usage ORDER BY bot, person, minute'),
  }
}

/** By room, the seqs in the order in which they were taken. */
export async function takenOrder(url: string): Promise<Record<string, number[]>> {
  const rows = await looking(url).query('SELECT room, seq FROM room_commit ORDER BY n')
  const byRoom = Map.groupBy(rows, ({ room }) => String(room))
  return Object.fromEntries([...byRoom].map(([room, commits]) => [room, commits.map(({ seq }) => Number(seq))]))
}

export const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1)
