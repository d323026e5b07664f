// What bots remember in virtual groups: the service's own memory on a store that lasts as long as the play.
import type { InboundMessage } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import type { Inbound } from '../../host/host.ts'
import { openGroupMemory } from '../../service/group-memory.ts'
import { talkRow } from '../../service/inbound.ts'
import type { MemberIn } from '../../service/members.ts'
import { openDatabase } from '../../store/database.ts'
import { openTalk } from '../../store/talk.ts'

export type VirtualMemory = ReturnType<typeof openVirtualMemory>

export function openVirtualMemory(config: Config, memberIn: MemberIn, now: () => number) {
  const db = openDatabase(':memory:')
  const talk = openTalk(db)
  const memory = openGroupMemory({ db, config, talk, memberIn, now })
  return {
    of: memory.of,
    withoutForgotten: memory.withoutForgotten,
    /** Keeps a message, and obeys what it asks to forget; what the charts are told of that. */
    take(message: InboundMessage, inbound: readonly Inbound[] = []): Inbound[] {
      const orders = memory.orders(inbound, [message])
      talk.put(message.group, talkRow(message, now()))
      memory.index.catchUp()
      return orders.obey()
    },
  }
}
