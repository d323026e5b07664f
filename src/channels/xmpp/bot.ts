// A bot with everything of it that outlives a stream: its memberships in rooms, what it has heard and what it has posted.
import type { Element } from '@xmpp/client'
import type { Correction, Intake } from '../channel.ts'
import { makeArchive } from './archive.ts'
import { catchUp, missedAlone } from './catching-up.ts'
import { type HandingIn, makeHandingIn } from '../handing-in.ts'
import { makeInbound } from './inbound.ts'
import { bareOf, resourceOf, roomGroup } from './names.ts'
import { makePosting, type Posting } from './posting.ts'
import { makeLookUp } from './quoted.ts'
import { conditionOf, makeRoomMembership, type RoomMembership } from './room-membership.ts'
import { type Account, type Session, stanzaError } from './session.ts'
import type { Timers } from '../timers.ts'
import { makeUploadHosts } from './uploads.ts'

export interface RoomAccount extends Account {
  /** Bare addresses. */
  rooms: readonly string[]
}

/** What the service keeps of the talk from one process to the next. */
export interface Kept {
  /** Until when the bot has heard the group, or any group of the channel, ms; undefined: never. */
  heardUntil(bot: string, group?: string): number | undefined
  /** Whether it had the message when the process began. */
  knows(group: string, id: string): boolean
  /** Who wrote a message of it. */
  authorOf(group: string, id: string): string | undefined
  /** Who spoke there as a bot: one that has left tells no more that it is one. */
  botsIn(group: string): readonly string[]
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
  kept: Kept
  intake: Intake
  corrected: (correction: Correction) => void
  ignored: (reason: string) => void
  trouble: (reason: string) => void
}

export interface XmppBot {
  account: RoomAccount
  memberships: ReadonlyMap<string, RoomMembership>
  posting: Posting
  handing: HandingIn
  inbound: ReturnType<typeof makeInbound>
  /** Keys of replies whose posts are not known to stand. */
  tried: Set<string>
  /** While a stream stands. */
  session: Session | undefined
  /** A room has answered. */
  settled: () => void
  /** More waited than can be kept: it is heard anew on a new stream. */
  overflowed: () => void
  /** A new stream stands: rooms are entered, and what was missed is read. */
  enter(session: Session): void
  /** Hosts that the files of its server are on; none while no stream stands. */
  uploadHosts(): Promise<ReadonlySet<string>>
  /** Hands in what of a stanza is to be handed in. */
  hear(stanza: Element): void
}

/** One whose stream stands. */
export type Speaker = XmppBot & { session: Session }

export function makeXmppBot(options: Options): XmppBot {
  const { bot, name, account, bots, timers, kept, ignored, trouble } = options
  const { jid: own } = account
  const ahead = (): number => timers.ahead?.() ?? 0
  const archive = makeArchive(own, ahead)
  const posting = makePosting(own, archive)
  const memberships = new Map(
    account.rooms.map((room) => [
      room,
      makeRoomMembership({
        ...options,
        room,
        own,
        nick: name,
        since: kept.heardUntil(bot, roomGroup(room)),
        wereBots: new Set(kept.botsIn(roomGroup(room))),
        knows: (id) => kept.knows(roomGroup(room), id),
        catchUp: (membership, session, signal) =>
          catchUp(membership, { session, archive, timers, signal, read, trouble }),
        hear: (stanza) => read(stanza, false),
        settled: () => me.settled(),
      }),
    ]),
  )
  const inbound = makeInbound({
    bot,
    own,
    memberships,
    bots,
    now: timers.now,
    ahead,
    authorOf: kept.authorOf,
    lookUp: makeLookUp({ own, archive, timers, session: () => me.session }),
    echoed: posting.seen,
  })
  const handing = makeHandingIn({
    ...options,
    overflowed() {
      for (const membership of memberships.values()) membership.forget()
      inbound.forget()
      me.overflowed()
    },
  })
  /** Until when what was said to the bot alone was read. */
  let aloneUntil = kept.heardUntil(bot)
  /** The bot was never there before. */
  let aloneFrom = 0

  function read(stanza: Element, isHistory: boolean): void {
    const item = inbound.read(stanza, isHistory)
    if ('ignored' in item) ignored(item.ignored)
    else handing.put(item)
  }

  async function catchUpAlone(session: Session, since: number): Promise<void> {
    const isOver = () => me.session !== session
    try {
      const missed = await missedAlone({ session, archive, timers, own, since, isOver })
      if (isOver()) return
      aloneUntil = timers.now()
      for (const stanza of missed) if (!memberships.has(bareOf(stanza.attrs['from'] ?? ''))) read(stanza, true)
    } catch (error) {
      if (!isOver()) trouble(`what was said to it alone cannot be read: ${(error as Error).message}`)
    }
  }

  const me: XmppBot = {
    account,
    memberships,
    posting,
    handing,
    inbound,
    tried: new Set(),
    session: undefined,
    uploadHosts: makeUploadHosts(own.split('@')[1] ?? '', () => me.session),
    settled: () => {},
    overflowed: () => {},
    enter(session) {
      for (const membership of memberships.values()) membership.enter(session)
      if (aloneUntil === undefined) aloneUntil = aloneFrom = timers.now()
      else void catchUpAlone(session, Math.max(aloneFrom, aloneUntil - slackMs))
    },
    hear(stanza) {
      const from = stanza.attrs['from'] ?? ''
      const membership = memberships.get(bareOf(from))
      if (stanza.name === 'presence') membership?.presence(stanza)
      if (stanza.name !== 'message' || archive.answered(stanza)) return
      if (stanza.attrs['type'] === 'error') {
        const condition = conditionOf(stanza)
        // A room says so itself: an error of somebody in it tells nothing.
        const isOfRoom = membership !== undefined && resourceOf(from) === undefined
        if (condition === 'not-acceptable' && isOfRoom) membership.lost()
        const error = stanzaError(condition, stanza.getChild('error')?.attrs['type'])
        if (isOfRoom || !membership) posting.failed(stanza.attrs['id'] ?? '', bareOf(from), error)
        return
      }
      if (stanza.attrs['type'] === 'groupchat' && membership?.holds(stanza)) return
      read(stanza, false)
    },
  }
  return me
}

const slackMs = 60_000
