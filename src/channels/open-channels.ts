// The channels the bots are on: who is who where, which of them a reply goes to, and what they hand in.
import { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import type { ConnectionRow } from '../feed/contract.ts'
import { partsOf } from '../room/key.ts'
import type { RoomNote } from '../room/notes.ts'
import { makeMember, type Member, type MemberIn } from '../room/members.ts'
import type { Step } from '../room/steps.ts'
import {
  type Channel,
  ChannelError,
  type Download,
  type Downloaded,
  type InboundMessage,
  type Intake,
  isPermanent,
  noIntake,
  type OutboundReply,
} from './channel.ts'
import { baseOf } from '../config/topics.ts'
import { makeConnections } from './connections.ts'
import { makeEchoes } from './echo.ts'
import { containForeignCode } from './contained.ts'
import { textOf } from './modules/guarded-channel.ts'
import { pacedSend } from './paced-send.ts'
import type { ChannelContext, ConfiguredChannel, OwnChannel, OwnContext } from './plugin.ts'
import { configuredChannels } from './plugins.ts'
import type { SharedOptions } from './shared.ts'
import { makeSigns } from './signs.ts'
import { openTopics, outwards } from './topics.ts'

interface Options
  extends Omit<OwnContext, 'memberIn' | 'topics' | 'shared' | 'isShared'>, Pick<ChannelContext, 'corrected'> {
  config: Config
  /** Of a service that is one of several workers. */
  workers?: SharedOptions | undefined
  log: Log
  /** Everyday words of a bot's field. */
  problemWords: (bot: string) => readonly string[]
}

const channelOf = (group: string): string => group.slice(0, Math.max(0, group.indexOf(':')))

/** Resolves when the channels that are at home know their bots; the others come online by themselves. */
export async function openChannels({ log, problemWords, corrected, workers, ...own }: Options) {
  const { config, clock, failures } = own
  const { topics, ...rooms } = openTopics({ ...own, now: clock.now })
  /** By channel and bot: who it is there. */
  const online = new Map<string, { own: { id: string; name: string }; member: Member }>()
  const onlineIn = (group: string, bot: string) => online.get(`${channelOf(group)} ${bot}`)
  const memberIn: MemberIn = (group, bot) => onlineIn(group, bot)?.member

  // Where there is one process nothing of it is loaded.
  const shared = workers && (await import('./lines/open-shared.ts')).openShared(workers)

  async function open(each: ConfiguredChannel) {
    const { name } = each
    const bots = config.bots.filter(({ id }) => each.bots.includes(id))
    const context: ChannelContext & OwnContext = {
      ...own,
      name,
      bots: bots.map((bot) => ({ id: bot.id, name: bot.name })),
      now: clock.wall,
      log: (level, text, fields = {}) => log[level]({ ...fields, channel: name }, text),
      corrected(correction) {
        for (const one of rooms.corrections(correction)) corrected(one)
      },
      memberIn,
      topics,
      isShared: workers !== undefined,
      ...(workers && { shared: workers.shared }),
    }
    const failed = (error: unknown) => {
      failures.note('channels', error)
      log.error({ channel: name, error: textOf(error) }, 'the channel’s own code failed; the others go on')
    }
    const openOne = () => each.open(context, failed)
    return { channel: await (shared ? shared.open({ each, open: openOne, failed }) : openOne()), bots }
  }

  const configured = configuredChannels(config)
  const withOneLine = new Set(configured.flatMap(({ name, lines }) => (lines === 'oneWorker' ? [name] : [])))
  const opened = await Promise.all(configured.map(open))
  const all: OwnChannel[] = opened.map(({ channel }) => channel)
  const peers = all.flatMap((channel) => channel.peers ?? [])
  const release = configured.some(({ isForeign }) => isForeign) ? containForeignCode() : () => {}
  const connections = makeConnections({
    now: clock.now,
    identified(channel, bot, self) {
      // In a chat the bot is called by the name that it has there, too.
      const aliases = self.name === bot.name ? bot.aliases : [...bot.aliases, self.name]
      const member = makeMember({ ...bot, aliases }, self.id, () => problemWords(bot.id))
      online.set(`${channel.name} ${bot.id}`, { own: self, member })
    },
  })
  connections.onChange((row, before) => {
    if (row.state === before) return
    if (row.state === 'failed' || row.state === 'backingOff') failures.note('channels', row.reason)
    logConnection(log, row)
  })
  const connect = (atHome: boolean) =>
    opened
      .filter(({ channel }) => (channel.isAtHome === true) === atHome)
      .flatMap(({ channel, bots }) => bots.map((bot) => connections.open(channel, bot)))
  await Promise.all(connect(true))

  const byName = new Map(all.map((channel) => [channel.name, channel]))
  const channelFor = (group: string) => byName.get(channelOf(group))
  const started = Promise.withResolvers<void>()
  let taking = noIntake
  const echoes = makeEchoes({
    intake: (messages) => taking(messages),
    // After a restart it may not be known yet how the channel calls it.
    ownOf: ({ group, bot }) => onlineIn(group, bot)?.own ?? { id: bot, name: bot },
    timers: clock,
  })
  const send = pacedSend(async (reply, signal) => {
    const channel = channelFor(reply.group)
    if (!channel) throw new ChannelError('permanent', `no channel of the configuration has ${reply.group}`)
    const isDone = reply.edits !== undefined && (await edited(channel, reply, reply.edits, signal))
    return isDone ? { id: reply.edits ?? '' } : echoes.post(channel, reply, signal)
  }, clock.now)

  /** What the talk has of it says the same from then on. False: it can be changed no more, and the words are posted anew. */
  async function edited(
    channel: Pick<Channel, 'edit'>,
    { group, bot, text, oneToOne }: OutboundReply,
    message: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      await channel.edit?.({ group, bot, message, text, ...(oneToOne !== undefined && { oneToOne }) }, signal)
    } catch (error) {
      if (!isPermanent(error)) throw error
      log.info({ group, bot, error: textOf(error) }, 'a message could not be changed: the words are posted anew')
      return false
    }
    if (!channel.edit) return false
    for (const one of rooms.corrections({ group, id: message, text })) corrected(one)
    return true
  }

  return {
    /** Of the bots, and to peers. */
    connections: {
      ...connections,
      rows: (): ConnectionRow[] => [...connections.rows(), ...peers.flatMap((each) => each.rows())],
      onChange(listen: () => void): void {
        connections.onChange(listen)
        for (const each of peers) each.onChange(listen)
      },
      retry: (bot: string, channel: string): boolean =>
        channel === 'peer' ? peers.some((each) => each.retry(bot)) : connections.retry(bot, channel),
    },
    memberIn,
    /** What they add to the HTTP API. */
    routes: joined(all.map(({ routes }) => routes)),
    signedRoutes: joined([...all.map(({ signedRoutes }) => signedRoutes), shared?.routes]),
    /** Of a cluster: what is said there may come to this worker by a line that moves to it. */
    hasLineIn: (room: string): boolean => withOneLine.has(channelOf(partsOf(`- ${room}`).group)),
    /** What other workers of a cluster ask of this one. */
    workerRoutes: shared?.routes,
    oldRows: [rooms.oldRows, ...all.flatMap(({ oldRows = [] }) => oldRows)],
    /** Inside of the transaction that takes a message. */
    keep(message: InboundMessage): void {
      rooms.keep(message)
      for (const channel of all) channel.keep?.(message)
    },
    /** Of a cluster: what a turn tells of messages. */
    noted: (note: RoomNote): void => all.forEach((channel) => channel.noted?.(note)),
    /** Inside of the transaction of a bot's step; and after its commit. */
    record: (step: Step): void => all.forEach((channel) => channel.record?.(step)),
    committed: (): void => all.forEach((channel) => channel.committed?.()),
    figures: () => ({
      /** Names of the channels that are not started. */
      channelsDown: all.flatMap((channel) => (channel.isDown?.() ? [channel.name] : [])),
      isRefusing: all.some((channel) => channel.isRefusing?.()),
      refusedByBridge: all.reduce((sum, channel) => sum + (channel.refused?.() ?? 0), 0),
    }),
    /** Rejects with a ChannelError. What a crash left unsent waits until the channels are there. */
    async send(reply: OutboundReply, signal: AbortSignal): Promise<{ id: string }> {
      await started.promise
      return send(outwards(reply), signal)
    },
    /** The bytes of a part of a message; rejects with a ChannelError. */
    async download(what: Download, signal: AbortSignal): Promise<Downloaded> {
      await started.promise
      const channel = channelFor(what.group)
      if (!channel?.download)
        throw new ChannelError('permanent', `the channel of ${what.group} gives no bytes of messages`)
      return channel.download({ ...what, group: baseOf(what.group) }, signal)
    },
    canEdit: (group: string): boolean => channelFor(group)?.edit !== undefined,
    canReact: (group: string): boolean => channelFor(group)?.react !== undefined,
    writesMarkdown: (group: string): boolean => channelFor(group)?.writesMarkdown === true,
    ...makeSigns({ channelFor, started: started.promise, workers }),
    typing: (bot: string, group: string, message: string): Promise<() => Promise<void>> =>
      channelFor(group)?.typing?.(bot, baseOf(group), message) ?? Promise.resolve(() => Promise.resolve()),
    titleOf: (group: string): string | undefined => channelFor(group)?.titleOf?.(group),
    /** Ids of the people in a group; undefined while nothing tells who is there. */
    people(group: string): ReadonlySet<string> | undefined {
      const people = channelFor(group)?.people?.(baseOf(group))
      return people && new Set(people)
    },
    async start(intake: Intake): Promise<void> {
      taking = rooms.intoRooms(intake)
      await Promise.all(all.map((channel) => channel.start(taking)))
      started.resolve()
      void Promise.all(connect(false))
    },
    async stop(): Promise<void> {
      // Also when they never came that far: what waits for them ends.
      started.resolve()
      await connections.stop()
      echoes.stop()
      const ends = await Promise.allSettled(all.map((channel) => channel.stop()))
      release()
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
  }
}

/** undefined: none of them has any. */
function joined(routes: readonly (Hono | undefined)[]): Hono | undefined {
  const given = routes.flatMap((each) => each ?? [])
  return given.length === 0 ? undefined : given.reduce((app, each) => app.route('/', each), new Hono())
}

function logConnection(log: Log, { bot, channel, state, reason, retryAt }: ConnectionRow): void {
  const line = { bot, channel, ...(reason !== undefined && { error: reason }) }
  if (state === 'failed') log.error(line, 'the bot is not online, and trying again does not help')
  else if (state === 'backingOff')
    log.warn({ ...line, retryAt: new Date(retryAt ?? 0).toISOString() }, 'the bot is not online; it is tried again')
  else if (state === 'reconnecting') log.warn(line, 'the line to the channel broke')
  else if (state === 'online' && channel !== 'web') log.info({ bot, channel }, 'the bot is online')
}
