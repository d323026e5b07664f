// What a step writes on the run's tape, read off its records; in the transaction of the step.
import type { TapeEntry } from '../../machines/agent/children.ts'
import { botKey, isOfBot } from '../room/key.ts'
import type { Step } from '../room/steps.ts'
import type { RunTape } from '../store/run-tape.ts'

/** The records that steps make for the tape, by their names. */
export interface TapeRecords {
  /** Of a run that goes on. */
  recordEntries: readonly TapeEntry[]
  /** Of no run: in force at once, as an operator's command is. */
  noteEntries: readonly TapeEntry[]
  mergeRun: { run: string }
  failRun: { run: string; event: TapeEntry }
}

export type TapeWrite =
  | { do: 'append'; key: string; at: number; entries: readonly TapeEntry[] }
  | { do: 'note'; key: string; at: number; entries: readonly TapeEntry[] }
  | { do: 'merge'; key: string; at: number; run: string }
  | { do: 'fail'; key: string; at: number; run: string; event: TapeEntry }

const tapeRecords: ReadonlySet<string> = new Set<keyof TapeRecords>([
  'recordEntries',
  'noteEntries',
  'mergeRun',
  'failRun',
])

type TapeStep = Pick<Step, 'key' | 'at' | 'records'>

/** In the order of the records. What a chart that a bot's chart invokes writes is the bot's. */
export function tapeWrites({ key, at, records }: TapeStep): TapeWrite[] {
  if (!records.some(({ name }) => tapeRecords.has(name)) || !isOfBot(key)) return []
  const whose = { key: botKey(key), at }
  return records.flatMap(({ name, params }): TapeWrite[] => {
    const given = { [name]: params } as Partial<TapeRecords>
    if (given.recordEntries) return [{ do: 'append', ...whose, entries: given.recordEntries }]
    if (given.noteEntries) return [{ do: 'note', ...whose, entries: given.noteEntries }]
    if (given.mergeRun) return [{ do: 'merge', ...whose, run: given.mergeRun.run }]
    return given.failRun ? [{ do: 'fail', ...whose, ...given.failRun }] : []
  })
}

/** Call in the host's `record`: what it throws undoes the step. */
export function recordOnTape(tape: Pick<RunTape, 'append' | 'note' | 'merge' | 'fail'>, step: TapeStep): void {
  for (const write of tapeWrites(step)) {
    const { key, at } = write
    if (write.do === 'append') tape.append(key, at, write.entries)
    else if (write.do === 'note') tape.note(key, at, write.entries)
    else if (write.do === 'merge') tape.merge(key, write.run, at)
    else tape.fail(key, write.run, at, write.event)
  }
}
