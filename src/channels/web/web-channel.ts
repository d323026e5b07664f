// The web channel: rooms on this machine that people reach with a browser.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { DatabaseSync } from 'node:sqlite'
import type { BotConfig } from '../../config/bots.ts'
import type { Prunable } from '../../store/prunable.ts'
import { ChannelError, type InboundMessage, type Intake, expired } from '../channel.ts'
import type { OwnChannel } from '../plugin.ts'
import type { WebRoom } from './config.ts'
import { foldName } from '../clean.ts'
import { makeEdits } from './edits.ts'
import { makeHandingOver } from './handing-over.ts'
import { makeReactions } from './reactions.ts'
import { partsOf } from './carried.ts'
import { IdTaken, NotTaken } from './not-posted.ts'
import { tellEach } from '../each.ts'
import { fromReply, isOwnId, type Post, stopped, toInbound } from './room-lines.ts'
import { makeRoomWrites } from './room-writes.ts'
import { type NewMessage, openRooms, type RoomEdit, type RoomMessage } from './rooms.ts'
import { makeUploads, type Uploads } from './uploads.ts'

export type WebBot = Pick<BotConfig, 'id' | 'name' | 'aliases' | 'role'>

/** A room with its bots looked up. */
export interface RoomView {
  id: string
  title: string
  bots: WebBot[]
}

export interface WebChannel extends OwnChannel {
  room(id: string): RoomView | undefined
  rooms(): RoomView[]
  /**
   * Resolves when the service has the message, also when the same one was posted before with its id. Rejects with `NotTaken`:
   * it is stored and handed in again later; with `IdTaken`: it is not stored, for the id is another message's; with `NotCarried`.
   */
  post(room: string, post: Post): Promise<{ message: RoomMessage; created: boolean }>
  /** What was handed in by the bridge, or by another worker, stands in its room, too. Call it inside the transaction that takes the message. */
  keep(message: InboundMessage): void
  list(room: string, page: { after?: number | undefined; limit: number }): RoomMessage[]
  /** With what bots have put other words to. */
  changes(room: string, page: { after: number; limit: number }): (RoomMessage | RoomEdit)[]
  /** Calls the listener whenever a message was stored; `close` when the channel stops. */
  watch(room: string, watcher: Watcher): () => void
  readonly open: boolean
  isRefusing(): boolean
  uploads: Uploads
  oldRows: readonly Prunable[]
}

export interface Watcher {
  changed(): void
  /** A reaction was taken off. */
  removed(id: string): void
  close(): void
}

/** Of all files, where nobody says how large the store may be. */
const usualFileBytes = 500_000_000

interface Options {
  db: DatabaseSync
  rooms: WebRoom[]
  /** Everybody known in a room; its bots are looked up here. */
  members: (room: string) => WebBot[]
  now: () => number
  /** Bytes of all files in the rooms. */
  mostFileBytes?: number
  /** Throws when nothing may be acknowledged. */
  mayWrite?: () => void
  /** Told of every failed hand-over and write. */
  onError?: (error: unknown) => void
  /** Other workers have the same rooms: what they took is kept here, too. */
  isShared?: boolean
}

