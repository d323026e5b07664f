// The chart of a membership in a room at work in simulated time; what the room says, the test says.
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { type RoomMembershipEvent, roomMembershipMachine } from '../../machines/room-membership.ts'
import { nicknameOf } from '../../machines/rules/nickname.ts'
import { watchedMachine } from '../paths/watched-machine.ts'

export const settings = { firstPauseMs: 5_000, longestPauseMs: 300_000, answerMs: 20_000, steadyMs: 60_000 }
export const input = { room: 'lab@rooms', nickname: nicknameOf('Iris 🦊', 'iris'), settings }
/** `did`: what the host was told to do, in order. `took` hears of every transition. */
export function membershipLife(took = (_: string): void => {}) {
  const clock = new SimulatedClock()
  const did: string[] = []
  let asked = Promise.withResolvers<void>()
  const says = (what: string) => () => void did.push(what)
  const machine = watchedMachine(
    roomMembershipMachine.provide({
      actors: {
        catchUp: fromPromise(({ signal }) => {
          did.push('catch up')
          signal.addEventListener('abort', says('stop catching up'))
          asked = Promise.withResolvers()
          return asked.promise
        }),
      },
      actions: {
        join: ({ context }) => void did.push(`join as ${context.nickname.shown}`),
        openRoom: says('open the room'),
        listen: says('listen'),
        tellTrouble: ({ context }) => void did.push(`trouble: ${context.reason}`),
      },
    }),
    took,
  )
  const actor = createActor(machine, { clock, input }).start()
  const settled = async (end: () => void): Promise<void> => {
    end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    did,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    isSettled: () => actor.getSnapshot().hasTag('settled'),
    send: (event: RoomMembershipEvent) => actor.send(event),
    caughtUp: () => settled(() => asked.resolve()),
    fails: (reason: string) => settled(() => asked.reject(new Error(reason))),
    waits: (ms: number) => clock.increment(ms),
    waitsForTimer(): void {
      const { pauseMs } = actor.getSnapshot().context
      const spans = { outside: pauseMs, inside: settings.steadyMs, entering: settings.answerMs, catchingUp: 0, away: 0 }
      clock.increment(spans[actor.getSnapshot().value])
    },
    stop: () => actor.stop(),
  }
}
