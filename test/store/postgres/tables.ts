// What the tables hold, to be compared as a whole.
import { looking } from './postgres-world.ts'

/** Everything that the tables hold, but for what says in which order and when it came. */
export async function allOf(url: string): Promise<Record<string, unknown[]>> {
  const connections = looking(url)
  const read = (sql: string): Promise<unknown[]> => connections.query(sql)
  return {
    commits: await read('SELECT room, seq FROM room_commit ORDER BY room, seq'),
    messages: await read('SELECT * FROM message ORDER BY grp, seq, idx'),
    rooms: await read('SELECT room FROM room ORDER BY room'),
    verdicts: await read('SELECT room, seq, idx, key, turn, gate FROM verdict ORDER BY room, seq, idx'),
    books: await read('SELECT * FROM book ORDER BY room, seq, idx'),
    turns: await read('SELECT * FROM turn ORDER BY room, seq'),
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
