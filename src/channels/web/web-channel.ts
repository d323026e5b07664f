// The web channel: rooms on this machine that people reach with a browser.
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { exponentialBackOff } from '../../../machines/rules/exponential.ts'
import type { BotConfig } from '../../config/bots.ts'
import type { Prunable } from '../../store/prunable.ts'
import { ChannelError, type InboundMessage, type Intake, expired } from '../channel.ts'
import type { OwnChannel } from '../plugin.ts'
import type { WebRoom } from './config.ts'
import { foldName } from '../clean.ts'
import { makeReactions } from './reactions.ts'
import { IdTaken, NotTaken } from './not-posted.ts'
import { tellEach } from '../each.ts'
import { fromReply, stopped, toInbound } from './room-lines.ts'
import { makeRoomWrites } from './room-writes.ts'
import { type NewMessage, openRooms, type RoomMessage } from './rooms.ts'

export type WebBot = Pick<BotConfig, 'id' | 'name' | 'aliases' | 'role'>

/** A room with its bots looked up. */
export interface RoomView {
  id: string
  title: string
  bots: WebBot[]
}

/** A person's message, checked and cleaned by the routes. */
export interface Post {
  name: string
  text: string
  id?: string | undefined
  replyTo?: string | undefined
}

export interface WebChannel extends OwnChannel {
  room(id: string): RoomView | undefined
  rooms(): RoomView[]
  /**
   * Resolves when the service has the message, also when the same one was posted before with its id. Rejects with `NotTaken`:
   * it is stored and handed in again later; with `IdTaken`: it is not stored, for the id is another message's.
   */
  post(room: string, post: Post): Promise<{ message: RoomMessage; created: boolean }>
  /** What was handed in by the bridge stands in its room, too. Call it inside the transaction that takes the message. */
  keep(message: InboundMessage): void
  list(room: string, page: { after?: number | undefined; limit: number }): RoomMessage[]
  /** Calls the listener whenever a message was stored; `close` when the channel stops. */
  watch(room: string, watcher: Watcher): () => void
  readonly open: boolean
  isRefusing(): boolean
  oldRows: readonly Prunable[]
}

export interface Watcher {
  changed(): void
  /** A reaction was taken off. */
  removed(id: string): void
  close(): void
}

const perRound = 100
const marksEveryMs = 500
const backOff = { firstMs: 1_000, longestMs: 60_000 }

interface Options {
  db: DatabaseSync
  rooms: WebRoom[]
  /** Everybody known in a room; its bots are looked up here. */
  members: (room: string) => WebBot[]
  now: () => number
  /** Throws when nothing may be acknowledged. */
  mayWrite?: () => void
  /** Told of every failed hand-over and write. */
  onError?: (error: unknown) => void
}

