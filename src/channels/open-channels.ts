// The channels the bots are on: who is who where, which of them a reply goes to, and what they hand in.
import type { DatabaseSync } from 'node:sqlite'
import {
  type Channel,
  ChannelError,
  type Correction,
  type InboundMessage,
  type Intake,
  type OutboundReply,
} from './channel.ts'
import { postAndEcho } from './echo.ts'
import { containForeignCode } from './modules/foreign-code.ts'
import { textOf, within } from './modules/guarded-channel.ts'
import type { ChannelContext, OwnContext } from './plugin.ts'
import { configuredChannels } from './plugins.ts'
import { makeWebChannel } from './web/web-channel.ts'
import type { Config } from '../config/config.ts'
import type { ConnectionRow } from '../feed/contract.ts'
import type { Log } from '../config/log.ts'
import type { Sign, SignInput } from '../../machines/group/children.ts'
import type { Whereabouts } from '../room/key.ts'
import type { WallClock } from '../host/host.ts'
import { openBridge } from './bridge/open.ts'
import type { Named } from '../room/called.ts'
import type { Talk } from '../store/talk.ts'
import { makeConnections } from './connections.ts'
import type { Failures } from '../health/failures.ts'
import { makeMember, type Member, type MemberIn } from '../room/members.ts'
import { pacedSend } from './paced-send.ts'

interface Options {
  config: Config
  db: DatabaseSync
  clock: WallClock
  log: Log
  talk: Talk
  /** Who is known by name beside the own bots. */
  roster: () => readonly Named[]
  /** Whether a bot has heard anything in a group. */
  knows: (key: string) => boolean
  corrected: (correction: Correction) => void
  /** Everyday words of a bot's field. */
  problemWords: (bot: string) => readonly string[]
  failures: Pick<Failures, 'note'>
  /** Throws when nothing may be acknowledged. */
  mayWrite: () => void
}

const unreactMs = 5_000

const channelOf = (group: string): string => group.slice(0, Math.max(0, group.indexOf(':')))

