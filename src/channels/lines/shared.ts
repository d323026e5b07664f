// What channels of several workers share: lines that one worker has at a time, and where the worker is that has one.
import type { LineCause } from '../../../machines/line-cause.ts'
import type { Line as HeldLine } from '../../store/postgres/lines.ts'
import type { SharedRows } from '../../store/postgres/shared-rows.ts'
import type { Line } from '../channel.ts'

export type { HeldLine, SharedRows }

/** The memory of a cluster, as far as channels use it. */
export interface Shared {
  /** Resolves once this process, alone of all, has the line. */
  lockLine(line: string, signal?: AbortSignal): Promise<HeldLine>
  sharedRows: SharedRows
}

/** Of a channel with a line a bot: told, too, that another worker has it. */
export interface SharedLine extends Line {
  elsewhere(reason: string, cause?: LineCause): void
}

/** Where a worker is asked for what needs a line that it has. */
export interface Place {
  url: string
  /** Whoever knows it is a worker. */
  secret: string
}
