// A bot's membership in a room of a chat server: entering it, catching up with its talk, and coming back.
import { assign, fromPromise, setup } from 'xstate'
import { exponentialBackOff } from './rules/exponential.ts'
import { hasAnother, namedByRoom, type Nickname, nextNickname } from './rules/nickname.ts'

export interface RoomMembershipInput {
  room: string
  nickname: Nickname
  settings: RoomMembershipSettings
}

/** ms */
export interface RoomMembershipSettings {
  /** First pause before a room that refused or removed the bot is tried again; it doubles. */
  firstPauseMs: number
  longestPauseMs: number
  /** How long the room may take to answer. */
  answerMs: number
  /** How long the bot must be in the room before its failures are forgotten. */
  steadyMs: number
}

export interface RoomMembershipContext {
  input: RoomMembershipInput
  nickname: Nickname
  /** Since the bot last was in the room for `steadyMs`. */
  failures: number
  /** The next pause, ms. */
  pauseMs: number
  /** Why the bot is not in the room. */
  reason?: string | undefined
}

export type RoomMembershipEvent =
  /** A new stream to the server: whoever was in a room before is not in it any more. */
  | { type: 'stream.opened' }
  | { type: 'stream.closed' }
  /** `isNew`: there was no such room. */
  | { type: 'room.entered'; nickname: string; isNew: boolean }
  | { type: 'room.refused'; condition: string }
  | { type: 'room.renamed'; nickname: string }
  /** The room removed the bot, or does not know it. */
  | { type: 'room.left'; reason: string }

const membershipSetup = setup({
  types: {
    context: {} as RoomMembershipContext,
    events: {} as RoomMembershipEvent,
    input: {} as RoomMembershipInput,
    /** Nobody has to wait for the room. */
    tags: {} as 'settled',
  },
  actors: {
    /** Reads what the room shows and what was missed. Rejects with an error that says why. */
    catchUp: fromPromise<void, RoomMembershipInput>(() => Promise.reject(new Error('catchUp is not provided'))),
  },
  delays: {
    pause: ({ context }) => context.pauseMs,
    answerTime: ({ context }) => context.input.settings.answerMs,
    steadiness: ({ context }) => context.input.settings.steadyMs,
  },
  guards: {
    hasAnotherNickname: ({ context }, { condition }: { condition: string }) => hasAnother(context.nickname, condition),
    isNew: (_, { isNew }: { isNew: boolean }) => isNew,
  },
  actions: {
    takeNickname: assign(({ context }, { nickname }: { nickname: string }) => ({
      nickname: namedByRoom(context.nickname, nickname),
    })),
    tryNickname: assign(({ context }, { condition }: { condition: string }) => ({
      nickname: nextNickname(context.nickname, condition),
    })),
    noteTrouble: assign((_, { reason }: { reason: string }) => ({ reason })),
    lengthenPause: assign(({ context }) => {
      const { firstPauseMs: firstMs, longestPauseMs: longestMs } = context.input.settings
      const failures = context.failures + 1
      return { failures, pauseMs: exponentialBackOff({ firstMs, longestMs }, failures) }
    }),
    forgetTrouble: assign({ reason: undefined }),
    forgetFailures: assign({ failures: 0 }),
    /** The host asks the room to let the bot in; what an earlier stay has left is dropped. */
    join: () => undefined,
    /** The host opens a room that it has just made: else nobody else could come in (XEP-0045, 10.1.2). */
    openRoom: () => undefined,
    /** The host hears what was said while the bot caught up, and from now on what is said. */
    listen: () => undefined,
    /** The host tells why the bot is not in the room. */
    tellTrouble: () => undefined,
  },
})

const entered = ({ event }: { event: { nickname: string } }) => event
const takeNickname = { type: 'takeNickname', params: entered } as const
const noteLeft = { type: 'noteTrouble', params: ({ event }: { event: { reason: string } }) => event } as const
const noteError = {
  type: 'noteTrouble',
  params: ({ event }: { event: { error: unknown } }) => ({
    reason: event.error instanceof Error ? event.error.message : String(event.error),
  }),
} as const
const refusal = ({ event }: { event: { condition: string } }) => event
const noteRefusal = {
  type: 'noteTrouble',
  params: ({ event }: { event: { condition: string } }) => ({
    reason: `the room refused the bot: ${event.condition}`,
  }),
} as const
const noteSilence = { type: 'noteTrouble', params: { reason: 'the room does not answer' } } as const

/**
 *   away → entering → catchingUp → inside
 *             ↑__ outside ←___________|
 */
export const roomMembershipMachine = membershipSetup.createMachine({
  id: 'roomMembership',
  version: '1',
  context: ({ input }) => ({ input, nickname: input.nickname, failures: 0, pauseMs: 0 }),
  initial: 'away',
  on: {
    'stream.opened': '.entering',
    'stream.closed': '.away',
    'room.renamed': { actions: takeNickname },
  },
  states: {
    away: {
      description: 'There is no stream to the server.',
      entry: 'forgetFailures',
    },
    entering: {
      description: 'The room is asked to let the bot in.',
      entry: 'join',
      on: {
        'room.entered': [
          {
            guard: { type: 'isNew', params: ({ event }) => event },
            target: 'catchingUp',
            actions: [takeNickname, 'openRoom'],
          },
          { target: 'catchingUp', actions: takeNickname },
        ],
        'room.refused': [
          {
            description: 'Somebody else has the name, or the server does not accept it: another one is tried.',
            guard: { type: 'hasAnotherNickname', params: refusal },
            target: 'entering',
            reenter: true,
            actions: { type: 'tryNickname', params: refusal },
          },
          {
            target: 'outside',
            actions: [{ type: 'tryNickname', params: refusal }, noteRefusal, 'tellTrouble'],
          },
        ],
      },
      after: { answerTime: { target: 'outside', actions: [noteSilence, 'tellTrouble'] } },
    },
    catchingUp: {
      description: 'The bot is in the room and reads what it shows and what was missed; what is said meanwhile waits.',
      invoke: {
        id: 'catchUp',
        src: 'catchUp',
        input: ({ context }) => context.input,
        onDone: { target: 'inside', actions: 'listen' },
        onError: { target: 'outside', actions: [noteError, 'tellTrouble'] },
      },
      on: { 'room.left': { target: 'outside', actions: [noteLeft, 'tellTrouble'] } },
    },
    inside: {
      description: 'The bot hears what is said, and can post.',
      tags: 'settled',
      entry: 'forgetTrouble',
      after: { steadiness: { actions: 'forgetFailures' } },
      on: { 'room.left': { target: 'outside', actions: [noteLeft, 'tellTrouble'] } },
    },
    outside: {
      description: 'The room refused or removed the bot: it is tried again after a delay that doubles.',
      tags: 'settled',
      entry: 'lengthenPause',
      after: { pause: 'entering' },
    },
  },
})
