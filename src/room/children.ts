// Charts that other charts invoke: begun, ended, told and answered in the plan of the step that does so.
import type { Actor } from './actor.ts'
import { childKey, invokerOf, isChild } from './key.ts'
import type { Plan, ToChart } from './room.ts'
import { type Effect, jobDone, jobFailed } from './step.ts'
import type { PlannedStep } from './steps.ts'
import { readable, textOf } from './thrown.ts'

/** A step begins or leaves an invoked chart, or sends something to one, or to the one that invokes it. */
export type FamilyEffect = Effect & { type: 'job.start' | 'job.stop' | 'send' }

interface Options {
  made: Pick<Plan, 'actors' | 'failed' | 'refused'>
  /** Throws what keeps a chart from taking an event. */
  standing: (key: string) => Actor | undefined
  /** Keeps the first step of a chart whose last one was `before`. */
  begin: (key: string, before: number, at: number, input: unknown) => void
  step: (actor: Actor, event: ToChart['event']) => void
  take: (told: ToChart, isTold: true) => void
}

/** A chart whose step is not carried out yet. */
interface Stepping {
  effects: FamilyEffect[]
  /** What it is told meanwhile: it takes it next. */
  mail: (() => void)[]
  isReading: boolean
}

export type Children = ReturnType<typeof makeChildren>

/** Begun, or told, in one plan: more of them are a circle. */
const mostAtOnce = 250

/** In XState's order: the effects of a step are carried out one by one, each with all that comes of it. */
export function makeChildren({ made, standing, begin, step, take }: Options) {
  const stepping = new Map<string, Stepping>()
  let begun = 0
  let told = 0
  const stop = (child: Actor): void => step(child, { type: 'xstate.stop' })

  function stopActive(key: string): void {
    const child = readable(() => standing(key))
    if (child && isActive(child)) stop(child)
  }

  function carryOut(key: string, at: number, effects: FamilyEffect[]): void {
    for (let effect = effects.shift(); effect; effect = effects.shift()) {
      const { type, id, src = '' } = effect
      const to = id === undefined ? invokerOf(key).invoker : childKey(key, src, id)
      if (type === 'send') tell(to, effect.event)
      else if (type === 'job.start') start(to, at, effect.input)
      else leave(to)
    }
  }

  function start(key: string, at: number, input: unknown): void {
    try {
      if ((begun += 1) > mostAtOnce) throw new Error('its chart is invoked again and again without an end')
      const before = stepping.get(key)
      if (before) {
        // Its key is the next one's.
        carryOut(key, at, before.effects)
        before.mail = []
        stepping.delete(key)
      }
      stopActive(key)
      begin(key, standing(key)?.seq ?? 0, at, input)
    } catch (error) {
      made.failed.push({ key, error })
      answerError(key, error)
    }
  }

  function leave(key: string): void {
    const child = stepping.get(key)
    if (child) child.mail = [() => stopActive(key)]
    else stopActive(key)
  }

  function tell(key: string, event: ToChart['event'], isDue = (): boolean => true): void {
    const now = (): void => {
      if (!isDue()) return
      if ((told += 1) <= mostAtOnce) return take({ key, event }, true)
      const error = new Error('it and what it invokes tell each other something without an end')
      if (isChild(key)) fail(key, error)
      else made.refused.push({ key, event, error, waits: false })
    }
    const mail = stepping.get(key)?.mail
    if (mail) mail.push(now)
    else now()
  }

  /** Of the step `seq`; if it began anew since then, or its invoker left the state, it is dropped. */
  function answer(key: string, seq: number | undefined, event: ToChart['event']): void {
    tell(invokerOf(key).invoker, event, () => made.actors.get(key)?.seq === seq && isInvoked(key))
  }

  function answerError(key: string, error: unknown): void {
    const failure = jobFailed(invokerOf(key).id, { kind: 'failed', message: textOf(error) }, 0)
    answer(key, made.actors.get(key)?.seq, failure)
  }

  /** It threw, or it cannot be read: it has ended. False where the host keeps it from stepping. */
  function fail(key: string, error: unknown): boolean {
    const child = readable(() => standing(key))
    if (child) {
      stop(child)
      made.failed.push({ key, error })
    }
    answerError(key, error)
    return child !== undefined
  }

  /** Whether its invoker is still in the state that invokes it; one that cannot be read may be. */
  function isInvoked(key: string): boolean {
    const { invoker, id } = invokerOf(key)
    const parent = readable(() => standing(invoker))
    return !parent || Object.hasOwn(parent.snapshot.children, id)
  }

  const isOfBot = (key: string): boolean => !isChild(key) || (isInvoked(key) && isOfBot(invokerOf(key).invoker))

  return {
    follow({ key, at }: PlannedStep, effects: readonly FamilyEffect[]): void {
      const chart = stepping.get(key) ?? { effects: [], mail: [], isReading: false }
      stepping.set(key, chart)
      chart.effects.push(...inTurn(effects))
      carryOut(key, at, chart.effects)
    },
    /** Its step is carried out: it takes what it was told meanwhile. */
    rest(key: string): void {
      const chart = stepping.get(key)
      if (!chart || chart.isReading) return
      chart.isReading = true
      for (let next = chart.mail.shift(); next; next = chart.mail.shift()) next()
      if (stepping.get(key) === chart) stepping.delete(key)
    },
    /** A chart that came to its end answers. */
    done: ({ key, seq, snapshot }: PlannedStep): void =>
      answer(key, seq, jobDone(invokerOf(key).id, snapshot.output, 0)),
    /** undefined: it is over, or nobody invokes it. Throws what keeps it from taking an event. */
    living(key: string, isTold: boolean): Actor | undefined {
      const child = standing(key)
      if (!child || isOver(child)) return undefined
      if (child.snapshot.status === 'error') throw new Error(String(child.snapshot.error))
      // Who leaves the state of an invoke may send something before that.
      if (isTold || isOfBot(key)) return child
      stop(child)
      return undefined
    },
    fail,
  }
}

/** What was begun and left within one step never ran; what is sent to a chart before it begins comes right after that. */
function inTurn(effects: readonly FamilyEffect[]): FamilyEffect[] {
  const next = (i: number): FamilyEffect | undefined =>
    effects.slice(i + 1).find(({ type, id }) => type !== 'send' && id === effects[i]?.id)
  return effects.flatMap((effect, i) => {
    if (effect.type === 'job.stop') return effect
    const then = next(i)
    if (effect.type === 'send') return then?.type === 'job.start' ? [] : effect
    if (then?.type === 'job.stop') return []
    return [effect, ...effects.slice(0, i).filter((sent, k) => sent.type === 'send' && next(k) === effect)]
  })
}

/** The failure of a chart that waited for its invoker, which was reset since then: who expects none cannot take it. */
export function isStray({ event, job, timer }: ToChart, taker: () => Actor | undefined): boolean {
  const [, id] = (!job && !timer && /^xstate\.error\.actor\.(.+)$/.exec(event.type)) || []
  const actor = id === undefined ? undefined : readable(taker)
  return id !== undefined && actor !== undefined && !Object.hasOwn(actor.snapshot.children, id)
}

const isActive = ({ snapshot }: Actor): boolean => snapshot.status === 'active'
const isOver = ({ snapshot }: Actor): boolean => snapshot.status === 'done' || snapshot.status === 'stopped'
