// The connection chart at work in simulated time; what the channel answers, the test says.
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import {
  type ConnectionInput,
  connectionMachine,
  type ConnectionSettings,
  type Trouble,
} from '../../machines/connection.ts'
import { watchedMachine } from '../paths/watched-machine.ts'

export const settings: ConnectionSettings = {
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
  steadyMs: 60_000,
  timeoutMs: 20_000,
}

export const inputOf = (seed = 1) => ({ bot: 'iris', channel: 'feishu', seed, settings })

export const passing: Trouble = { reason: 'the network is down', permanent: false }
export const lasting: Trouble = { reason: 'the secret is wrong', permanent: true }

/** `did`: what the host was told to do, in order. `took` hears of every transition. */
export function connectionLife({ seed = 1, took = (_: string): void => {} } = {}) {
  const clock = new SimulatedClock()
  const did: string[] = []
  let asked = Promise.withResolvers<unknown>()
  const job = <T>(name: string) =>
    fromPromise<T, ConnectionInput>(() => {
      did.push(name)
      asked = Promise.withResolvers()
      return asked.promise as Promise<T>
    })
  const machine = watchedMachine(
    connectionMachine.provide({
      actors: { identify: job<{ id: string }>('identify'), listen: job<void>('listen') },
      actions: { close: () => void did.push('close') },
    }),
    took,
  )
  const actor = createActor(machine, { clock, input: inputOf(seed) }).start()
  const settled = async (end: () => void): Promise<void> => {
    end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    actor,
    clock,
    did,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    /** Ends what was asked last. */
    answers: (output: object) => settled(() => asked.resolve(output)),
    refuses: (trouble: Trouble) => settled(() => asked.reject(trouble)),
    /** Until the time that the state waits for is over. */
    waits(): void {
      const { pauseMs } = actor.getSnapshot().context
      const spans: Record<string, number> = { backingOff: pauseMs, online: settings.steadyMs }
      clock.increment(spans[actor.getSnapshot().value] ?? settings.timeoutMs)
    },
  }
}
