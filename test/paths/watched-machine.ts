// A machine that reports every transition it takes, whoever runs it.
import type { AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate'
import type { TransitionNames } from '../../src/room/step.ts'
import { graphOf, nodesOf, transitionsOf } from '../../machines/graph.ts'

/** The same machine; `took` hears the name of each transition as it is taken. */
export function watchedMachine<M extends AnyStateMachine>(machine: M, took: (name: string) => void): M {
  const names = transitionNames(machine)
  const watching = new WeakSet<object>()
  const watch = ({ system }: Scope): void => {
    if (watching.has(system)) return
    watching.add(system)
    system.inspect((event) => {
      if (event.type !== '@xstate.microstep') return
      const { _transitions: transitions } = event
      for (const transition of transitions) took(names.get(transition) ?? '(unknown)')
    })
  }
  return Object.assign(Object.create(machine) as M, {
    transition(snapshot: never, event: never, scope: Scope) {
      watch(scope)
      return machine.transition(snapshot, event, scope as never) as unknown
    },
  })
}

/** Names for a host's machine; `took` hears the name of each transition as its steps tell them. */
export function watchedNames(machine: AnyStateMachine, took: (name: string) => void): TransitionNames {
  const names = transitionNames(machine)
  const nameOf = names.get.bind(names)
  names.get = (transition) => {
    const name = nameOf(transition)
    if (name !== undefined) took(name)
    return name
  }
  return names
}

/** Every transition of a machine under a name that says where it stands. */
export function transitionNames(machine: AnyStateMachine): Map<AnyTransitionDefinition, string> {
  const { edges } = graphOf(machine)
  const transitions = nodesOf(machine.root).flatMap(transitionsOf)
  return new Map(
    transitions.map((transition, i) => {
      const { source = '', event = '', guard, targets = [] } = edges[i] ?? {}
      const condition = guard === undefined ? '' : ` [${guard}]`
      return [transition, `${source}: ${event}${condition} -> ${targets.join(' ') || 'stays'}`]
    }),
  )
}

interface Scope {
  system: { inspect(observer: (event: InspectionEvent) => void): unknown }
}
