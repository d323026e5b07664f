// Whether a failed try may have cost something: what never came to a model, or was turned away before one read it, is free.
import { causesOf, connectionTrouble, isBeforeAsking } from './connection-trouble.ts'
import { isFiltered, isOverflow } from './explain.ts'

/** What may also break a connection over which a request went already. */
const ambiguous = /^(?:ETIMEDOUT|EPROTO|ERR_SSL_.*(?:BAD_RECORD|DECRYPT|UNEXPECTED_EOF|SHUTDOWN).*)$/

/** The request cannot have come to the server. */
export function isUnsent(error: unknown): boolean {
  const found = connectionTrouble(error)
  return found !== undefined && isBeforeAsking(found) && (!ambiguous.test(found.code) || wasConnecting(error))
}

const wasConnecting = (error: unknown): boolean =>
  causesOf(error).some((cause) => (cause as { syscall?: unknown }).syscall === 'connect')

/** Statuses by which a server says that it has not begun; 400, 403 and 422 may come from a filter or a parser behind the model, too. */
const turningAway: ReadonlySet<number> = new Set([401, 402, 404, 405, 406, 407, 411, 413, 414, 415, 421, 426, 429, 431])

/** The server answered that no model saw the request. */
export function isTurnedAway(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown }
  if (typeof status !== 'number') return false
  if (status >= 300 && status < 400) return true
  return turningAway.has(status) || isOverflow(error) || (status === 403 && !isFiltered(error))
}

/** A failed try that no provider charges. */
export const isFree = (error: unknown): boolean => isUnsent(error) || isTurnedAway(error)
