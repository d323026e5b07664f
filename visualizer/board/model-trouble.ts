// Whose model fails: the newest call of a bot, in whichever group, says so until one succeeds.
import { isFailure as isFailed } from '../../machines/group/verdicts/kinds.ts'
import type { BoardRow, VerdictShown } from '../../src/feed/contract.ts'

type Rows = ReadonlyMap<string, BoardRow>

const known = new WeakMap<Rows, ReadonlyMap<string, VerdictShown>>()

/** The failure of a bot's newest call; undefined: it succeeded, or there was none. */
export function troubleOf(bot: string, rows: Rows): VerdictShown | undefined {
  const newest = known.get(rows) ?? newestCalls(rows)
  known.set(rows, newest)
  const call = newest.get(bot)
  return isFailure(call) ? call : undefined
}

/** Of a row or a bot. */
export const isFailure = (call: VerdictShown | undefined): boolean => call !== undefined && isFailed(call)

function newestCalls(rows: Rows): ReadonlyMap<string, VerdictShown> {
  const calls = new Map<string, VerdictShown>()
  for (const { bot, call } of rows.values()) if (call && call.at >= (calls.get(bot)?.at ?? 0)) calls.set(bot, call)
  return calls
}
