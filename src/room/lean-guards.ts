// Guards as xstate tests them, with what does not change from test to test looked up once.
import { and, not, or, stateIn, type AnyMachineSnapshot, type AnyStateMachine, type EventObject } from 'xstate'
import type { States } from './lean-states.ts'

export interface Moment {
  context: unknown
  event: EventObject
}

/** `now`: the snapshot in `states`, with the context of the moment. */
export type Test = (moment: Moment, states: States, now: () => AnyMachineSnapshot) => boolean

interface Built {
  check(snapshot: AnyMachineSnapshot, moment: Moment, built: Built): boolean
  guards?: Guard[]
}

type Predicate = (moment: Moment, params: unknown) => boolean
type Guard = string | { type: string; params?: unknown } | (Predicate & Partial<Built>)

const checkOf = (guard: unknown): unknown => (guard as Built).check
const [checkAnd, checkOr] = [checkOf(and([])), checkOf(or([]))]
const [checkNot, checkStateIn] = [checkOf(not('')), checkOf(stateIn('a'))]

export function makeGuards({ implementations }: AnyStateMachine) {
  const tests = new Map<unknown, Test>()

  function testOf(guard: unknown): Test {
    let known = tests.get(guard)
    if (!known) tests.set(guard, (known = make(guard as Guard)))
    return known
  }

  function make(guard: Guard): Test {
    const name = typeof guard === 'function' ? '' : typeof guard === 'string' ? guard : guard.type
    const resolved = typeof guard === 'function' ? guard : (implementations.guards[name] as Guard | undefined)
    if (!resolved) {
      return () => {
        // In xstate's own words, to the letter.
        throw new Error(`Guard '${name}' is not implemented.'.`)
      }
    }
    if (typeof resolved !== 'function') return testOf(resolved)
    if ('check' in resolved) return composed(resolved as unknown as Built)
    const params = typeof guard === 'object' ? guard.params : undefined
    if (typeof params !== 'function') return (moment) => resolved(moment, params)
    return (moment) => resolved(moment, (params as (moment: Moment) => unknown)(moment))
  }

  function composed(built: Built): Test {
    const { check, guards = [] } = built
    const [one] = guards
    if (check === checkAnd) return (moment, states, now) => guards.every((each) => testOf(each)(moment, states, now))
    if (check === checkOr) return (moment, states, now) => guards.some((each) => testOf(each)(moment, states, now))
    if (check === checkNot) return (moment, states, now) => !testOf(one)(moment, states, now)
    const asked: Test = (moment, _, now) => check(now(), moment, built)
    return check === checkStateIn ? ofStates(asked) : asked
  }

  return testOf
}

/** A test of nothing but the active states. */
function ofStates(test: Test): Test {
  const known = new WeakMap<States, boolean>()
  return (moment, states, now) => {
    let passed = known.get(states)
    if (passed === undefined) known.set(states, (passed = test(moment, states, now)))
    return passed
  }
}
