// What channels hand in: stored with the bots that it wakes, then told to whoever listens.
import type { InboundMessage, Intake } from '../channels/channel.ts'
import { tellEach } from '../channels/each.ts'
import type { Incoming, Receipt } from '../room/room.ts'

interface Options {
  /** All in one transaction with `alongside`. Throws when nothing of it was stored. */
  receive: (incoming: readonly Incoming[], alongside: () => void) => Receipt[]
  /** After the commit. */
  said: (message: InboundMessage) => void
  duplicate: (message: InboundMessage) => void
  /** Nothing of it was taken: the channel hands it in again. */
  refused: (error: unknown) => void
  /** It is taken; who is told of it failed. */
  listenerFailed: (error: unknown) => void
}

export function makeIntake({ receive, said, duplicate, refused, listenerFailed }: Options): Intake {
  const take = (messages: InboundMessage[], alongside?: () => void): void => {
    const incoming = messages.map((message) => ({ message }))
    const receipts = receive(incoming, () => alongside?.())
    tellEach(messages, said, listenerFailed)
    const known = messages.filter((_, i) => receipts[i] === 'duplicate')
    tellEach(known, duplicate, listenerFailed)
  }

  const together = (messages: InboundMessage[], alongside?: () => void): void => {
    try {
      take(messages, alongside)
    } catch (error) {
      refused(error)
      throw error
    }
  }
  const intake = async (messages: InboundMessage[]): Promise<void> => together(messages)
  return Object.assign(intake, { together })
}
