// Which bots are in the middle of a turn.
import type { BoardRow } from '../../src/feed/contract.ts'
import { turnStateOf } from '../turn-state.ts'

const tones = new Set(['think', 'send'])

export const isActing = (row: BoardRow | undefined): boolean =>
  row !== undefined && tones.has(turnStateOf(row.active).tone)

/** Whom the first screen shows: who acts, else who did last, else the first. */
export const firstShown = (rows: ReadonlyMap<string, BoardRow>): BoardRow | undefined =>
  [...rows.values()].toSorted((a, b) => Number(isActing(b)) - Number(isActing(a)) || b.at - a.at)[0]
