// Entries of a run's tape, as tests write them.
import type { TapeEntry } from '../../machines/agent/children.ts'

export const lobby = 'iris web:lobby'

export const entry = (run: string, id: string, over: Partial<TapeEntry> = {}): TapeEntry => ({
  run,
  id,
  kind: 'tool_result',
  body: { text: `${run} ${id}` },
  tokens: 10,
  ...over,
})
export const anchor = (run: string, id: string) =>
  entry(run, id, { kind: 'anchor', body: { name: id, summary: 'so far' } })
export const fact = (run: string, id: string, text: string) => entry(run, id, { kind: 'fact', body: { text } })
export const idsOf = (entries: readonly TapeEntry[]): string[] => entries.map(({ run, id }) => `${run}/${id}`)
