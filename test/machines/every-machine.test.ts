import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { graphOf, guardsIn, nodesOf, transitionsOf } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import { machines } from '../../machines/index.ts'
import { chartsDocument, chartsPath } from '../../tools/charts.ts'

describe.each(machines.map((machine: AnyStateMachine) => ({ id: machine.id, machine })))('$id', ({ machine }) => {
  const nodes = nodesOf(machine.root)
  const transitions = nodes.flatMap(transitionsOf)
  const { delays, guards, actions, actors } = machine.implementations
  const missing = (names: readonly unknown[], known: object): unknown[] =>
    names.filter((name) => typeof name !== 'string' || !Object.hasOwn(known, name))

  test('every delay is a name that is defined, for XState fires an unknown one at once', () => {
    expect(
      missing(
        nodes.flatMap(({ after }) => after.map(({ delay }) => delay)),
        delays,
      ),
    ).toEqual([])
  })

  test('every guard is a name that is defined', () => {
    const named = transitions.flatMap(({ guard }) => (guard === undefined ? [] : guardsIn(guard)))
    expect(missing([...named, ...Object.values(guards).flatMap(composing)], guards)).toEqual([])
  })

  test('every state that a guard asks for is in the chart', () => {
    const asked = [...transitions.map(({ guard }) => guard), ...Object.values(guards)].flatMap(statesIn)
    expect(asked.filter((id) => nodes.every((node) => `#${node.id}` !== id))).toEqual([])
  })

  test('every action is a name that is defined', () => {
    const all = [...nodes.flatMap(({ entry, exit }) => [...entry, ...exit]), ...transitions.flatMap((t) => t.actions)]
    const own = all.map(typeOf).filter((name) => !String(name).startsWith('xstate.'))
    expect(missing(own, actions)).toEqual([])
  })

  test('every invoke has an id of its own, a defined source, and a way out of failure', () => {
    for (const node of nodes) {
      for (const { id, src } of node.invoke) {
        expect(id).not.toMatch(/^\d+\./)
        expect(missing([src], actors)).toEqual([])
        expect(node.transitions.has(`xstate.error.actor.${id}`)).toBe(true)
      }
    }
  })

  test('every state can be reached over the edges of the chart', () => {
    const { edges, nodes: chartNodes } = graphOf(machine)
    const reached = new Set<string>()
    const visit = (id: string): void => {
      if (reached.has(id)) return
      reached.add(id)
      const node = chartNodes.find((candidate) => candidate.id === id)
      if (node?.parent) visit(node.parent)
      if (node?.initial) visit(node.initial)
      if (node?.type === 'parallel') for (const child of chartNodes) if (child.parent === id) visit(child.id)
      for (const { targets } of edges.filter(({ source }) => source === id)) targets.forEach(visit)
    }
    visit(machine.id)
    expect(chartNodes.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([])
  })
})

test('every gate that a state or a transition of the group chart claims is one of the known gates', () => {
  // `duplicate` is missing: the inbox drops what it has seen before any chart hears of it.
  const gates =
    `own admission buffer dispatch cooldown backoff policy control loop addressee relevance budget decide compose delay rejudge
    send memory work`.split(/\s+/)
  const { nodes: chartNodes, edges } = graphOf(groupMachine)
  const claimed = [...chartNodes, ...edges].flatMap(({ gate }) => (gate === undefined ? [] : [gate]))
  expect(claimed.filter((gate) => !gates.includes(gate))).toEqual([])
  expect(gates.filter((gate) => !claimed.includes(gate))).toEqual([])
})

test('docs/charts.md draws the machines as they are: npm run charts', () => {
  expect(readFileSync(chartsPath, 'utf8')).toBe(chartsDocument())
})

const typeOf = (thing: unknown): unknown => (typeof thing === 'string' ? thing : (thing as { type?: string }).type)

/** Of a guard that is composed: the names of its parts. */
const composing = (guard: unknown): unknown[] => (Object.hasOwn(guard as object, 'guards') ? guardsIn(guard) : [])
const statesIn = (guard: unknown): unknown[] => {
  const { guards = [], stateValue } = (guard ?? {}) as { guards?: unknown[]; stateValue?: unknown }
  return stateValue === undefined ? guards.flatMap(statesIn) : [stateValue]
}
