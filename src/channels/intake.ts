// What channels hand in: stored with the bots that it wakes, then told to whoever listens.
import type { InboundMessage, Intake } from './channel.ts'
import { tellEach } from './each.ts'
import type { Receipt } from '../room/room.ts'

interface Options {
  /** All in one transaction. Rejects when nothing of it was stored. */
  receive: (messages: readonly InboundMessage[]) => Promise<Receipt[]>
  /** With `alongside`, and stored when it returns. Throws when nothing of it was. */
  commit: (messages: readonly InboundMessage[], alongside?: () => void) => Receipt[]
  /** After the commit. */
  said: (message: InboundMessage) => void
  /** Nothing of it was taken: the channel hands it in again. */
  refused: (error: unknown) => void
  /** It is taken; who is told of it failed. */
  listenerFailed: (error: unknown) => void
}

export function makeIntake({ receive, commit, said, refused, listenerFailed }: Options): Intake {
  const taken = (messages: InboundMessage[]): void => tellEach(messages, said, listenerFailed)
  const notTaken = (error: unknown): never => {
    refused(error)
    throw error
  }

  const intake = async (messages: InboundMessage[]): Promise<void> => {
    await receive(messages).catch(notTaken)
    taken(messages)
  }
  const together = (messages: InboundMessage[], alongside?: () => void): void => {
    try {
      commit(messages, alongside)
    } catch (error) {
      notTaken(error)
    }
    taken(messages)
  }
  return Object.assign(intake, { together })
}