/** Rooms become groups `web:<room>`; a person's id is `person:<folded name>`. */
export function makeWebChannel(options: Options): WebChannel {
  const { db, rooms: configured, members, now, mayWrite, onError = () => {} } = options
  const rooms = openRooms(db)
  // A message must cost the same however many rooms there are.
  const byGroup = new Map(configured.map((room) => [`web:${room.id}`, room]))
  const watchers = new Map(configured.map(({ id }) => [id, new Set<Watcher>()]))
  let intake: Intake | undefined
  let round: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let marking: NodeJS.Timeout | undefined
  let failures = 0

  const look = (group: string): RoomView | undefined => {
    const room = byGroup.get(group)
    if (!room) return undefined
    const ids = new Set(room.bots)
    return { id: room.id, title: room.title, bots: members(room.id).filter((member) => ids.has(member.id)) }
  }

  const reactions = makeReactions({ rooms, roomOf: look, watchers: (room) => watchers.get(room) ?? [], now })

  const writes = makeRoomWrites({ rooms, onError, ...(mayWrite && { mayWrite }) })
  const store = (message: NewMessage) => {
    const posted = writes.post(message)
    if (posted.created) tellChanged(message.room)
    return posted
  }
  /** With what it sets off, in one transaction, where nothing waits to be handed in before it. */
  const storeTaken = (message: NewMessage, canWait = false): Promise<RoomMessage | undefined> | undefined => {
    const together = intake?.together
    if (!together) return undefined
    const handIn = async (write: () => boolean): Promise<void> => {
      const inbound = toInbound({ ...message, seq: 0 })
      await together(() => (write() ? [inbound] : []), canWait)
    }
    return writes.postTaken(message, { isNext, handIn }).then((posted) => {
      if (posted) tellChanged(message.room)
      return posted
    })
  }
  const isNext = (message: NewMessage) => !round && !rooms.isKnown(message) && rooms.untaken(watchers, 1).length === 0
  const tellChanged = (room: string) => tellEach(watchers.get(room) ?? [], (watcher) => watcher.changed(), onError)

  /** One hand-over at a time and oldest first, so that the service sees each room in its order. */
  const handOver = () => (round ??= handOverOnce().finally(() => (round = undefined)))

  const handOverOnce = async () => {
    clearTimeout(retry)
    if (!intake) throw stopped()
    try {
      const batch = rooms.untaken(watchers, perRound)
      if (batch.length > 0) await intake(batch.map(toInbound))
      rooms.markTaken(batch.map((message) => message.seq))
      marking ??= setTimeout(writeMarks, marksEveryMs).unref()
      failures = 0
    } catch (error) {
      onError(error)
      retryLater()
      throw error
    }
  }

  /** Off the way of the messages: a mark that is not written yet costs nothing but a duplicate after a crash. */
  const writeMarks = () => {
    marking = undefined
    try {
      rooms.flush()
    } catch (error) {
      onError(error)
    }
  }

  const retryLater = () => {
    if (intake) retry = setTimeout(handOverLater, exponentialBackOff(backOff, (failures += 1))).unref()
  }

  /** For messages nobody waits for: `handOverOnce` has told of a failure and set the next try. */
  const handOverAll = async () => {
    // oxlint-disable-next-line no-await-in-loop -- one hand-over at a time
    while (rooms.untaken(watchers, 1).length > 0) await handOver()
  }
  const handOverLater = () => void handOverAll().catch(() => {})

  return {
    name: 'web',
    isRefusing: () => writes.isRefused() || failures > 0,
    get open() {
      return intake !== undefined
    },
    identify: async ({ id, name }) => ({ id, name }),
    async start(to) {
      intake = to
      failures = 0
      // Not before the service, too, is up.
      retry = setTimeout(handOverLater, 0)
    },
    async send(reply, signal) {
      if (!intake || signal.aborted) throw stopped()
      const room = byGroup.get(reply.group)
      if (!room) throw new ChannelError('permanent', `no room ${reply.group}: add it to channels.web.rooms`)
      if (!room.bots.includes(reply.bot)) throw new ChannelError('permanent', `${reply.bot} is not in ${reply.group}`)
      const name = look(reply.group)?.bots.find((bot) => bot.id === reply.bot)?.name ?? reply.bot
      const known = now() >= reply.expiresAt ? rooms.postedAs(room.id, reply.bot, reply.key) : undefined
      if (!known && now() >= reply.expiresAt) throw expired()
      if (known) return { id: known.id }
      const line = fromReply(reply, room.id, name, now())
      const taking = storeTaken(line, true)
      const taken = taking && (await taking)
      if (taken) return { id: taken.id }
      const { message } = store(line)
      handOverLater()
      return { id: message.id }
    },
    async react(reaction) {
      if (!intake) throw stopped()
      reactions.react(reaction)
    },
    async unreact(reaction) {
      if (!intake) throw stopped()
      reactions.unreact(reaction)
    },
    async stop() {
      intake = undefined
      clearTimeout(retry)
      writes.stop()
      for (const watching of watchers.values()) tellEach(watching, (watcher) => watcher.close(), onError)
      await round?.catch(() => {})
      clearTimeout(marking)
      writeMarks()
    },
    // Who reads has no name before it writes.
    people: (group) => (byGroup.has(group) ? [] : undefined),
    room: (id) => look(`web:${id}`),
    rooms: () => [...byGroup.keys()].flatMap((group) => look(group) ?? []),
    oldRows: [rooms.oldRows],
    keep({ id, group, sender, text, replyTo }) {
      const room = byGroup.get(group)?.id
      const [peer, ...rest] = sender.id.split('/')
      if (room === undefined || !sender.bot || rest.length === 0) return
      const name = `${sender.name} (${peer})`
      const line = { room, id, sender: sender.id, name, bot: true, text, ...(replyTo && { replyTo }), ts: now() }
      if (!rooms.overhear(line)) return
      // After the commit: nobody sees what is rolled back.
      queueMicrotask(() => tellChanged(room))
    },
    list: (room, page) => rooms.list(room, page),
    watch(room, watcher) {
      watchers.get(room)?.add(watcher)
      return () => watchers.get(room)?.delete(watcher)
    },
    async post(room, { name, text, id = randomUUID(), replyTo }) {
      if (!intake) throw stopped()
      const sender = `person:${foldName(name)}`
      const line = { room, id, sender, name, bot: false, text, ...(replyTo && { replyTo }), ts: now() }
      const taking = storeTaken(line)
      const taken = taking && (await taking)
      if (taken) return { message: taken, created: true }
      const posted = store(line)
      const { message } = posted
      const isOwn = message.sender === sender && !message.bot
      if (!isOwn || message.text !== text || message.replyTo !== replyTo) throw new IdTaken(id, isOwn)
      try {
        // A round under way may have been read before this message was stored: the next one has it.
        // oxlint-disable-next-line no-await-in-loop -- one hand-over at a time
        while (!rooms.isTaken(posted.message.seq)) await handOver()
      } catch (cause) {
        throw new NotTaken(id, { cause })
      }
      return posted
    },
  }
}
