// What a transition does, in the order in which xstate does it: looked up once, and not at every step.
import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  spawnChild,
  stopChild,
} from 'xstate'
import { type Assign, isAssign } from './lean-assign.ts'
import type { Microstep } from './lean-states.ts'

/** An action as the chart has it. */
export type Action = string | { type: string; params?: unknown } | BuiltIn

interface BuiltIn {
  type: string
  resolve?: (
    scope: AnyActorScope,
    snapshot: AnyMachineSnapshot,
    args: object,
    params: unknown,
    action: unknown,
    extra: object,
  ) => [AnyMachineSnapshot, unknown, readonly Action[] | undefined]
  /** What is sent to a child that begins with it is sent again once that is there. */
  retryResolve?: (scope: AnyActorScope, snapshot: AnyMachineSnapshot, resolved: unknown) => void
  execute?: unknown
}

/** An action, and what is known of it before it is done. */
export interface Act {
  type: string
  /** Its params, or what makes them. */
  given: unknown
  built: BuiltIn | undefined
  assignment?: Assign['assignment']
}

/** Actions that are done together, and the children that are begun with them. */
export interface Stage {
  acts: readonly Act[]
  begins?: readonly string[]
}

/** What an action is known by. */
export function actOf(action: Action, { actions }: AnyStateMachine['implementations']): Act {
  const named = isBuiltIn(action) ? undefined : action
  const type = typeof named === 'string' ? named : (named?.type ?? '')
  const built = (named === undefined ? action : actions[type]) as BuiltIn | undefined
  return {
    type: type || (action as { name?: string }).name || '',
    given: typeof named === 'object' ? named.params : undefined,
    built,
    ...(isAssign(built) && { assignment: built.assignment }),
  }
}

const isBuiltIn = (action: Action): action is BuiltIn => typeof action === 'function'

export function staged(
  { transitions, exited, entered, begun }: Microstep,
  implementations: AnyStateMachine['implementations'],
): Stage[] {
  const leaving = exited.map(({ exit, invoke }) => [...exit, ...invoke.map(({ id }) => stopChild(id))])
  const stages: { actions: readonly unknown[]; begins?: readonly string[] }[] = [
    ...leaving.map((actions) => ({ actions })),
    { actions: transitions.flatMap(({ actions }) => actions) },
    ...entered.map((node) => ({ actions: entryOf(node, begun), begins: node.invoke.map(({ id }) => id) })),
  ]
  return stages.flatMap(({ actions, begins }) =>
    actions.length === 0
      ? []
      : { acts: (actions as Action[]).map((action) => actOf(action, implementations)), ...(begins && { begins }) },
  )
}

const entryOf = (node: AnyStateNode, begun: ReadonlySet<AnyStateNode>): unknown[] => [
  ...node.entry,
  ...node.invoke.map((invoked) =>
    spawnChild(invoked.src, { ...invoked, syncSnapshot: !!invoked.onSnapshot } as unknown as Parameters<
      typeof spawnChild
    >[1]),
  ),
  ...(begun.has(node) ? node.initial.actions : []),
]
