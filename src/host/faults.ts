// What somebody else's code throws, as the host can go on with it.
import { asError } from '../room/thrown.ts'
import { isConstraint, isStoreProblem } from '../store/database.ts'

/** The fault of the actor whose step it is, not of the store. */
export const isOwnFault = (error: unknown): boolean => isConstraint(error) || !isStoreProblem(error)

/** Calls somebody who must not harm the caller; `failed` hears what it throws. */
export function contained(work: () => void, failed?: (error: Error) => void): void {
  try {
    work()
  } catch (error) {
    if (failed) contained(() => failed(asError(error)))
  }
}

/** What cannot be written is kept as a bare event: its actor could not take it again. */
export function jsonOf(event: { type: string }): string {
  try {
    return JSON.stringify(event)
  } catch {
    return JSON.stringify({ type: event.type })
  }
}
