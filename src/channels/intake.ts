// What channels hand in: stored with the bots that it wakes, then told to whoever listens.
import { withWords } from '../room/message.ts'
import type { Receipt } from '../room/room.ts'
import type { InboundMessage, Intake } from './channel.ts'
import { tellEach } from './each.ts'

interface Options {
  /** Each takes all in one transaction, or rejects: nothing of it was stored. */
  host: {
    receive(messages: readonly InboundMessage[]): Promise<Receipt[]>
    /** `work` in the transaction; absent: the host's store is not the channel's. */
    receiveFrom?(work: () => readonly InboundMessage[], canWait?: boolean): Promise<Receipt[]>
  }
  /** What is said is kept, and wakes nobody. */
  isIdle?: boolean
  /** Throws when nothing may be acknowledged. */
  mayWrite: () => void
  /** After the commit. */
  said: (group: string, id: string) => void
  /** Nothing of it was taken: the channel hands it in again. */
  refused: (error: unknown) => void
  /** It is taken; who is told of it failed. */
  listenerFailed: (error: unknown) => void
}

export function makeIntake({ host, isIdle = false, mayWrite, said, refused, listenerFailed }: Options): Intake {
  const read = (message: InboundMessage): InboundMessage => ({
    ...withWords(message),
    ...(isIdle && { contextOnly: true as const }),
  })
  const taken = (messages: readonly InboundMessage[]): void =>
    tellEach(messages, ({ group, id }) => said(group, id), listenerFailed)
  const handIn = async (receive: () => Promise<readonly InboundMessage[]>): Promise<void> => {
    let messages: readonly InboundMessage[]
    try {
      mayWrite()
      messages = await receive()
    } catch (error) {
      refused(error)
      throw error
    }
    taken(messages)
  }
  const intake = (given: InboundMessage[]): Promise<void> =>
    handIn(async () => {
      const messages = given.map(read)
      await host.receive(messages)
      return messages
    })
  const { receiveFrom } = host
  if (!receiveFrom) return intake
  const together = (work: () => readonly InboundMessage[], canWait?: boolean): Promise<void> =>
    handIn(async () => {
      let messages: readonly InboundMessage[] = []
      await receiveFrom(() => (messages = work().map(read)), canWait)
      return messages
    })
  return Object.assign(intake, { together })
}
