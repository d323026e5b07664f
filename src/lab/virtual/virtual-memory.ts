// What bots in virtual time remember of their groups: the memory of the service, over a store that is never written to disk.
import type { InboundMessage } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import type { Inbound, Step } from '../../room/steps.ts'
import type { JobDeps } from '../../jobs/prompt-talk.ts'
import { openGroupMemory } from '../../memory/group-memory.ts'
import type { Refusal } from '../../room/admission.ts'
import { talkRow } from '../../room/stored-message.ts'
import type { MemberIn } from '../../room/members.ts'
import { openDatabase } from '../../store/database.ts'
import { openTalk } from '../../store/talk.ts'

export function openVirtualMemory(config: Config, memberIn: MemberIn, now: () => number) {
  const db = openDatabase(':memory:')
  const talk = openTalk(db)
  const memory = openGroupMemory({ db, config, talk, memberIn, now })
  return {
    /** A message as everybody hears it. */
    put: (message: InboundMessage, refusal?: Refusal): void =>
      talk.put(message.group, talkRow(message, Math.max(now(), message.ts), refusal)),
    /** Obeys a person's order to forget; what the bots' charts are told. */
    obey(step: Pick<Step, 'key' | 'event'>, message: InboundMessage): Inbound[] {
      const order = memory.orderIn(step, message)
      return order ? memory.index.together(() => memory.obeyed(order)) : []
    },
    record: memory.record,
    noteSource: memory.noteSource,
    /** The parts of a bot with its memory among them. */
    remembering: (bot: string, deps: JobDeps): JobDeps => ({
      ...deps,
      memory: memory.of(bot),
      talk: memory.withoutForgotten(bot, deps.talk),
    }),
  }
}

export type VirtualMemory = ReturnType<typeof openVirtualMemory>
