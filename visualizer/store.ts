// All that the page knows and shows, in one place; its parts are told of what comes by itself one after the other, a frame each.
import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { BoardRow, ConnectionRow, FloorStep, StepRecord, TalkLine } from '../src/feed/contract.ts'
import type { Order } from './board/board-rows.ts'
import { recall } from './remembered.ts'
import type { Lang } from './time-text.ts'

export interface State {
  link: 'opening' | 'live' | 'lost'
  /** When the service was heard last, in its own time; undefined: it answers. */
  lostAt: number | undefined
  /** Server time less the browser's, ms. */
  skew: number
  /** The browser's clock, ms, moving on four times a second. */
  now: number
  /** Steps that the feed dropped and the tape has not given back yet. */
  missed: number
  rows: ReadonlyMap<string, BoardRow>
  /** The bots' lines to their channels. */
  connections: readonly ConnectionRow[]
  /** The line that is shown in full. */
  line: Pick<ConnectionRow, 'bot' | 'channel'> | undefined
  actor: string | undefined
  /** Of the actor, ascending. */
  steps: readonly StepRecord[]
  /** Whether the tape may hold steps before the first. */
  older: boolean
  /** Of the other bots in the actor's group, by key. */
  siblings: ReadonlyMap<string, readonly StepRecord[]>
  /** Of the floor in the actor's room, ascending. */
  floor: readonly FloorStep[]
  /** Whether the tape may hold steps of the floor before the first. */
  olderFloor: boolean
  talk: readonly TalkLine[]
  /** Whether the store may hold lines before the first. */
  olderTalk: boolean
  /** Seq of the step that is shown; undefined is live. */
  cursor: number | undefined
  /** Seq that a link led to and the tape does not hold: the nearest is shown instead. */
  gone: number | undefined
  /** The page goes with the bot of the shown room that acts. */
  follows: boolean
  /** The message that Why is asked about; undefined: the turn at the cursor. */
  message: string | undefined
  filter: string
  order: Order
  lang: Lang
  theme: 'light' | 'dark'
  /** What a narrow window shows. */
  pane: 'groups' | 'room' | 'chart' | 'why'
  view: 'chart' | 'sequence' | 'context'
  /** The chart at a glance, without all its transitions. */
  overview: boolean
  help: boolean
}

let state: State = {
  link: 'opening',
  lostAt: undefined,
  skew: 0,
  now: Date.now(),
  missed: 0,
  rows: new Map(),
  connections: [],
  line: undefined,
  actor: undefined,
  steps: [],
  older: true,
  siblings: new Map(),
  floor: [],
  olderFloor: true,
  talk: [],
  olderTalk: true,
  cursor: undefined,
  gone: undefined,
  follows: true,
  message: undefined,
  filter: '',
  order: 'bots',
  lang: 'en',
  theme: 'dark',
  pane: 'room',
  view: 'chart',
  overview: recall('chart') !== 'full',
  help: false,
}
let frame = 0

const listeners = () => new Set<() => void>()
type Listeners = ReturnType<typeof listeners>

/** The parts of the page that are told apart; a component belongs to one. */
export const parts = { page: listeners(), centre: listeners(), room: listeners(), why: listeners(), foot: listeners() }
export const Part = createContext<Listeners>(parts.page)

const due = new Set<Listeners>()
const urgent = new Set<Listeners>()
let told: Listeners | undefined
/** What comes by itself waits so long for a hand that scrolls, types or clicks, but never more than so many frames. */
const handMs = 50
const mostWaited = 5
let handAt = -Infinity
let waited = 0

export const getState = (): State => state

/** What a person did, or what they must not miss: `those` that show it do so in the next frame. */
export function setState(change: Partial<State>, those: readonly Listeners[] = Object.values(parts)): void {
  state = { ...state, ...change }
  for (const part of those) urgent.add(part)
  frame ||= requestAnimationFrame(tell)
}

/** The page itself shows it in the next frame, but never twice in a row while other parts wait. */
export function setInTurn(change: Partial<State>): void {
  state = { ...state, ...change }
  for (const part of Object.values(parts)) due.add(part)
  frame ||= requestAnimationFrame(tell)
}

/** A frame in which a person's hand moves something has no room for what comes by itself. */
export function handsFirst(): void {
  for (const type of ['wheel', 'keydown', 'pointerdown'])
    addEventListener(type, () => void (handAt = performance.now()), { capture: true, passive: true })
}

function tell(): void {
  const waits = urgent.size === 0 && performance.now() - handAt < handMs && waited < mostWaited
  waited = waits ? waited + 1 : 0
  const [first = parts.page] = due
  const turn = told !== parts.page && due.has(parts.page) ? parts.page : first
  const now = urgent.size > 0 ? [...urgent] : waits ? [] : [(told = turn)]
  urgent.clear()
  for (const part of now) due.delete(part)
  frame = due.size > 0 ? requestAnimationFrame(tell) : 0
  for (const part of now) for (const listener of part) listener()
}

export function subscribe(listener: () => void, part: Listeners = parts.page): () => void {
  part.add(listener)
  return () => part.delete(listener)
}

/** `select` returns a part of the state, never a new object. */
export function useStore<T>(select: (state: State) => T): T {
  const part = use(Part)
  return useSyncExternalStore(
    useCallback((listener) => subscribe(listener, part), [part]),
    () => select(state),
  )
}
