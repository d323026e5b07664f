// Every channel's own reader, from what the platform sends to the message that the channel hands in.
import type { Element } from '@xmpp/client'
import { readInbound } from '../../../src/channels/feishu/inbound.ts'
import { makeLinked } from '../../../src/channels/feishu/linked.ts'
import type { FeishuApp } from '../../../src/channels/feishu/app.ts'
import { readStored } from '../../../src/channels/feishu/message.ts'
import type { InboundMessage } from '../../../src/channels/channel.ts'
import { readEvent, sourceOf, writeEvent } from '../../../src/channels/bridge/envelope.ts'
import { readMessage as readDiscord } from '../../../src/channels/discord/payload.ts'
import { toInbound } from '../../../src/channels/discord/inbound.ts'
import { makePlaces } from '../../../src/channels/discord/places.ts'
import { readMessages } from '../../../src/channels/modules/foreign-messages.ts'
import { readMessage as readTelegram } from '../../../src/channels/telegram/inbound.ts'
import { readUpdate } from '../../../src/channels/telegram/message.ts'
import { makePeople } from '../../../src/channels/telegram/names.ts'
import { makeInbound } from '../../../src/channels/xmpp/inbound.ts'
import { withWords } from '../../../src/room/message.ts'
import type { Part } from '../../../src/language/parts.ts'
import { makeEvent, makeReader, unread } from '../feishu/events.ts'
import { post } from '../web-fixture.ts'
import { sent, started } from '../web-uploads.ts'

type Fields = Record<string, unknown>
type Heard = InboundMessage | undefined

const now = Date.UTC(2026, 10, 2, 14, 30)

/** `open`: what the platform answers where a message is asked for. */
export interface FeishuRaw {
  kind: string
  content: unknown
  parent?: string
  open?: readonly Fields[]
}

export async function hearFeishu({ kind, content, parent, open = [] }: FeishuRaw): Promise<Heard> {
  const written = typeof content === 'string' ? content : JSON.stringify(content)
  const event = makeEvent({ message_type: kind, content: written, ...(parent && { parent_id: parent }) })
  const reader = makeReader()
  const received = await readInbound(event, reader, unread)
  if ('ignored' in received) return undefined
  const messages = open.flatMap((item) => {
    const read = readStored(item)
    return 'message' in read ? [read.message] : []
  })
  const app = { open: async () => messages } as Pick<FeishuApp, 'open'> as FeishuApp
  const linked = makeLinked({ knows: () => false, ignored: () => {} })
  const parts = await linked.follow(received, app, reader, Promise.resolve([]))
  return { ...received.message, parts }
}

export async function hearTelegram(raw: Fields): Promise<Heard> {
  const ann = { id: 7, is_bot: false, first_name: 'Ann' }
  const chat = { id: -100, type: 'supergroup', title: 'lab' }
  const update = readUpdate({ update_id: 1, message: { message_id: 5, date: now / 1_000, chat, from: ann, ...raw } })
  if (!update?.message) return undefined
  const own = { id: 99, name: 'Iris', username: 'iris_bot' }
  const received = readTelegram(update.message, {
    bot: 'iris',
    own,
    bots: [own],
    people: makePeople(),
    now,
    ahead: 0,
    idOf: (_, { message_id: id }) => String(id),
    isHeard: () => false,
  })
  return 'message' in received ? received.message : undefined
}

export async function hearDiscord(raw: Fields): Promise<Heard> {
  const author = { id: '7', username: 'ann', global_name: 'Ann' }
  const timestamp = new Date(now).toISOString()
  const message = readDiscord({ id: '5', channel_id: '3', guild_id: '1', author, timestamp, type: 0, ...raw })
  const own = { id: '99', name: 'Iris' }
  const received =
    message &&
    toInbound(message, 'live', {
      bot: 'iris',
      own,
      places: makePlaces(own.id),
      now: () => now,
      ahead: () => 0,
      isShared: false,
      knows: () => false,
    })
  return received && 'message' in received ? received.message : undefined
}

/** As a person writes to the bot itself. */
export async function hearXmpp(stanza: Element): Promise<Heard> {
  const inbound = makeInbound({
    bot: 'iris',
    own: 'iris@example',
    memberships: new Map(),
    bots: new Set(),
    now: () => now,
    ahead: () => 0,
    authorOf: () => undefined,
    echoed: () => {},
  })
  const item = inbound.read(stanza)
  return 'message' in item ? item.message : undefined
}

/** Files that are sent before the message, what it quotes, and whatever else a client may write into it. */
export interface WebRaw {
  files?: readonly { name: string; bytes: Uint8Array }[]
  /** Of what Bo said before. */
  quote?: string
  more?: Fields
}

export async function hearWeb({ files = [], quote, more }: WebRaw): Promise<Heard> {
  const web = await started()
  const ids: string[] = []
  for (const { name, bytes } of files) {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they stand
    ids.push((await sent(web, bytes, name)).id)
  }
  if (quote !== undefined) await post(web.app, { id: 'm0', name: 'Bo', text: 'We take Welch here.' })
  await post(web.app, {
    id: 'm1',
    name: 'Ann',
    text: 'Look.',
    ...(ids.length > 0 && { files: ids }),
    ...(quote !== undefined && { replyTo: 'm0', quote }),
    ...more,
  })
  return web.taken.flat().find(({ id }) => id === 'm1')
}

export async function hearModule(parts: readonly unknown[]): Promise<Heard> {
  const sender = { id: 'ann', name: 'Ann', bot: false }
  return readMessages([{ id: 'm1', group: 'net:lab', ts: now, sender, text: 'Look.', parts }], 'net', [])[0]
}

/** What a bot elsewhere says with these parts: its Chime tells the words, and this one reads no more, whatever it is sent. */
export async function hearBridge(parts: readonly Part[]): Promise<Heard> {
  const there = {
    id: 'm1',
    group: 'web:lobby',
    ts: now,
    sender: { id: 'ann', name: 'Ann', bot: true },
    text: 'Look.',
    parts,
  }
  const { text, group, id } = withWords(there)
  const sender = { id: 'ann', name: 'Ann' }
  const told = writeEvent('other', { group, message: id, sender, text, mentions: [], hops: 1, root: id }, now)
  const event = JSON.parse(told.body) as { source: string; data: Fields }
  event.data['parts'] = parts
  const { bridged, source, ts } = readEvent(Buffer.from(JSON.stringify(event)), 'other')
  if (source !== sourceOf('other')) return undefined
  return { ...bridged, id: bridged.message, ts, sender: { ...bridged.sender, bot: true } } as InboundMessage
}
