// How the service's rooms read messages, and what it keeps of them in the host's transaction.
import type { openChannels } from '../channels/open-channels.ts'
import { type Config, settingsFor } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { logVerdict } from '../feed/log.ts'
import type { Failures } from '../health/failures.ts'
import type { LocalHostOptions } from '../host/local/local-host.ts'
import type { openGroupMemory } from '../memory/group-memory.ts'
import type { watchedRoster } from '../prompt/watched-roster.ts'
import type { Admission } from '../room/admission.ts'
import { makeHearing } from '../room/hearing.ts'
import type { InboundMessage } from '../room/message.ts'
import type { RoomRules } from '../room/room.ts'
import { duplicate, talkRow } from '../room/stored-message.ts'
import type { TalkStore } from '../store/talk.ts'

interface RoomOptions {
  config: Config
  roster: ReturnType<typeof watchedRoster>
  talk: TalkStore
  channels: Pick<Awaited<ReturnType<typeof openChannels>>, 'keep' | 'memberIn' | 'people'>
  admission: Admission
  now: () => number
}

export const roomRules = ({ config, roster, talk, channels, admission, now }: RoomOptions): RoomRules =>
  makeHearing({
    config,
    roster: () => [...config.bots, ...roster()],
    isBot: (id) => config.bots.some((bot) => bot.id === id),
    memberIn: channels.memberIn,
    talk,
    membersIn: channels.people,
    followUpMs: (group) => settingsFor(config, group).decision.followUpMs,
    admission,
    now,
  })

interface KeepingOptions extends Pick<RoomOptions, 'talk' | 'channels' | 'admission' | 'now'> {
  memory: Pick<ReturnType<typeof openGroupMemory>, 'orderIn' | 'obeyed'>
  /** Told of whoever is not served. */
  refused: (message: InboundMessage) => void
  log: Log
  failures: Pick<Failures, 'note'>
}

type Keeping = Required<Pick<LocalHostOptions, 'keep' | 'ordered' | 'dropped' | 'unread'>>

export function keeping({ talk, channels, memory, admission, refused, now, log, failures }: KeepingOptions): Keeping {
  const unread: Keeping['unread'] = ({ group, id }, error) => {
    failures.note('messages', error)
    log.error({ group, id, error: String(error) }, 'a message could not be read: it wakes no bot')
  }
  return {
    keep(message) {
      const refusal = admission.refusalOf(message)
      if (refusal) refused(message)
      if (refusal?.isKept !== false) talk.put(message.group, talkRow(message, now(), refusal))
      channels.keep(message)
    },
    ordered(step, message) {
      let order: ReturnType<typeof memory.orderIn>
      try {
        order = memory.orderIn(step, message)
      } catch (error) {
        unread(message, error)
      }
      return order ? memory.obeyed(order) : []
    },
    dropped({ group, id }, bots) {
      for (const bot of bots) logVerdict(log, { ...duplicate(id, now()), bot, group })
    },
    unread,
  }
}
