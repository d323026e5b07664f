// A bot's seat in a room: entering and coming back, who sits there in truth, and what was heard already.
import { type Element, xml } from '@xmpp/client'
import { LRUCache } from 'lru-cache'
import { bareOf, ns, resourceOf } from './names.ts'
import { botNode, caps } from './session.ts'

export interface Timers {
  now(): number
  /** Calls back at that time; returns how to stop that. */
  at(time: number, wake: () => void): () => void
}

export interface Occupant {
  /** Bare real address: the nick is anybody's. */
  id: string
  nick: string
  bot: boolean
}

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
  /** In the room, or refused: nobody has to wait for it. */
  settled: () => void
  trouble: (reason: string) => void
}

export type Seat = ReturnType<typeof makeSeat>

export function makeSeat({ room, own, nick, historyLimit, timers, rejoinMs, bots, settled, trouble }: Options) {
  const occupants = new Map<string, Occupant>()
  /** XEP-0421: tells who wrote what the history shows. */
  const byOccupantId = new LRUCache<string, Occupant>({ max: maxOccupants })
  const heard = new LRUCache<string, true>({ max: maxHeard })
  let send: ((stanza: Element) => void) | undefined
  let state: 'out' | 'entering' | 'in' = 'out'
  let shownAs = nick
  let conflicts = 0
  let refusals = 0
  let hasBeenIn = false
  let isBack = false
  let stopTimer = () => {}

  function enter(): void {
    stopTimer()
    state = 'entering'
    isBack = hasBeenIn
    occupants.clear()
    const join = xml('x', { xmlns: ns.muc }, xml('history', { maxstanzas: isBack ? maxMissed : historyLimit }))
    send?.(xml('presence', { to: `${room}/${shownAs}` }, join, caps()))
  }

  function out(reason: string): void {
    const isNew = state === 'entering'
    state = 'out'
    trouble(`${room}: ${reason}`)
    const pause = Math.min(longestPauseMs, rejoinMs * 2 ** Math.min(refusals, 10))
    refusals += 1
    stopTimer()
    if (send) stopTimer = timers.at(timers.now() + pause, enter)
    if (isNew) settled()
  }

  function refused(condition: string): void {
    if (condition === 'conflict' && conflicts < maxConflicts) {
      conflicts += 1
      shownAs = `${nick} ${conflicts + 1}`
      return enter()
    }
    shownAs = nick
    conflicts = 0
    out(`the room refused the bot: ${condition}`)
  }

  function came(stanza: Element, at: string, item: Element | undefined, isOwn: boolean): void {
    const jid = item?.attrs['jid']
    const id = jid === undefined ? (isOwn ? own : undefined) : bareOf(jid)
    if (id !== undefined && occupants.size < maxOccupants) {
      const declared = stanza.getChild('c', ns.caps)?.attrs['node'] === botNode
      const occupant = { id, nick: at, bot: declared || bots.has(id) }
      occupants.set(at, occupant)
      const known = stanza.getChild('occupant-id', ns.occupantId)?.attrs['id']
      if (known) byOccupantId.set(known, occupant)
    }
    if (!isOwn || state === 'in') return
    shownAs = at
    state = 'in'
    hasBeenIn = true
    refusals = 0
    conflicts = 0
    settled()
  }

  return {
    room,
    get isIn() {
      return state === 'in'
    },
    get isSettled() {
      return state === 'in' || refusals > 0
    },
    get nick() {
      return shownAs
    },
    enter(by: (stanza: Element) => void): void {
      send = by
      enter()
    },
    /** The stream is gone; a new one enters anew. */
    leave(): void {
      send = undefined
      state = 'out'
      refusals = 0
      stopTimer()
    },
    presence(stanza: Element): void {
      const nickOf = resourceOf(stanza.attrs['from'] ?? '') ?? ''
      const { type } = stanza.attrs
      if (type === 'error') {
        if (state === 'entering') refused(conditionOf(stanza))
        return
      }
      const user = stanza.getChild('x', ns.mucUser)
      const codes = new Set(user?.getChildren('status').map(({ attrs }) => attrs['code']))
      const isOwn = codes.has('110')
      if (type === undefined) return came(stanza, nickOf, user?.getChild('item'), isOwn)
      if (type !== 'unavailable') return
      const renamed = codes.has('303') ? user?.getChild('item')?.attrs['nick'] : undefined
      occupants.delete(nickOf)
      if (!isOwn) return
      if (renamed !== undefined) shownAs = renamed
      else if (state === 'in') out(`the bot is out: ${whyOut(codes, user)}`)
    },
    /** Not in the room, says the room. */
    lost(): void {
      if (state === 'in') out('the room does not know the bot any more')
    },
    /** `item`: who the room itself says wrote a message of its history. */
    writer(stanza: Element, isHistory: boolean): Occupant | undefined {
      const at = resourceOf(stanza.attrs['from'] ?? '')
      if (at === undefined) return undefined
      if (!isHistory) return occupants.get(at)
      const known = byOccupantId.get(stanza.getChild('occupant-id', ns.occupantId)?.attrs['id'] ?? '')
      if (known) return known
      // A room that shows addresses puts its own behind what the sender may have forged.
      const jid = stanza.getChildren('x', ns.mucUser).at(-1)?.getChild('item')?.attrs['jid']
      return jid === undefined ? undefined : { id: bareOf(jid), nick: at, bot: bots.has(bareOf(jid)) }
    },
    occupant: (at: string): Occupant | undefined => occupants.get(at),
    occupants: (): Occupant[] => [...occupants.values()],
    /** What the history shows of the time before the bot came is context; what it missed while away is not. */
    isBefore: (isHistory: boolean): boolean => isHistory && !isBack,
    hasHeard: (id: string): boolean => heard.has(id),
    keep: (id: string): void => void heard.set(id, true),
  }
}

const maxOccupants = 1_000
const maxHeard = 2_000
const maxMissed = 100
const maxConflicts = 4
const longestPauseMs = 5 * 60_000

/** Of the error in a stanza. */
export function conditionOf(stanza: Element): string {
  const children = stanza.getChild('error')?.children ?? []
  return children.find((child) => typeof child !== 'string')?.name ?? 'undefined-condition'
}

function whyOut(codes: ReadonlySet<string | undefined>, user: Element | undefined): string {
  if (codes.has('301')) return 'banned'
  if (codes.has('307')) return 'kicked'
  if (codes.has('332')) return 'the service shuts down'
  return user?.getChild('destroy') ? 'the room was destroyed' : 'removed'
}
