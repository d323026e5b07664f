// A bot's membership in a room at work: its chart, who is there, and what the bot has heard.
import { type Element, xml } from '@xmpp/client'
import { LRUCache } from 'lru-cache'
import { createActor, fromPromise } from 'xstate'
import { roomMembershipMachine } from '../../../machines/room-membership.ts'
import { nicknameOf } from '../../../machines/rules/nickname.ts'
import { caps } from './caps.ts'
import { ns, resourceOf } from './names.ts'
import { type Features, itemOf, makeOccupants, type Occupant, showsAddresses, userOf } from './occupants.ts'
import type { Session } from './session.ts'
import { actorClock, type Timers } from '../timers.ts'

interface Options {
  room: string
  /** The bot's own bare address. */
  own: string
  nick: string
  historyLimit: number
  timers: Timers
  /** First pause before a room that refused or threw out the bot is tried again; it doubles up to 5 minutes. */
  rejoinMs: number
  bots: ReadonlySet<string>
  wereBots: ReadonlySet<string>
  /** Until when the bot has heard the room, before this process, ms; undefined: it never has. */
  since: number | undefined
  /** Whether the service had the message before this process. */
  knows: (id: string) => boolean
  /** The room has let the bot in: reads what was missed. Rejects with an error that says why it cannot. */
  catchUp: (membership: RoomMembership, session: Session, signal: AbortSignal) => Promise<void>
  /** What was said while the bot caught up. */
  hear: (stanza: Element) => void
  /** In the room and up to date, or refused: nobody has to wait for it. */
  settled: () => void
  trouble: (reason: string) => void
}

export type RoomMembership = ReturnType<typeof makeRoomMembership>

