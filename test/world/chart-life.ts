// A chart at work in simulated time: one thing is asked of its host at a time, and what comes of it the test says.
import { type AnyStateMachine, createActor, fromPromise, type InputFrom, SimulatedClock } from 'xstate'
import { watchedMachine } from '../paths/watched-machine.ts'

/** `did`: what the host was told to do, in order. */
export function chartWork() {
  const did: string[] = []
  const clock = new SimulatedClock()
  let asked = Promise.withResolvers<unknown>()
  const settled = async (end: () => void): Promise<void> => {
    end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    did,
    clock,
    says: (what: string) => () => void did.push(what),
    /** The work behind a child. */
    job: <Output, Input = never>(name: string, begun: (signal: AbortSignal) => void = () => {}) =>
      fromPromise<Output, Input>(({ signal }) => {
        did.push(name)
        begun(signal)
        asked = Promise.withResolvers()
        return asked.promise as Promise<Output>
      }),
    /** Ends what was asked last. */
    answers: (output?: unknown) => settled(() => asked.resolve(output)),
    refuses: (why: unknown) => settled(() => asked.reject(why)),
    /** `took` hears of every transition. */
    start<M extends AnyStateMachine>(machine: M, input: InputFrom<M>, took: (name: string) => void) {
      return createActor(watchedMachine(machine, took), { clock, input }).start()
    },
  }
}
