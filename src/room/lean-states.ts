// The states that a chart can be in, and where transitions lead from there: worked out once each, as xstate does it.
import type { AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate'

type Transitions = readonly AnyTransitionDefinition[]

/** The states that are active together. Of one list of nodes there is one of it. */
export interface States {
  /** In the order in which xstate keeps them: that of the regions in `value`, and that in which they take an event. */
  nodes: AnyStateNode[]
  value: StateValue
  tags: Set<string>
  /** For every atomic state, the transitions without an event that it may take: the first one that is enabled is. */
  always: readonly Transitions[]
  /** What may take an event of a type: undefined: nothing. */
  takers(type: string): Taker | undefined
  /** What becomes of transitions that are enabled together. */
  taken(enabled: Transitions): Microstep
}

/** An active state; the states in it are asked before it. */
export interface Taker {
  node: AnyStateNode
  own: Transitions
  inner: readonly Taker[]
}

export interface Microstep {
  /** Without those that others preempt. */
  transitions: Transitions
  /** The first one first. */
  exited: readonly AnyStateNode[]
  entered: readonly AnyStateNode[]
  /** Those entered whose initial transition is taken. */
  begun: ReadonlySet<AnyStateNode>
  to: States
}

interface Fork {
  microstep?: Microstep
  further: Map<AnyTransitionDefinition, Fork>
}

/** So many lists of states are kept: a chart goes through some hundred. */
const mostKept = 4_000

export function makeStates() {
  const byOrder = new Map<string, States>()
  const byNodes = new WeakMap<readonly AnyStateNode[], States>()

  function of(nodes: AnyStateNode[]): States {
    const known = byNodes.get(nodes)
    if (known) return known
    const order = nodes.map((node) => node.order).join()
    let states = byOrder.get(order)
    if (!states) {
      if (byOrder.size >= mostKept) byOrder.clear()
      byOrder.set(order, (states = make(nodes)))
    }
    byNodes.set(nodes, states)
    return states
  }

  function make(nodes: AnyStateNode[]): States {
    const takers = new Map<string, Taker>()
    const first: Fork = { further: new Map() }
    const active = new Set(nodes)
    const root = nodes.find(({ parent }) => !parent) as AnyStateNode
    const states: States = {
      nodes,
      value: valueOf(root, nodes),
      tags: new Set(nodes.flatMap(({ tags }) => tags)),
      always: nodes
        .filter(({ type }) => type === 'atomic')
        .map((node) => lineOf(node).flatMap(({ always }) => always ?? []))
        .filter(({ length }) => length > 0),
      takers(type) {
        const known = takers.get(type)
        if (known) return known
        const found = takerOf(root, type, nodes)
        // What no state knows is not kept: such types have no bound.
        if (found) takers.set(type, found)
        return found
      },
      taken(enabled) {
        let fork = first
        for (const transition of enabled) {
          let next = fork.further.get(transition)
          if (!next) fork.further.set(transition, (next = { further: new Map() }))
          fork = next
        }
        return (fork.microstep ??= microstepOf(enabled))
      },
    }

    function microstepOf(enabled: Transitions): Microstep {
      const transitions = withoutPreempted(enabled, active)
      const exited = [...exitSet(transitions, active)].toSorted((a, b) => b.order - a.order)
      const { entry, begun } = entrySet(transitions)
      const entered = [...entry].toSorted((a, b) => a.order - b.order)
      const after = new Set(active)
      for (const node of exited) after.delete(node)
      for (const node of entered) after.add(node)
      const isSame = after.size === active.size && nodes.every((node) => after.has(node))
      return { transitions, exited, entered, begun, to: isSame ? states : of([...after]) }
    }

    return states
  }

  return of
}

const activeIn = (parent: AnyStateNode, nodes: readonly AnyStateNode[]): AnyStateNode[] =>
  nodes.filter((node) => node.parent === parent)

function valueOf(node: AnyStateNode, nodes: readonly AnyStateNode[]): StateValue {
  const active = activeIn(node, nodes)
  const [one] = active
  if (node.type === 'compound' && one?.type === 'atomic') return one.key
  return Object.fromEntries(active.map((each) => [each.key, valueOf(each, nodes)]))
}

function takerOf(node: AnyStateNode, type: string, nodes: readonly AnyStateNode[]): Taker | undefined {
  const own = node.transitions.get(type) ?? []
  const inner = activeIn(node, nodes).flatMap((each) => takerOf(each, type, nodes) ?? [])
  return own.length + inner.length === 0 ? undefined : { node, own, inner }
}

/** The node and those around it, itself first. */
const lineOf = (node: AnyStateNode): AnyStateNode[] => [node, ...around(node)]

function around(node: AnyStateNode, until?: AnyStateNode): AnyStateNode[] {
  const found: AnyStateNode[] = []
  if (node === until) return found
  for (let at = node.parent; at && at !== until; at = at.parent) found.push(at)
  return found
}

const isIn = (node: AnyStateNode, outer: AnyStateNode): boolean => around(node).includes(outer)

/** The state within which a transition happens. */
function domainOf({ target = [], source, reenter }: AnyTransitionDefinition): AnyStateNode | undefined {
  if (!reenter && target.every((node) => node === source || isIn(node, source))) return source
  const ends = [...target, source]
  const common = around(ends[0] as AnyStateNode).find((outer) => ends.slice(1).every((node) => isIn(node, outer)))
  return common ?? (reenter ? undefined : (lineOf(source).at(-1) as AnyStateNode))
}

function exitSet(transitions: Transitions, active: ReadonlySet<AnyStateNode>): Set<AnyStateNode> {
  const exited = new Set<AnyStateNode>()
  for (const transition of transitions) {
    if (!transition.target?.length) continue
    const domain = domainOf(transition)
    for (const node of active) if (!domain || isIn(node, domain)) exited.add(node)
  }
  return exited
}

/** Of two that leave the same states the inner one is taken, else the first one. */
function withoutPreempted(enabled: Transitions, active: ReadonlySet<AnyStateNode>): Transitions {
  const kept = new Set<AnyTransitionDefinition>()
  for (const one of enabled) {
    const others = [...kept].filter((other) => !exitSet([one], active).isDisjointFrom(exitSet([other], active)))
    const outer = others.filter(({ source }) => isIn(one.source, source))
    if (outer.length < others.length) continue
    for (const other of outer) kept.delete(other)
    kept.add(one)
  }
  return [...kept]
}

function entrySet(transitions: Transitions) {
  const entry = new Set<AnyStateNode>()
  const begun = new Set<AnyStateNode>()

  function enterWithin(node: AnyStateNode): void {
    if (node.type === 'compound') {
      for (const initial of node.initial.target as AnyStateNode[]) {
        entry.add(initial)
        begun.add(initial)
        enterWithin(initial)
        enterAround(around(initial, node))
      }
    } else if (node.type === 'parallel') enterRegions(node, true)
  }

  function enterAround(outer: readonly AnyStateNode[], domain?: AnyStateNode): void {
    for (const node of outer) {
      if (!domain || isIn(node, domain)) entry.add(node)
      if (node.type === 'parallel') enterRegions(node, false)
    }
  }

  function enterRegions(parallel: AnyStateNode, isBegun: boolean): void {
    for (const region of Object.values(parallel.states)) {
      if ([...entry].some((node) => isIn(node, region))) continue
      entry.add(region)
      if (isBegun) begun.add(region)
      enterWithin(region)
    }
  }

  for (const transition of transitions) {
    const { target = [], source, reenter } = transition
    const domain = domainOf(transition)
    for (const node of target) {
      if (source !== node || source !== domain || reenter) {
        entry.add(node)
        begun.add(node)
      }
      enterWithin(node)
    }
    for (const node of target) {
      const outer = around(node, domain)
      if (domain?.type === 'parallel') outer.push(domain)
      enterAround(outer, !source.parent && reenter ? undefined : domain)
    }
  }
  return { entry, begun }
}
