// What channels hand in: read for whom it is, stored with the groups that it wakes, then told to whoever listens.
import type { InboundMessage, Intake } from '../channels/channel.ts'
import { tellEach } from '../channels/each.ts'
import type { Receipt } from '../host/host.ts'
import type { Inbound } from '../room/steps.ts'

interface Options {
  /** For the bots of its group. */
  read: (message: InboundMessage) => Inbound[]
  /** The message could not be read: it stands in the talk, and wakes nobody. */
  unread: (message: InboundMessage, error: unknown) => void
  /** Orders among the messages; `obey` returns what else is told, inside the transaction. */
  orders: (inbound: readonly Inbound[], messages: readonly InboundMessage[]) => { obey(): Inbound[] }
  /** All in one transaction with `alongside`. Throws when nothing of it was stored. */
  receive: (inbound: readonly Inbound[], alongside: () => void) => Receipt[]
  /** Inside of the transaction. */
  store: (message: InboundMessage) => void
  /** After the commit. */
  said: (message: InboundMessage) => void
  duplicate: (inbound: Inbound) => void
  /** Nothing of it was taken: the channel hands it in again. */
  refused: (error: unknown) => void
  /** It is taken; who is told of it failed. */
  listenerFailed: (error: unknown) => void
}

export function makeIntake(options: Options): Intake {
  const { orders, receive, store, said, duplicate, refused, listenerFailed } = options

  // One at a time: what is odd about one must not hold up the others, which a channel hands in again and again with it.
  const readable = (message: InboundMessage): Inbound[] => {
    try {
      return options.read(message)
    } catch (error) {
      options.unread(message, error)
      return []
    }
  }

  const obeying = (inbound: Inbound[], messages: InboundMessage[]): (() => Inbound[]) => {
    try {
      return orders(inbound, messages).obey
    } catch (error) {
      for (const message of messages) options.unread(message, error)
      return () => []
    }
  }

  const take = (messages: InboundMessage[], alongside?: () => void): void => {
    const inbound = messages.flatMap(readable)
    const obey = obeying(inbound, messages)
    const fed: Inbound[] = []
    const receipts = receive(fed, () => {
      // The host may try again without an actor that failed.
      fed.splice(0, fed.length, ...inbound)
      alongside?.()
      messages.forEach(store)
      fed.push(...obey())
    })
    tellEach(messages, said, listenerFailed)
    const known = inbound.filter((_, i) => receipts[i] === 'duplicate')
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
