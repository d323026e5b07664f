// What one bot has been asked to do later in one group: its rows are durable timers (A13).
import { assign, fromPromise, setup } from 'xstate'
import type { Verdict } from '../group/types.ts'
import { timeOf } from '../rules/time.ts'
import * as rows from './rows.ts'

type Moment = { context: rows.ScheduleContext; event: rows.ScheduleChartEvent }

interface Ended {
  context: rows.ScheduleContext
  event: { type: string; output: rows.Look }
}

const lookOf = ({ event }: { event: { output: rows.Look } }): rows.Look => event.output

/** What goes to the bot's chart in the same transaction. */
function told({ context, event }: Ended): rows.ToldRow[] {
  const at = timeOf(event)
  return rows.dueIn(context, event.output).flatMap(({ row, found }) => (found.refused ? [] : rows.toldOf(row, at)))
}

const refusals = ({ context, event }: Ended): Omit<Verdict, 'at'> => ({
  turn: null,
  gate: 'control',
  outcome: 'refused',
  why: 'scheduleRefused',
  messages: refusedIn(context, event.output).map(({ row, found }) => rows.messageIdOf(row.id, found.at)),
})

const refusedIn = (context: rows.ScheduleContext, look: rows.Look) =>
  rows.dueIn(context, look).filter(({ found }) => found.refused)

const scheduleSetup = setup({
  types: {
    context: {} as rows.ScheduleContext,
    events: {} as rows.ScheduleChartEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Looks at the wall clock: which rows are due, whether they may be done, and when they are due after that. */
    lookAtClock: fromPromise<rows.Look, rows.LookInput>(() => Promise.reject(new Error('lookAtClock is not provided'))),
  },
  delays: {
    untilLook: ({ context, event }: Moment) => rows.untilLook(context, timeOf(event)),
    lookBackoff: 60_000,
    lookTimeout: 30_000,
  },
  guards: {
    mayAdd: ({ context, event }) =>
      event.type === 'schedule.add' &&
      rows.isNew(context, event.row) &&
      rows.hasRoomFor(context, event.row, event.most),
    hasThatRow: ({ context, event }) =>
      event.type === 'schedule.remove' && context.rows.some(({ id }) => id === event.id),
    isEmpty: ({ context }) => context.rows.length === 0,
    hasRefusals: ({ context }, look: rows.Look) => refusedIn(context, look).length > 0,
  },
  actions: {
    recordVerdict: (_, __: Omit<Verdict, 'at'>) => undefined,
    /** Rows that are due. The plan feeds their events to the bot's chart with the step. */
    tellBot: (_, __: readonly rows.ToldRow[]) => undefined,
    keepRow: assign(({ context, event }) => (event.type === 'schedule.add' ? rows.added(context, event.row) : {})),
    dropRow: assign(({ context, event }) => (event.type === 'schedule.remove' ? rows.removed(context, event.id) : {})),
    keepConfigured: assign(({ context, event }) =>
      event.type === 'schedule.sync' ? rows.synced(context, event.rows, event.wall) : {},
    ),
    keepLook: assign(({ context }, look: rows.Look) => rows.looked(context, look)),
  },
})

const look = { type: 'tellBot', params: told } as const
const keepLook = { type: 'keepLook', params: lookOf } as const

/** `idle ⇄ looking ⇄ waiting`, and `backingOff` where the clock could not be looked at. */
export const scheduleMachine = scheduleSetup.createMachine({
  id: 'schedule',
  version: '1',
  context: rows.firstContext,
  initial: 'idle',
  on: {
    'schedule.add': { guard: 'mayAdd', target: '.looking', reenter: true, actions: 'keepRow' },
    'schedule.remove': { guard: 'hasThatRow', target: '.looking', reenter: true, actions: 'dropRow' },
    'schedule.sync': { target: '.looking', reenter: true, actions: 'keepConfigured' },
  },
  states: {
    idle: { description: 'Nothing is to be done later.' },
    looking: {
      description: 'Rows that are due are told to the bot; those that were missed several times, once.',
      tags: 'busy',
      always: { guard: 'isEmpty', target: 'idle' },
      invoke: {
        id: 'look',
        src: 'lookAtClock',
        input: ({ context }) => ({ rows: context.rows }),
        onDone: [
          {
            description: 'Who made it may not have it done any more.',
            guard: { type: 'hasRefusals', params: lookOf },
            target: 'waiting',
            actions: [{ type: 'recordVerdict', params: refusals }, look, keepLook],
          },
          { target: 'waiting', actions: [look, keepLook] },
        ],
        onError: 'backingOff',
      },
      after: { lookTimeout: 'backingOff' },
    },
    waiting: {
      description: 'The next row is due later.',
      always: { guard: 'isEmpty', target: 'idle' },
      after: { untilLook: 'looking' },
    },
    backingOff: {
      description: 'It could not be told what is due: it is looked at again.',
      after: { lookBackoff: 'looking' },
    },
  },
})
