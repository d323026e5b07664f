// What channels hand in: stored with the bots that it wakes, then told to whoever listens.
import type { Receipt } from '../room/room.ts'
import type { InboundMessage, Intake } from './channel.ts'
import { tellEach } from './each.ts'

interface Options {
  /** Each takes all in one transaction, or throws: nothing of it was stored. `commit` has stored it when it returns. */
  host: {
    receive(messages: readonly InboundMessage[]): Promise<Receipt[]>
    commit(incoming: readonly { message: InboundMessage }[], alongside?: () => void): Receipt[]
  }
  /** Throws when nothing may be acknowledged. */
  mayWrite: () => void
  /** After the commit. */
  said: (group: string, id: string) => void
  /** Nothing of it was taken: the channel hands it in again. */
  refused: (error: unknown) => void
  /** It is taken; who is told of it failed. */
  listenerFailed: (error: unknown) => void
}

export function makeIntake({ host, mayWrite, said, refused, listenerFailed }: Options): Intake {
  const taken = (messages: InboundMessage[]): void =>
    tellEach(messages, ({ group, id }) => said(group, id), listenerFailed)
  const intake = async (messages: InboundMessage[]): Promise<void> => {
    try {
      mayWrite()
      await host.receive(messages)
    } catch (error) {
      refused(error)
      throw error
    }
    taken(messages)
  }
  const together = (messages: InboundMessage[], alongside?: () => void): void => {
    try {
      mayWrite()
      host.commit(
        messages.map((message) => ({ message })),
        alongside,
      )
    } catch (error) {
      refused(error)
      throw error
    }
    taken(messages)
  }
  return Object.assign(intake, { together })
}
