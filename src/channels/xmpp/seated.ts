// A bot with everything of it that outlives a stream: its seats, what it has heard and what it has posted.
import type { Element } from '@xmpp/client'
import type { InboundMessage, OutboundReply } from '../channel.ts'
import type { Item } from './handing-in.ts'
import { makeInbound } from './inbound.ts'
import { bareOf } from './names.ts'
import { makePosting, type Posting } from './posting.ts'
import { conditionOf, makeSeat, type Seat, type Timers } from './seat.ts'
import { type Account, type Session, stanzaError } from './session.ts'

export interface RoomAccount extends Account {
  /** Bare addresses. */
  rooms: readonly string[]
}

interface Options {
  /** Its id in the configuration. */
  bot: string
  name: string
  account: RoomAccount
  /** Bare addresses of everybody known to be a bot. */
  bots: ReadonlySet<string>
  historyLimit: number
  rejoinMs: number
  timers: Timers
  ignored: (reason: string) => void
  trouble: (reason: string) => void
}

export interface Seated {
  account: RoomAccount
  seats: ReadonlyMap<string, Seat>
  posting: Posting
  inbound: ReturnType<typeof makeInbound>
  /** Keys of replies whose posts are not known to stand. */
  tried: Set<string>
  /** While a stream stands. */
  session: Session | undefined
  /** A room has answered. */
  settled: () => void
  /** What of a stanza is to be handed in. */
  hear(stanza: Element): Item | undefined
  /** A one-to-one message that the bot has posted: the server does not show it. */
  echoOf(reply: OutboundReply, id: string, text: string): InboundMessage
}

export function makeSeated(options: Options): Seated {
  const { bot, name, account, bots, timers, ignored } = options
  const posting = makePosting()
  const seats = new Map(
    account.rooms.map((room) => [
      room,
      makeSeat({ ...options, room, own: account.jid, nick: name, settled: () => me.settled() }),
    ]),
  )
  const inbound = makeInbound({ bot, own: account.jid, seats, bots, now: timers.now, echoed: posting.seen })
  const me: Seated = {
    account,
    seats,
    posting,
    inbound,
    tried: new Set(),
    session: undefined,
    settled: () => {},
    hear(stanza) {
      const seat = seats.get(bareOf(stanza.attrs['from'] ?? ''))
      if (stanza.name === 'presence') seat?.presence(stanza)
      if (stanza.name !== 'message' || posting.answered(stanza)) return undefined
      if (stanza.attrs['type'] === 'error') {
        const condition = conditionOf(stanza)
        if (condition === 'not-acceptable') seat?.lost()
        posting.failed(stanza.attrs['id'] ?? '', stanzaError(condition, stanza.getChild('error')?.attrs['type']))
        return undefined
      }
      const item = inbound.read(stanza)
      if (!('ignored' in item)) return item
      ignored(item.ignored)
      return undefined
    },
    echoOf: ({ group, replyTo }, id, text) => ({
      id,
      group,
      ts: timers.now(),
      sender: { id: account.jid, name, bot: true },
      text,
      ...(replyTo !== '' && { replyTo }),
      oneToOne: true,
      bots: [bot],
    }),
  }
  return me
}
