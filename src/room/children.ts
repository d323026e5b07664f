// Charts that other charts invoke: begun, ended and answered in the plan of the step that does so.
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { Actor } from './actor.ts'
import { childKey, invokerOf, isChild } from './key.ts'
import type { Plan, ToChart } from './room.ts'
import { type Effect, jobDone, jobFailed, type Stepper } from './step.ts'
import type { PlannedStep } from './steps.ts'
import { readable, textOf } from './thrown.ts'

/** A step begins or leaves an invoked chart. */
export type ChildEffect = Effect & { type: 'job.start' | 'job.stop' }

interface Options {
  made: Pick<Plan, 'actors' | 'failed' | 'refused'>
  /** Throws what keeps a chart from taking an event. */
  standing: (key: string) => Actor | undefined
  /** Keeps the first step of a chart whose last one was `before`. */
  begin: (key: string, before: number, at: number, input: unknown) => void
  step: (actor: Actor, event: ToChart['event']) => void
  take: (answer: ToChart) => void
}

interface Answer {
  child: string
  /** The step of the child that gave it. */
  seq: number | undefined
  event: ToChart['event']
}

export type Children = ReturnType<typeof makeChildren>

/** Begun, or answered, in one plan: more of them are a circle. */
const mostAtOnce = 250

export function makeChildren({ made, standing, begin, step, take }: Options) {
  const answers: Answer[] = []
  let begun = 0
  const stop = (child: Actor): void => step(child, { type: 'xstate.stop' })

  function answer(child: string, event: Answer['event']): void {
    answers.push({ child, seq: made.actors.get(child)?.seq, event })
  }

  function start(key: string, at: number, input: unknown): void {
    try {
      if ((begun += 1) > mostAtOnce) throw new Error('its chart is invoked again and again without an end')
      const before = standing(key)
      if (before && isActive(before)) stop(before)
      begin(key, standing(key)?.seq ?? 0, at, input)
    } catch (error) {
      made.failed.push({ key, error })
      answerError(key, error)
    }
  }

  const answerError = (key: string, error: unknown): void =>
    answer(key, jobFailed(invokerOf(key).id, { kind: 'failed', message: textOf(error) }, 0))

  /** Whether its invoker, and that one's, is still in the state that invokes it; one that cannot be read may be. */
  function isInvoked(key: string): boolean {
    const { invoker, id } = invokerOf(key)
    const parent = readable(() => standing(invoker))
    if (!parent) return true
    return Object.hasOwn(parent.snapshot.children, id) && (!isChild(invoker) || isInvoked(invoker))
  }

  return {
    /** In the order of the step. */
    follow({ key: invoker, at }: PlannedStep, effects: readonly ChildEffect[]): void {
      for (const { id, src = '', ...effect } of withoutUnbegun(effects)) {
        const key = childKey(invoker, src, id)
        if (effect.type === 'job.start') start(key, at, effect.input)
        else {
          const child = readable(() => standing(key))
          if (child && isActive(child)) stop(child)
        }
      }
    },
    /** A chart that came to its end answers. */
    done(key: string, { output }: AnyMachineSnapshot): void {
      answer(key, jobDone(invokerOf(key).id, output, 0))
    },
    /** undefined: it is over, or nobody invokes it. Throws what keeps it from taking an event. */
    living(key: string): Actor | undefined {
      const child = standing(key)
      if (!child || isOver(child)) return undefined
      if (child.snapshot.status === 'error') throw new Error(String(child.snapshot.error))
      if (isInvoked(key)) return child
      stop(child)
      return undefined
    },
    /** It threw, or it cannot be read: it has ended. False where the host keeps it from stepping. */
    fail(key: string, error: unknown): boolean {
      const child = readable(() => standing(key))
      if (child) {
        stop(child)
        made.failed.push({ key, error })
      }
      answerError(key, error)
      return child !== undefined
    },
    /** Tells the invokers, once all that the plan began has stepped: an answer of a chart that began anew since is dropped. */
    settle(): void {
      for (const { child, seq, event } of answers) {
        const { invoker: key } = invokerOf(child)
        if (made.actors.get(child)?.seq !== seq || !isInvoked(child)) continue
        if (answers.length <= mostAtOnce) take({ key, event })
        else
          made.refused.push({
            key,
            event,
            error: new Error('it invokes what ends at once, without an end'),
            waits: false,
          })
      }
    },
  }
}

/** Its input stands in its context. Where the text cannot be read: a chart that has failed, which says why. */
export function loadedChild(stepper: Stepper<AnyStateMachine>, text: () => string): AnyMachineSnapshot {
  try {
    return stepper.load(text(), undefined)
  } catch (cause) {
    const error = `its snapshot cannot be read: ${textOf(cause)}`
    return stepper.load(JSON.stringify({ status: 'error', error, value: {}, context: {}, children: {} }), undefined)
  }
}

/** What was begun and left within one step never ran. */
function withoutUnbegun(effects: readonly ChildEffect[]): readonly ChildEffect[] {
  return effects.filter(
    ({ type, id }, i) =>
      type === 'job.stop' || !effects.slice(i).some((later) => later.type === 'job.stop' && later.id === id),
  )
}

const isActive = ({ snapshot }: Actor): boolean => snapshot.status === 'active'
const isOver = ({ snapshot }: Actor): boolean => snapshot.status === 'done' || snapshot.status === 'stopped'
