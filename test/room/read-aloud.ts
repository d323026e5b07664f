// Messages of groups, read one after the other as their rooms read them.
import { type Answered, type Before, type Conversation, newConversation } from '../../src/room/conversation.ts'
import type { InboundMessage } from '../../src/room/message.ts'
import { companyMs, makeReader, type ReaderOptions } from '../../src/room/reading.ts'

interface Options extends ReaderOptions {
  authorOf?(group: string, id: string): string | undefined
  answeredIn?(group: string): readonly Answered[]
  personsIn?(group: string, since: number): NonNullable<Before['persons']>
}

export function readAloud(options: Options) {
  const { authorOf, answeredIn, personsIn } = options
  const reader = makeReader(options)
  const talks = new Map<string, Conversation>()
  return {
    read(message: InboundMessage) {
      const { group, ts } = message
      const talk =
        talks.get(group) ??
        newConversation({
          persons: personsIn?.(group, ts - companyMs) ?? [],
          ...(authorOf && { authorOf: (id: string) => authorOf(group, id) }),
        })
      talks.set(group, talk)
      return reader.read(talk, message, () => answeredIn?.(group) ?? [])
    },
  }
}
