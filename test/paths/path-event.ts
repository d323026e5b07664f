// What may happen to a group on a path: a message, an order, a timer, an answer to a call.
import type { MessageRef } from '../../machines/group/types.ts'
import type { Cause } from '../../machines/group/verdicts/why.ts'

export interface PathEvent {
  type: string
  at: number
  message?: MessageRef
  cause?: Cause
  policy?: string | null
  by?: string
  until?: number
  spent?: number
  held?: number
  step?: number
  actorId?: string
  output?: unknown
  error?: unknown
}
