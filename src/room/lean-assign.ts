// The machine with `assign` actions that leave the state value of a snapshot as it is: only the context changes.
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'

interface Scope {
  self: unknown
  system: unknown
}

type Assigner = (args: object, params: unknown) => object

export interface Assign {
  type: 'xstate.assign'
  assignment: Assigner | Record<string, unknown>
}

/**
 * xstate makes a whole snapshot for every `assign`, with the state value and the tags worked out anew from the state nodes:
 * a fifth of a step. No assign enters a state, so that value and tags are those of the snapshot before.
 */
export function withLeanAssigns<M extends AnyStateMachine>(machine: M): M {
  const { actions } = machine.implementations
  const lean = Object.entries(actions).map(([name, action]) => [name, isAssign(action) ? leanAssign(action) : action])
  const implementations = { ...machine.implementations, actions: Object.fromEntries(lean) as typeof actions }
  // The same state nodes and transitions: they are told apart by identity.
  return Object.create(machine, { implementations: { value: implementations } }) as M
}

export const isAssign = (action: unknown): action is Assign =>
  typeof action === 'function' && 'type' in action && action.type === 'xstate.assign' && 'assignment' in action

function leanAssign({ assignment }: Assign) {
  const resolve = (
    { self, system }: Scope,
    snapshot: AnyMachineSnapshot,
    { event }: { event: unknown },
    params: unknown,
  ) => {
    const args = { context: snapshot.context as object, event, self, system, spawn }
    const change = changeOf(assignment, args, params)
    return [{ ...snapshot, context: { ...args.context, ...change } }, undefined, undefined]
  }
  return Object.assign(() => {}, { type: 'xstate.assign', assignment, resolve })
}

export function changeOf(assignment: Assign['assignment'], args: object, params: unknown): object {
  if (typeof assignment === 'function') return assignment(args, params)
  const values = Object.entries(assignment).map(([key, value]) => [
    key,
    typeof value === 'function' ? (value as Assigner)(args, params) : value,
  ])
  return Object.fromEntries(values) as object
}

export const spawn = (): never => {
  throw new Error('an assign of a hosted machine spawns nothing: invoke a child instead')
}
