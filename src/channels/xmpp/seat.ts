// A bot's seat in a room: entering, catching up with the talk, and coming back.
import { type Element, xml } from '@xmpp/client'
import { LRUCache } from 'lru-cache'
import { caps } from './caps.ts'
import { ns, resourceOf } from './names.ts'
import { makeNick } from './nick.ts'
import { type Features, itemOf, makeOccupants, type Occupant, showsAddresses, userOf } from './occupants.ts'
import type { Session } from './session.ts'
import type { Timers } from './timers.ts'

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
  /** The room has let the bot in: it catches up. */
  entered: (seat: Seat, session: Session) => void
  /** In the room and up to date, or refused: nobody has to wait for it. */
  settled: () => void
  trouble: (reason: string) => void
}

export type Seat = ReturnType<typeof makeSeat>

export function makeSeat(options: Options) {
  const { room, own, timers, rejoinMs, settled, trouble } = options
  const people = makeOccupants(options)
  const heard = new LRUCache<string, true>({ max: maxHeard })
  let since = options.since === undefined ? undefined : Math.min(options.since, timers.now())
  /** The bot was never here before. */
  let firstAt = 0
  let session: Session | undefined
  let state: 'out' | 'entering' | 'catchingUp' | 'in' = 'out'
  /** Tells stays apart: what an earlier one still does counts no more. */
  let stay = 0
  let held: Element[] = []
  let features: Features = new Set()
  const nick = makeNick(options.nick, own)
  let refusals = 0
  let enteredAt = 0
  let seesAll = false
  let stopTimer = () => {}

  function enter(): void {
    stopTimer()
    state = 'entering'
    stay += 1
    held = []
    people.clear()
    const maxstanzas = since === undefined ? options.historyLimit : maxMissed
    const join = xml('x', { xmlns: ns.muc }, xml('history', { maxstanzas }))
    void session?.send(xml('presence', { to: `${room}/${nick.shown}` }, join, caps())).catch(() => {})
    stopTimer = timers.at(timers.now() + answerMs, () => out('the room does not answer'))
  }

  function out(reason: string): void {
    const isNew = state !== 'in'
    // Who was in for long is let in again at once.
    if (state === 'in' && timers.now() - enteredAt > steadyMs) refusals = 0
    state = 'out'
    stay += 1
    held = []
    trouble(`${room}: ${reason}`)
    const pause = Math.min(longestPauseMs, rejoinMs * 2 ** Math.min(refusals, 10))
    refusals += 1
    stopTimer()
    if (session) stopTimer = timers.at(timers.now() + pause, enter)
    if (isNew) settled()
  }

  function refused(condition: string): void {
    if (nick.another(condition)) return enter()
    out(`the room refused the bot: ${condition}`)
  }

  function letIn(stanza: Element, at: string): void {
    stopTimer()
    nick.is(at)
    state = 'catchingUp'
    seesAll = itemOf(stanza)?.attrs['role'] === 'moderator'
    enteredAt = timers.now()
    if (!session) return
    // Else nobody else could come in (XEP-0045, 10.1.2).
    if (codesOf(stanza).has('201')) void session.ask(unlock(room)).catch(() => {})
    options.entered(seat, session)
  }

  const seat = {
    room,
    get isIn() {
      return state === 'in'
    },
    get isSettled() {
      return state === 'in' || (state === 'out' && refusals > 0)
    },
    get nick() {
      return nick.shown
    },
    get stay() {
      return stay
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
      enter()
    },
    /** The stream is gone; a new one enters anew. */
    leave(): void {
      session = undefined
      state = 'out'
      stay += 1
      held = []
      refusals = 0
      stopTimer()
    },
    /** What the room does is known; returns what it has shown until then. */
    told(of: Features): Element[] {
      features = of
      return held.splice(0)
    },
    /** The bot has read what it missed; returns what was said meanwhile. */
    caughtUp(): Element[] {
      state = 'in'
      if (since === undefined) {
        since = enteredAt
        // Rooms tell whole seconds.
        firstAt = Math.floor(enteredAt / 1_000) * 1_000
      }
      settled()
      return held.splice(0)
    },
    failed: (reason: string): void => out(reason),
    /** Keeps a message back until the bot has caught up; false: it is not to be kept back. */
    holds(stanza: Element): boolean {
      if (state === 'in') return false
      if (held.length < maxHeld) held.push(stanza)
      return true
    },
    presence(stanza: Element): void {
      const nickOf = resourceOf(stanza.attrs['from'] ?? '')
      const { type } = stanza.attrs
      if (type === 'error') {
        if (state === 'entering') refused(conditionOf(stanza))
        return
      }
      if (nickOf === undefined) return
      const codes = codesOf(stanza)
      const isOwn = codes.has('110')
      if (type === undefined) {
        people.came(stanza, nickOf, isOwn)
        if (isOwn && state === 'entering') letIn(stanza, nickOf)
        return
      }
      if (type !== 'unavailable') return
      const user = userOf(stanza)
      const renamed = codes.has('303') ? user?.getChild('item')?.attrs['nick'] : undefined
      people.left(nickOf)
      if (!isOwn) return
      if (renamed !== undefined) nick.is(renamed)
      else if (state === 'in' || state === 'catchingUp') out(`the bot is out: ${whyOut(codes, user)}`)
    },
    /** Not in the room, says the room. */
    lost(): void {
      if (state === 'in' || state === 'catchingUp') out('the room does not know the bot any more')
    },
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
  return seat
}

const maxHeard = 2_000
const maxHeld = 2_000
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
