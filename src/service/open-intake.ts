// The intake of this service: whom a message is for, where it is kept, and who hears that it came.
import { settingsFor } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { type Log, logVerdict } from '../feed/log.ts'
import { partsOf } from '../room/key.ts'
import type { LocalHost } from '../host/local/local-host.ts'
import type { Intake } from '../channels/channel.ts'
import type { Talk } from '../store/talk.ts'
import { makeAims } from '../room/reading.ts'
import { answeredIn } from '../room/answered-in.ts'
import type { openChannels } from './channels.ts'
import type { Failures } from './failures.ts'
import type { openGroupMemory } from './group-memory.ts'
import { duplicate, inboundFor, talkRow } from '../room/inbound.ts'
import { makeIntake } from './intake.ts'
import type { watchedRoster } from './roster.ts'

interface Options {
  config: Config
  roster: ReturnType<typeof watchedRoster>
  talk: Talk
  channels: Pick<Awaited<ReturnType<typeof openChannels>>, 'web' | 'memberIn' | 'people'>
  memory: Pick<ReturnType<typeof openGroupMemory>, 'orders'>
  host: Pick<LocalHost, 'receive' | 'look'>
  /** A message is stored. */
  said: (group: string, id: string) => void
  /** Throws when nothing may be acknowledged. */
  mayWrite: () => void
  now: () => number
  log: Log
  failures: Pick<Failures, 'note'>
  listenerFailed: (error: unknown) => void
}

export function openIntake(options: Options): Intake {
  const { config, roster, talk, channels, memory, host, said, mayWrite, now, log, failures, listenerFailed } = options
  const { web, memberIn } = channels
  const aims = makeAims({
    roster: () => [...config.bots, ...roster()],
    isBot: (id) => config.bots.some((bot) => bot.id === id),
    authorOf: talk.authorOf,
    answeredIn: answeredIn(config, memberIn, host.look),
    personsIn: talk.personsIn,
    membersIn: channels.people,
    followUpMs: (group) => settingsFor(config, group).decision.followUpMs,
  })
  return makeIntake({
    read: (message) => inboundFor(message, aims.read(message), memberIn, config),
    unread({ group, id }, error) {
      failures.note('messages', error)
      log.error({ group, id, error: String(error) }, 'a message could not be read: it wakes no bot')
    },
    orders: memory.orders,
    receive(inbound, alongside) {
      mayWrite()
      return host.receive(inbound, alongside)
    },
    store(message) {
      talk.put(message.group, talkRow(message, now()))
      web.overhear(message)
    },
    said: ({ group, id }) => said(group, id),
    duplicate: ({ key, dedupe }) => logVerdict(log, { ...duplicate(dedupe, now()), ...partsOf(key) }),
    refused: (error) => failures.note('intake', error),
    listenerFailed,
  })
}