/** Resolves when the web channel knows its bots; the others come online by themselves. */
export async function openChannels(options: Options) {
  const { config, db, clock, log, talk, roster, knows, corrected, problemWords, failures, mayWrite } = options
  /** By channel and bot: who it is there. */
  const online = new Map<string, { own: { id: string; name: string }; member: Member }>()
  const web = makeWebChannel({
    db,
    rooms: config.channels.web.rooms,
    members: () => config.bots,
    now: clock.now,
    mayWrite,
    onError(error) {
      failures.note('posts', error)
      log.error({ error: String(error) }, 'the web channel could not store a message or hand it in')
    },
  })
  const configured = configuredChannels(config)
  const opened = await Promise.all(
    configured.map(async (each) => {
      const { name } = each
      const context = {
        name,
        bots: config.bots.filter(({ id }) => each.bots.includes(id)).map((bot) => ({ id: bot.id, name: bot.name })),
        now: clock.wall,
        log: (level, text, fields = {}) => log[level]({ ...fields, channel: name }, text),
        corrected,
        config,
        clock,
        talk,
      } satisfies ChannelContext & OwnContext
      const failed = (error: unknown) => {
        failures.note('channels', error)
        log.error({ channel: name, error: textOf(error) }, 'the channel’s own code failed; the others go on')
      }
      return { bots: each.bots, ...(await each.open(context, failed)) }
    }),
  )
  const release = configured.some(({ isForeign }) => isForeign) ? containForeignCode() : () => {}
  const onlineIn = (group: string, bot: string) => online.get(`${channelOf(group)} ${bot}`)
  const memberIn: MemberIn = (group, bot) => onlineIn(group, bot)?.member
  const bridge =
    config.bridge &&
    openBridge({ settings: config.bridge, config, db, clock, log, talk, memberIn, roster, knows, failures })
  const all: Channel[] = [web, ...opened.map(({ channel }) => channel), ...(bridge ? [bridge.channel] : [])]
  const connections = makeConnections({
    now: clock.now,
    identified(channel, bot, own) {
      // In a chat the bot is called by the name that it has there, too.
      const aliases = own.name === bot.name ? bot.aliases : [...bot.aliases, own.name]
      const member = makeMember({ ...bot, aliases }, own.id, () => problemWords(bot.id))
      online.set(`${channel.name} ${bot.id}`, { own, member })
    },
  })
  connections.onChange((row, before) => {
    if (row.state === before) return
    if (row.state === 'failed' || row.state === 'backingOff') failures.note('channels', row.reason)
    logConnection(log, row)
  })
  const channelFor = (group: string) => all.find(({ name }) => name === channelOf(group))
  await Promise.all(config.bots.map((bot) => connections.open(web, bot)))
  if (bridge) await Promise.all(bridge.bots.map((bot) => connections.open(bridge.channel, bot)))
  const started = Promise.withResolvers<void>()
  let taking: Intake = () => Promise.reject(new ChannelError('unavailable', 'the channels are not started'))
  const echoing = {
    intake: (messages: InboundMessage[]) => taking(messages),
    // After a restart it may not be known yet how the channel calls it.
    ownOf: ({ group, bot }: OutboundReply) => onlineIn(group, bot)?.own ?? { id: bot, name: bot },
    now: clock.now,
  }
  const send = pacedSend(
    (reply, signal) => postAndEcho(channelFor(reply.group) ?? web, reply, signal, echoing),
    clock.now,
  )

  return {
    web,
    /** Of the bots, and of the bridge to its peers. */
    connections: {
      ...connections,
      rows: (): ConnectionRow[] => [...connections.rows(), ...(bridge?.rows() ?? [])],
      onChange(listen: () => void): void {
        connections.onChange(listen)
        bridge?.onChange(listen)
      },
      retry: (bot: string, channel: string): boolean =>
        channel === 'peer' ? bridge?.retry(bot) === true : connections.retry(bot, channel),
    },
    memberIn,
    bridge,
    /** Rejects with a ChannelError. What a crash left unsent waits until the channels are there. */
    async send(reply: OutboundReply, signal: AbortSignal): Promise<{ id: string }> {
      await started.promise
      return send(reply, signal)
    },
    /** Names of the channels that are not started. */
    down: (): string[] => opened.flatMap(({ channel, isDown }) => (isDown?.() ? [channel.name] : [])),
    canReact: (group: string): boolean => channelFor(group)?.react !== undefined,
    /** One after the other, each once however often it is asked for; rejects with a ChannelError. */
    async react(
      { bot, group, oneToOne }: Whereabouts,
      { messages, emoji }: SignInput,
      signal: AbortSignal,
    ): Promise<void> {
      await started.promise
      const channel = channelFor(group)
      for (const message of messages)
        // oxlint-disable-next-line no-await-in-loop -- a platform is not to be flooded
        await channel?.react?.({ bot, group, message, emoji, ...(oneToOne && { oneToOne }) }, signal)
    },
    /** Never rejects, and takes no long time: what was said counts as said whether or not the sign is gone. */
    async unreact(
      { bot, group, oneToOne }: Whereabouts,
      { messages, emoji }: Sign,
      signal: AbortSignal,
    ): Promise<void> {
      const channel = channelFor(group)
      const one = async (message: string) =>
        channel?.unreact?.({ bot, group, message, emoji, ...(oneToOne && { oneToOne }) }, signal)
      await within(unreactMs, 'taking signs off', () => Promise.allSettled(messages.map(one))).catch(() => undefined)
    },
    typing: (bot: string, group: string, message: string): Promise<() => Promise<void>> =>
      channelFor(group)?.typing?.(bot, group, message) ?? Promise.resolve(() => Promise.resolve()),
    titleOf: (group: string): string | undefined => channelFor(group)?.titleOf?.(group),
    /** Ids of the people in a group; undefined while nothing tells who is there. */
    people(group: string): ReadonlySet<string> | undefined {
      const people = channelFor(group)?.people?.(group)
      return people && new Set(people)
    },
    async start(intake: Intake): Promise<void> {
      taking = intake
      await Promise.all(all.map((channel) => channel.start(intake)))
      started.resolve()
      const bots = new Map(config.bots.map((bot) => [bot.id, bot]))
      for (const { channel, bots: ids } of opened) {
        for (const id of ids) {
          const bot = bots.get(id)
          if (bot) void connections.open(channel, bot)
        }
      }
    },
    async stop(): Promise<void> {
      // Also when they never came that far: what waits for them ends.
      started.resolve()
      await connections.stop()
      const ends = await Promise.allSettled(all.map((channel) => channel.stop()))
      release()
      bridge?.stop()
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
  }
}

function logConnection(log: Log, { bot, channel, state, reason, retryAt }: ConnectionRow): void {
  const line = { bot, channel, ...(reason !== undefined && { error: reason }) }
  if (state === 'failed') log.error(line, 'the bot is not online, and trying again does not help')
  else if (state === 'backingOff')
    log.warn({ ...line, retryAt: new Date(retryAt ?? 0).toISOString() }, 'the bot is not online; it is tried again')
  else if (state === 'reconnecting') log.warn(line, 'the line to the channel broke')
  else if (state === 'online' && channel !== 'web') log.info({ bot, channel }, 'the bot is online')
}
