// Who has the floor of a room: one bot posts at a time, and the others wait for its words (L3).
import { assign, setup } from 'xstate'
import type { FloorEvent as BotFloorEvent } from '../group/types.ts'
import { timeOf } from '../rules/time.ts'

/**
 * A bot begins to post, and the others wait for it until then, ms. Its post is done, and its words are awaited until then.
 * It could not post. Its words were heard. `by`: its id.
 */
export type FloorEvent =
  | { type: 'floor.claimed'; at: number; by: string; until: number }
  | { type: 'floor.posted'; at: number; by: string; until: number }
  | { type: 'floor.left'; at: number; by: string }
  | { type: 'floor.heard'; at: number; by: string }

/** `by` is '' while nobody has it; `until`, ms. */
export interface FloorContext {
  by: string
  until: number
}

interface Moment {
  context: FloorContext
  event: { type: string; at?: unknown }
}

interface FloorArgs {
  context: FloorContext
  event: FloorEvent
}

const remaining = ({ context, event }: Moment): number => Math.max(0, context.until - timeOf(event))
const untilOf = (event: FloorEvent): number => ('until' in event ? event.until : event.at)
/** Nobody is waited for longer than the post itself might have taken. */
const wordsUntil = ({ until }: FloorContext, event: FloorEvent): number => Math.min(until, untilOf(event))

type FloorNews = Omit<BotFloorEvent, 'at'>
const taken = ({ event }: FloorArgs): FloorNews => ({ type: 'floor.taken', by: event.by, until: untilOf(event) })
const posted = ({ context, event }: FloorArgs): FloorNews => ({
  type: 'floor.freed',
  by: event.by,
  until: wordsUntil(context, event),
})
const left = ({ event }: FloorArgs): FloorNews => ({ type: 'floor.freed', by: event.by })

const floorSetup = setup({
  types: { context: {} as FloorContext, events: {} as FloorEvent },
  delays: { postTimeout: remaining, wordsTimeout: remaining },
  guards: { isHolder: ({ context, event }) => event.by === context.by },
  actions: {
    /** What the other bots of the room hear of it. The host feeds it to their charts with the step. */
    tellBots: (_, __: FloorNews) => undefined,
    takeFloor: assign(({ event }) => ({ by: event.by, until: untilOf(event) })),
    awaitWords: assign(({ context, event }) => ({ until: wordsUntil(context, event) })),
    freeFloor: assign({ by: '', until: 0 }),
  },
})

/** One for every room with several bots: who posts just now, and for how long the others wait for its words. */
export const floorMachine = floorSetup.createMachine({
  id: 'floor',
  version: '1',
  context: { by: '', until: 0 },
  initial: 'free',
  on: {
    'floor.claimed': {
      target: '.posting',
      reenter: true,
      actions: ['takeFloor', { type: 'tellBots', params: taken }],
    },
    'floor.left': { guard: 'isHolder', target: '.free', actions: { type: 'tellBots', params: left } },
    'floor.heard': { guard: 'isHolder', target: '.free' },
  },
  states: {
    free: { description: 'Nobody posts: a draft that is due may go.', entry: 'freeFloor' },
    posting: {
      description: 'A bot posts: other drafts that are due wait.',
      on: {
        'floor.posted': {
          guard: 'isHolder',
          target: 'awaitingWords',
          actions: [{ type: 'tellBots', params: posted }, 'awaitWords'],
        },
      },
      after: { postTimeout: 'free' },
    },
    awaitingWords: {
      description: 'Its post is done, and the others have not heard it yet.',
      after: { wordsTimeout: 'free' },
    },
  },
})
