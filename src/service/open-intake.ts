// The rooms of this service: how their messages are read and kept, and who hears that one came.
import type { Intake } from '../channels/channel.ts'
import { settingsFor } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { type Log, logVerdict } from '../feed/log.ts'
import type { LocalHost, LocalHostOptions } from '../host/local/local-host.ts'
import { makeHearing } from '../room/hearing.ts'
import type { RoomRules } from '../room/room.ts'
import { isBot } from '../room/key.ts'
import type { TracedStep } from '../room/steps.ts'
import { duplicate, talkRow } from '../room/stored-message.ts'
import type { Talk } from '../store/talk.ts'
import type { openChannels } from './channels.ts'
import type { Failures } from './failures.ts'
import type { openGroupMemory } from './group-memory.ts'
import { makeIntake } from './intake.ts'
import type { watchedRoster } from './roster.ts'

interface RoomOptions {
  config: Config
  roster: ReturnType<typeof watchedRoster>
  talk: Talk
  channels: Pick<Awaited<ReturnType<typeof openChannels>>, 'web' | 'memberIn' | 'people'>
  now: () => number
}

export const roomRules = ({ config, roster, talk, channels, now }: RoomOptions): RoomRules =>
  makeHearing({
    config,
    roster: () => [...config.bots, ...roster()],
    isBot: (id) => config.bots.some((bot) => bot.id === id),
    memberIn: channels.memberIn,
    talk,
    membersIn: channels.people,
    followUpMs: (group) => settingsFor(config, group).decision.followUpMs,
    now,
  })

interface KeepingOptions extends Pick<RoomOptions, 'talk' | 'channels' | 'now'> {
  memory: Pick<ReturnType<typeof openGroupMemory>, 'orderIn' | 'obeyed'>
  log: Log
  failures: Pick<Failures, 'note'>
}

/** What becomes of messages in the host's transaction. */
export function keeping(
  options: KeepingOptions,
): Required<Pick<LocalHostOptions, 'keep' | 'ordered' | 'dropped' | 'unread'>> {
  const { talk, channels, memory, now, log, failures } = options
  const unread: LocalHostOptions['unread'] = ({ group, id }, error) => {
    failures.note('messages', error)
    log.error({ group, id, error: String(error) }, 'a message could not be read: it wakes no bot')
  }
  return {
    keep(message) {
      talk.put(message.group, talkRow(message, now()))
      channels.web.overhear(message)
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

interface Options {
  host: Pick<LocalHost, 'receive' | 'commit'>
  /** A message is stored. */
  said: (group: string, id: string) => void
  /** Throws when nothing may be acknowledged. */
  mayWrite: () => void
  failures: Pick<Failures, 'note'>
  listenerFailed: (error: unknown) => void
}

export const openIntake = ({ host, said, mayWrite, failures, listenerFailed }: Options): Intake =>
  makeIntake({
    async receive(messages) {
      mayWrite()
      return host.receive(messages)
    },
    commit(messages, alongside) {
      mayWrite()
      return host.commit(
        messages.map((message) => ({ message })),
        alongside,
      )
    },
    said: ({ group, id }) => said(group, id),
    refused: (error) => failures.note('intake', error),
    listenerFailed,
  })

/** What bots' steps are told to; charts of other kinds have no part in it. */
export const ofBots =
  (told: (step: TracedStep) => void) =>
  (step: TracedStep): void => {
    if (isBot(step.key)) told(step)
  }
