// A row of the run's tape as it is read.
import type { TapeEntry } from '../../machines/agent/children.ts'

/** fork: of a run that goes on. failed: of one that failed, kept for whoever looks into it. */
export type EntryState = 'fork' | 'merged' | 'failed'

export interface StoredEntry extends TapeEntry {
  /** Grows with every row of all tapes, and is never given again. */
  n: number
  /** ms */
  at: number
  state: EntryState
}

export const stateNumbers: Readonly<Record<EntryState, number>> = { fork: 0, merged: 1, failed: 2 }
const states: readonly EntryState[] = ['fork', 'merged', 'failed']

export const stateNamed = (number: unknown): EntryState => states[Number(number)] ?? 'failed'

export const columns = 'n, run, id, kind, at, body, tokens, state'

export const storedEntries = (rows: readonly Record<string, unknown>[]): StoredEntry[] =>
  rows.map(({ n, run, id, kind, at, body, tokens, state }) => ({
    n: Number(n),
    run: String(run),
    id: String(id),
    kind: kind as StoredEntry['kind'],
    at: Number(at),
    body: JSON.parse(String(body)) as unknown,
    tokens: Number(tokens),
    state: stateNamed(state),
  }))
