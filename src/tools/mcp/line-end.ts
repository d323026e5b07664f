// How the line to a server ends, and how much is read of it.
import type { Meter } from './meter.ts'

/** `permanent`: trying again does not help, somebody must change something. */
export interface LineEnd {
  reason: string
  permanent: boolean
}

/** As an error, for who waits for the line. */
export class LineError extends Error implements LineEnd {
  override name = 'LineError'
  readonly permanent: boolean
  constructor({ reason, permanent }: LineEnd, options?: ErrorOptions) {
    super(reason, options)
    this.permanent = permanent
  }
  get reason(): string {
    return this.message
  }
}

export interface Reading {
  /** Bytes of one message. */
  maxBytes: number
  meter: Meter
}