/** Rooms become groups `web:<room>`; a person's id is `person:<folded name>`. */
export function makeWebChannel(options: Options): WebChannel {
  const { db, rooms: configured, members, now, mayWrite, onError = () => {} } = options
  const { mostFileBytes = usualFileBytes, isShared = false } = options
  const rooms = openRooms(db)
  // A message must cost the same however many rooms there are.
  const byGroup = new Map(configured.map((room) => [`web:${room.id}`, room]))
  const watchers = new Map(configured.map(({ id }) => [id, new Set<Watcher>()]))
  const uploads = makeUploads({ db, files: rooms.files, mostBytes: mostFileBytes, now, ...(mayWrite && { mayWrite }) })
  const handing = makeHandingOver({ rooms, known: watchers, onError })
  let intake: Intake | undefined

  const look = (group: string): RoomView | undefined => {
    const room = byGroup.get(group)
    if (!room) return undefined
    const ids = new Set(room.bots)
    return { id: room.id, title: room.title, bots: members(room.id).filter((member) => ids.has(member.id)) }
  }

  const reactions = makeReactions({ rooms, roomOf: look, watchers: (room) => watchers.get(room) ?? [], now })

  const edit = makeEdits({ rooms, roomOf: look, watchers: (room) => watchers.get(room) ?? [], now, mayWrite })
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
  const isNext = (message: NewMessage) =>
    !handing.isUnderWay() && !rooms.isKnown(message) && rooms.untaken(watchers, 1).length === 0
  const tellChanged = (room: string) => tellEach(watchers.get(room) ?? [], (watcher) => watcher.changed(), onError)

  return {
    name: 'web',
    isRefusing: () => writes.isRefused() || handing.isFailing(),
    get open() {
      return intake !== undefined
    },
    identify: async ({ id, name }) => ({ id, name }),
    async start(to) {
      intake = to
      handing.start(to)
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
      const line = fromReply(reply, room.id, name, now(), isShared)
      const taking = storeTaken(line, true)
      const taken = taking && (await taking)
      if (taken) return { id: taken.id }
      const { message } = store(line)
      handing.later()
      return { id: message.id }
    },
    async edit(other) {
      if (!intake) throw stopped()
      edit(other)
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
      writes.stop()
      for (const watching of watchers.values()) tellEach(watching, (watcher) => watcher.close(), onError)
      await handing.stop()
    },
    // Who reads has no name before it writes.
    people: (group) => (byGroup.has(group) ? [] : undefined),
    room: (id) => look(`web:${id}`),
    rooms: () => [...byGroup.keys()].flatMap((group) => look(group) ?? []),
    uploads,
    download: async (what) => uploads.download(what),
    oldRows: [rooms.oldRows, rooms.files.oldRows, uploads.unposted],
    keep({ id, group, sender, text, replyTo, ts }) {
      const room = byGroup.get(group)?.id
      const [peer, ...rest] = sender.id.split('/')
      const isOfPeer = sender.bot && rest.length > 0
      if (room === undefined || !(isOfPeer || isShared)) return
      const name = isOfPeer ? `${sender.name} (${peer})` : sender.name
      const said = { id, sender: sender.id, name, bot: sender.bot, text, ...(replyTo && { replyTo }) }
      const line = { ...said, room, ts: isOfPeer ? now() : ts }
      if (!rooms.overhear(line)) return
      // After the commit: nobody sees what is rolled back.
      queueMicrotask(() => tellChanged(room))
    },
    noted(note) {
      const room = look(note.group)
      if (!room) return
      if (note.kind === 'sign') {
        if (note.isOn) reactions.react(note)
        else reactions.unreact(note)
      } else if (note.text !== undefined) {
        const line = rooms.find(room.id, note.id)
        if (line?.bot) edit({ group: note.group, bot: line.sender, message: note.id, text: note.text })
      }
    },
    list: (room, page) => rooms.list(room, page),
    changes: (room, page) => rooms.changes(room, page),
    watch(room, watcher) {
      watchers.get(room)?.add(watcher)
      return () => watchers.get(room)?.delete(watcher)
    },
    async post(room, post) {
      if (!intake) throw stopped()
      const { name, text, id = randomUUID(), replyTo } = post
      if (isOwnId(id)) throw new IdTaken(id, false)
      const sender = `person:${foldName(name)}`
      const parts = partsOf(rooms, room, { ...post, id })
      const carried = { ...(replyTo && { replyTo }), ...(parts && { parts }) }
      const line = { room, id, sender, name, bot: false, text, ...carried, ts: now() }
      const taking = storeTaken(line)
      const taken = taking && (await taking)
      if (taken) return { message: taken, created: true }
      const posted = store(line)
      const { message } = posted
      const isOwn = message.sender === sender && !message.bot
      const isSame = message.text === text && message.replyTo === replyTo && isDeepStrictEqual(message.parts, parts)
      if (!isOwn || !isSame) throw new IdTaken(id, isOwn)
      try {
        await handing.untilTaken(message.seq)
      } catch (cause) {
        throw new NotTaken(id, { cause })
      }
      return posted
    },
  }
}
