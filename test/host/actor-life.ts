// A scripted group as a live XState actor: its own timers on a simulated clock, its own invoked children.
import {
  type ActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  createActor,
  SimulatedClock,
  type Snapshot,
} from 'xstate'
import { groupMachine } from '../../machines/group/group.ts'
import type { GroupInput } from '../../machines/group/settings.ts'
import { contextOf } from './canonical.ts'
import type { AnswerOf, Life, TraceStep } from './scripts.ts'

export function actorLife(input: GroupInput, answer: AnswerOf): Life {
  const trace: TraceStep[] = []
  const clock = new TickingClock()
  let verdicts: TraceStep['verdicts'] = []
  const job = (src: string) => scripted(clock, (jobInput) => answer(src, jobInput))
  const machine = groupMachine.provide({
    actors: { decide: job('decide'), compose: job('compose'), deliver: job('deliver'), sign: job('sign') } as never,
    actions: { recordVerdict: (_, params) => void verdicts.push(params) },
  })
  // Timers and children's answers carry no time of their own: the clock's is stamped on everything.
  const { transition } = machine
  machine.transition = (snapshot, event, scope) =>
    transition.call(machine, snapshot, { ...event, at: clock.now() }, scope)

  const actor = createActor(machine, {
    input,
    clock,
    inspect(event) {
      if (event.type !== '@xstate.snapshot' || event.actorRef !== actor) return
      const { value } = event.snapshot as AnyMachineSnapshot
      const { type } = event.event
      if (type === 'xstate.init') return
      const context = contextOf(event.snapshot as AnyMachineSnapshot)
      trace.push({ at: clock.now(), type, value: JSON.stringify(value), context, verdicts })
      verdicts = []
    },
  })
  actor.start()
  return {
    trace,
    receive(at, event) {
      clock.tickUntil(at)
      actor.send({ ...event, at })
    },
    runUntil: (at) => clock.tickUntil(at),
  }
}

/** SimulatedClock fires chained timers once an increment: this one stops at every deadline. */
export class TickingClock extends SimulatedClock {
  readonly deadlines = new Map<number, number>()

  override setTimeout(fn: (...args: unknown[]) => void, timeout: number): number {
    const due = this.now() + timeout
    const id = super.setTimeout((...args) => {
      this.deadlines.delete(id)
      fn(...args)
    }, timeout)
    this.deadlines.set(id, due)
    return id
  }

  override clearTimeout(id: number): void {
    this.deadlines.delete(id)
    super.clearTimeout(id)
  }

  tickUntil(at: number): void {
    for (;;) {
      const next = Math.min(...this.deadlines.values())
      if (next > at) break
      this.set(Math.max(next, this.now()))
    }
    this.set(at)
  }
}

type Asked = Snapshot<unknown> & { input: unknown }
type Answered = AnyEventObject & { outcome?: { output: unknown } | { error: unknown } }

/** A child that answers after its time, as a promise would, but by the simulated clock. */
export function scripted(clock: SimulatedClock, answer: (input: unknown) => ReturnType<AnswerOf>) {
  const logic: ActorLogic<Asked, Answered, unknown> = {
    getInitialSnapshot: (_, input) => ({ status: 'active', output: undefined, error: undefined, input }),
    transition({ input }, { outcome }) {
      if (outcome === undefined) return { status: 'stopped', output: undefined, error: undefined, input }
      return 'output' in outcome
        ? { status: 'done', output: outcome.output, error: undefined, input }
        : { status: 'error', output: undefined, error: outcome.error, input }
    },
    getPersistedSnapshot: (snapshot) => snapshot,
    start({ input }, { self }) {
      const { outcome, afterMs } = answer(input)
      clock.setTimeout(() => {
        if (self.getSnapshot().status === 'active') self.send({ type: 'answer', outcome })
      }, afterMs)
    },
  }
  return logic
}
