// Hands a reply to its channel, under the ceilings and with the key that posts it once (S5, U6).
import type { Delivered, DeliverInput } from '../../machines/group.children.ts'

export interface DeliverDeps {
  /** Posts; the same key posts once. Rejects with an error whose `kind` the chart knows. */
  send(input: DeliverInput, signal: AbortSignal): Promise<Delivered>
  /** Holds one message under the ceilings until the returned function is called; throws when they say no. */
  reserve(): () => void
}

export function makeDeliver({ send, reserve }: DeliverDeps) {
  return async (input: DeliverInput, { signal }: { signal: AbortSignal }): Promise<Delivered> => {
    const release = reserve()
    try {
      return await send(input, signal)
    } finally {
      release()
    }
  }
}
