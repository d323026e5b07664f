// The step of a machine as xstate takes it, without making a snapshot for every action and every state of its own anew.
import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type EventObject,
} from 'xstate'
import { changeOf, spawn } from './lean-assign.ts'
import { makeGuards, type Moment } from './lean-guards.ts'
import { makeStates, type Microstep, type States, type Taker } from './lean-states.ts'
import { type Act, actOf, type Stage, staged } from './lean-stages.ts'
import { textOf } from './thrown.ts'

interface Done {
  action(type: string, params: unknown): void
  took(transition: AnyTransitionDefinition): void
}

/** Takes `event`; the machine of the snapshot is the one that it is led by. */
export type LeanStep = (snapshot: AnyMachineSnapshot, event: EventObject) => AnyMachineSnapshot

/** Undefined: the machine has what only xstate itself knows, as final states or a history. */
export function leanStepOf(machine: AnyStateMachine, scope: AnyActorScope, done: Done): LeanStep | undefined {
  if (!isPlain(machine)) return undefined
  const statesOf = makeStates()
  const testOf = makeGuards(machine)
  const stages = new WeakMap<Microstep, readonly Stage[]>()
  const { self, system } = scope
  /** Of the step that is taken just now. */
  let snapshot: AnyMachineSnapshot
  let states: States
  let event: EventObject
  let moment: Moment
  /** The snapshot is not the one that the step began with. */
  let isOwn = false
  let isNew = false
  const queue: EventObject[] = []
  const current = (): AnyMachineSnapshot => snapshot

  return (before, first) => {
    snapshot = before
    states = statesOf(nodesOf(before))
    isOwn = false
    queue.length = 0
    hear(first)
    const transitions = enabled()
    if (transitions.length === 0 && first.type.startsWith('xstate.error.actor')) {
      throw (first as unknown as { error: unknown }).error
    }
    take(transitions)
    for (let looks = true; ;) {
      let next: readonly AnyTransitionDefinition[] = looks ? enabledAlways() : nothing
      const isAlways = next.length > 0
      if (!isAlways) {
        const raised = queue.shift()
        if (!raised) return snapshot
        hear(raised)
        next = enabled()
      }
      isNew = false
      take(next)
      looks = isNew || !isAlways
    }
  }

  function hear(next: EventObject): void {
    event = next
    moment = { context: snapshot.context, event }
  }

  function isEnabled({ guard }: AnyTransitionDefinition): boolean {
    return guard === undefined || testOf(guard)(moment, states, current)
  }

  function enabled(): AnyTransitionDefinition[] {
    const found: AnyTransitionDefinition[] = []
    const taker = states.takers(event.type)
    if (taker) taking(taker, found)
    return found
  }

  function taking({ node, own, inner }: Taker, found: AnyTransitionDefinition[]): boolean {
    let isTaken = false
    for (const each of inner) if (taking(each, found)) isTaken = true
    if (isTaken) return true
    for (const transition of own) {
      try {
        if (!isEnabled(transition)) continue
      } catch (error) {
        throw guardThrew(transition, event, node, error)
      }
      found.push(transition)
      return true
    }
    return false
  }

  function enabledAlways(): readonly AnyTransitionDefinition[] {
    let found: AnyTransitionDefinition[] | undefined
    for (const line of states.always) {
      const transition = line.find(isEnabled)
      if (transition) (found ??= []).push(transition)
    }
    return found ? states.taken(found).transitions : nothing
  }

  function take(transitions: readonly AnyTransitionDefinition[]): void {
    if (transitions.length > 0) {
      const microstep = states.taken(transitions)
      for (const stage of stagesOf(microstep)) run(stage)
      if (microstep.to !== states) {
        const { nodes, value, tags } = (states = microstep.to)
        change({ _nodes: nodes, value, tags })
      }
    }
    for (const transition of transitions) done.took(transition)
  }

  function change(part: Partial<AnyMachineSnapshot>): void {
    snapshot = isOwn ? Object.assign(snapshot, part) : ({ ...snapshot, ...part } as AnyMachineSnapshot)
    isOwn = true
    isNew = true
  }

  function run({ acts, begins }: Stage): void {
    const again: (() => void)[] | undefined = begins && []
    for (const each of acts) act(each, begins, again)
    for (const retry of again ?? []) retry()
  }

  function act({ type, given, built, assignment }: Act, begins: Stage['begins'], again?: (() => void)[]): void {
    const { context } = snapshot
    const params = typeof given === 'function' ? (given as (at: Moment) => unknown)(moment) : given
    if (assignment) {
      const changed = changeOf(assignment, { context, event, self, system, spawn }, params)
      change({ context: { ...context, ...changed } })
      moment = { context: snapshot.context, event }
      return
    }
    if (!built?.resolve) return done.action(type || '(anonymous)', params)
    const args = { context, event, self, system }
    const extra = { internalQueue: queue, deferredActorIds: begins }
    // It changes the children alone, and works out the value of all states it is given.
    const isOfChildren = ofChildren.has(built.type)
    const from = isOfChildren ? { ...snapshot, _nodes: noNodes } : snapshot
    const [next, resolved, more] = built.resolve(scope, from, args, params, built, extra)
    if (isOfChildren) change({ children: next.children })
    else if (next !== snapshot) change(next)
    const { retryResolve } = built
    if (retryResolve) again?.push(() => retryResolve(scope, snapshot, resolved))
    if (built.execute) done.action(built.type, resolved)
    for (const each of more ?? []) act(actOf(each, machine.implementations), begins, again)
  }

  function stagesOf(microstep: Microstep): readonly Stage[] {
    let known = stages.get(microstep)
    if (!known) stages.set(microstep, (known = staged(microstep, machine.implementations)))
    return known
  }
}

const nodesOf = ({ _nodes: nodes }: AnyMachineSnapshot): AnyStateNode[] => nodes

const nothing: readonly AnyTransitionDefinition[] = []

/** Built-in actions that begin and end children. */
const ofChildren: ReadonlySet<string> = new Set(['xstate.spawnChild', 'xstate.stopChild'])
const noNodes: AnyStateNode[] = []

function guardThrew(
  { guard }: AnyTransitionDefinition,
  { type }: EventObject,
  { id }: AnyStateNode,
  error: unknown,
): Error {
  const name =
    typeof guard === 'string' ? guard : typeof guard === 'object' ? (guard as { type: string }).type : undefined
  const where = `in transition for event '${type}' in state node '${id}'`
  return new Error(`Unable to evaluate guard ${name ? `'${name}' ` : ''}${where}:\n${textOf(error)}`, { cause: error })
}

/** No state ends or remembers, and no event is meant by a pattern. */
function isPlain({ root, options }: AnyStateMachine): boolean {
  const isPlainNode = (node: AnyStateNode): boolean =>
    node.type !== 'final' &&
    node.type !== 'history' &&
    [...node.transitions.keys()].every((type) => !type.includes('*')) &&
    Object.values(node.states).every(isPlainNode)
  return options?.maxIterations === Infinity && isPlainNode(root)
}