export function makeRoomMembership(options: Options) {
  const { room, own, timers, rejoinMs, settled, trouble } = options
  const people = makeOccupants(options)
  const heard = new LRUCache<string, true>({ max: maxHeard })
  let since = options.since === undefined ? undefined : Math.min(options.since, timers.now())
  /** The bot was never here before. */
  let firstAt = 0
  let session: Session | undefined
  /** What is said while the bot is not in the room, or catches up. */
  let backlog: Element[] = []
  let features: Features = new Set()
  let enteredAt = 0
  let seesAll = false

  const machine = roomMembershipMachine.provide({
    actors: {
      catchUp: fromPromise(async ({ signal }) => {
        enteredAt = timers.now()
        if (session) await options.catchUp(membership, session, signal)
      }),
    },
    actions: {
      join({ context }) {
        backlog = []
        people.clear()
        const maxstanzas = since === undefined ? options.historyLimit : maxMissed
        const join = xml('x', { xmlns: ns.muc }, xml('history', { maxstanzas }))
        const to = `${room}/${context.nickname.shown}`
        void session?.send(xml('presence', { to }, join, caps())).catch(() => {})
      },
      openRoom: () => void session?.ask(unlock(room)).catch(() => {}),
      listen() {
        if (since === undefined) {
          since = enteredAt
          // Rooms tell whole seconds.
          firstAt = Math.floor(enteredAt / 1_000) * 1_000
        }
        for (const stanza of backlog.splice(0)) options.hear(stanza)
      },
      tellTrouble({ context }) {
        backlog = []
        trouble(`${room}: ${context.reason}`)
      },
    },
  })
  const actor = createActor(machine, {
    clock: actorClock(timers),
    input: {
      room,
      nickname: nicknameOf(options.nick, own.split('@', 1)[0] ?? ''),
      settings: { firstPauseMs: rejoinMs, longestPauseMs, answerMs, steadyMs },
    },
  })
  const isAt = (state: 'entering' | 'inside'): boolean => actor.getSnapshot().matches(state)
  const isSettled = (): boolean => actor.getSnapshot().hasTag('settled')
  let wasSettled = false
  actor.subscribe(() => {
    const isNew = isSettled() && !wasSettled
    wasSettled = isSettled()
    if (isNew) settled()
  })
  actor.start()

  const membership = {
    room,
    get isIn() {
      return isAt('inside')
    },
    get isSettled() {
      return isSettled()
    },
    get nick() {
      return actor.getSnapshot().context.nickname.shown
    },
    /** From then on talk that was missed is talk, ms: what came before is context. */
    get since() {
      return since === undefined ? undefined : since - slackMs
    },
    get features() {
      return features
    },
    /** A moderator is told who is who in every room. */
    get hidesPeople() {
      return !seesAll && !features.has(showsAddresses)
    },
    enter(by: Session): void {
      session = by
      actor.send({ type: 'stream.opened' })
    },
    /** The stream is gone; a new one enters anew. */
    leave(): void {
      session = undefined
      backlog = []
      actor.send({ type: 'stream.closed' })
    },
    /** What the room does is known; returns what it has shown until then. */
    featuresKnown(of: Features): Element[] {
      features = of
      return backlog.splice(0)
    },
    /** Keeps a message back until the bot has caught up; false: it is not to be kept back. */
    holds(stanza: Element): boolean {
      if (isAt('inside')) return false
      if (backlog.length < maxBacklog) backlog.push(stanza)
      return true
    },
    presence(stanza: Element): void {
      const nickname = resourceOf(stanza.attrs['from'] ?? '')
      const { type } = stanza.attrs
      if (type === 'error') return actor.send({ type: 'room.refused', condition: conditionOf(stanza) })
      if (nickname === undefined) return
      const codes = codesOf(stanza)
      const isOwn = codes.has('110')
      if (type === undefined) {
        people.came(stanza, nickname, isOwn)
        if (!isOwn || !isAt('entering')) return
        seesAll = itemOf(stanza)?.attrs['role'] === 'moderator'
        actor.send({ type: 'room.entered', nickname, isNew: codes.has('201') })
        return
      }
      if (type !== 'unavailable') return
      const user = userOf(stanza)
      const renamed = codes.has('303') ? user?.getChild('item')?.attrs['nick'] : undefined
      people.left(nickname)
      if (!isOwn) return
      if (renamed !== undefined) actor.send({ type: 'room.renamed', nickname: renamed })
      else actor.send({ type: 'room.left', reason: `the bot is out: ${whyOut(codes, user)}` })
    },
    /** Not in the room, says the room. */
    lost: (): void => actor.send({ type: 'room.left', reason: 'the room does not know the bot any more' }),
    writer(stanza: Element, isHistory: boolean): Occupant | undefined {
      return isHistory ? people.wrote(stanza, features) : people.at(resourceOf(stanza.attrs['from'] ?? '') ?? '')
    },
    occupant: people.at,
    occupants: people.all,
    /** Of the history: whether it is from before the bot came; what it missed while away is not. */
    isBefore(id: string, ts: number): boolean {
      if (since === undefined || ts < Math.max(firstAt, since - slackMs)) return true
      // The clocks of here and there differ.
      return ts <= since && options.knows(id)
    },
    hasHeard: (id: string): boolean => heard.has(id),
    keep: (id: string): void => void heard.set(id, true),
    /** The service has what was said until then. */
    heardUntil(ts: number): void {
      if (since !== undefined) since = Math.max(since, Math.min(ts, timers.now()))
    },
    /** What was kept was given up: it is read anew. */
    forget: (): void => heard.clear(),
  }
  return membership
}

const maxHeard = 2_000
const maxBacklog = 2_000
const maxMissed = 100
const longestPauseMs = 5 * 60_000
const answerMs = 20_000
const steadyMs = 60_000
const slackMs = 60_000

const unlock = (room: string): Element =>
  xml(
    'iq',
    { type: 'set', to: room },
    xml('query', { xmlns: `${ns.muc}#owner` }, xml('x', { xmlns: ns.form, type: 'submit' })),
  )

/** Of the error in a stanza. */
export function conditionOf(stanza: Element): string {
  const children = stanza.getChild('error')?.children ?? []
  return children.find((child) => typeof child !== 'string')?.name ?? 'undefined-condition'
}

const codesOf = (stanza: Element): ReadonlySet<string | undefined> =>
  new Set(
    userOf(stanza)
      ?.getChildren('status')
      .map(({ attrs }) => attrs['code']),
  )

function whyOut(codes: ReadonlySet<string | undefined>, user: Element | undefined): string {
  if (codes.has('301')) return 'banned'
  if (codes.has('307')) return 'kicked'
  if (codes.has('332')) return 'the service shuts down'
  return user?.getChild('destroy') ? 'the room was destroyed' : 'removed'
}
