// The connection chart at work in simulated time; what the channel answers, the test says.
import {
  type ConnectionInput,
  connectionMachine,
  type ConnectionSettings,
  type Trouble,
} from '../../machines/connection.ts'
import { chartWork } from '../world/chart-life.ts'

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
  const { did, clock, says, job, answers, refuses, start } = chartWork()
  const machine = connectionMachine.provide({
    actors: {
      identify: job<{ id: string }, ConnectionInput>('identify'),
      listen: job<void, ConnectionInput>('listen'),
    },
    actions: { close: says('close') },
  })
  const actor = start(machine, inputOf(seed), took)
  return {
    actor,
    clock,
    did,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    answers: (output: object) => answers(output),
    refuses: (trouble: Trouble) => refuses(trouble),
    /** Until the time that the state waits for is over. */
    waits(): void {
      const { pauseMs } = actor.getSnapshot().context
      const spans: Record<string, number> = { backingOff: pauseMs, online: settings.steadyMs }
      clock.increment(spans[actor.getSnapshot().value] ?? settings.timeoutMs)
    },
  }
}
