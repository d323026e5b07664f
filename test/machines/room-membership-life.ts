// The chart of a membership in a room at work in simulated time; what the room says, the test says.
import {
  type RoomMembershipEvent,
  type RoomMembershipInput,
  roomMembershipMachine,
} from '../../machines/room-membership.ts'
import { nicknameOf } from '../../machines/rules/nickname.ts'
import { chartWork } from '../world/chart-life.ts'

export const settings = { firstPauseMs: 5_000, longestPauseMs: 300_000, answerMs: 20_000, steadyMs: 60_000 }
export const input = { room: 'lab@rooms', nickname: nicknameOf('Iris 🦊', 'iris'), settings }
/** `did`: what the host was told to do, in order. `took` hears of every transition. */
export function membershipLife(took = (_: string): void => {}) {
  const { did, clock, says, job, answers, refuses, start } = chartWork()
  const machine = roomMembershipMachine.provide({
    actors: {
      catchUp: job<void, RoomMembershipInput>('catch up', (signal) =>
        signal.addEventListener('abort', says('stop catching up')),
      ),
    },
    actions: {
      join: ({ context }) => void did.push(`join as ${context.nickname.shown}`),
      openRoom: says('open the room'),
      listen: says('listen'),
      tellTrouble: ({ context }) => void did.push(`trouble: ${context.reason}`),
    },
  })
  const actor = start(machine, input, took)
  return {
    did,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    isSettled: () => actor.getSnapshot().hasTag('settled'),
    send: (event: RoomMembershipEvent) => actor.send(event),
    caughtUp: () => answers(),
    fails: (reason: string) => refuses(new Error(reason)),
    waits: (ms: number) => clock.increment(ms),
    waitsForTimer(): void {
      const { pauseMs } = actor.getSnapshot().context
      const spans = { outside: pauseMs, inside: settings.steadyMs, entering: settings.answerMs, catchingUp: 0, away: 0 }
      clock.increment(spans[actor.getSnapshot().value])
    },
    stop: () => actor.stop(),
  }
}
