// Tests that the agent chart writes itself: from the shortest path to every moment on by everything that can happen there.
import { type AnyActorRef, createActor, fromCallback, fromPromise } from 'xstate'
import { describe, expect, test } from 'vitest'
import { agentMachine } from '../../machines/agent/agent.ts'
import { endsAt } from '../../machines/agent/approval.ts'
import type { RunSettings } from '../../machines/agent/run-settings.ts'
import type { AgentContext, AgentInput } from '../../machines/agent/context.ts'
import { transitionNames, watchedNames } from '../paths/watched-machine.ts'
import { type AgentEvent, agentInput, agentModel, type AgentMoment, call, send, walksOf } from './agent-model.ts'

const bash = { tool: 'bash', effect: 'once' } as const

/** Small worlds: thresholds that some walk crosses. */
const worlds: Record<string, AgentInput> = {
  'one read, and three steps': agentInput(),
  'four reads side by side': agentInput({
    calls: ['1.0', '1.1', '1.2', '1.3'].map((id) => call(id)),
    allowance: 1_400,
    settings: { ...agentInput().settings, maxSteps: 2 },
  }),
  'a call that may change something, and little time': agentInput({
    calls: [call('1.0', bash)],
    settings: { ...agentInput().settings, maxMs: 9_000 },
  }),
  'tokens for hardly a step': agentInput({ allowance: 3_200 }),
  'tokens for none': agentInput({ allowance: 1_400 }),
  'a prompt that soon is long': agentInput({
    calls: [call('1.0', bash)],
    grown: 1_100,
    allowance: 12_000,
    settings: { ...agentInput().settings, contextTokens: 2_000, maxSteps: 4 },
  }),
  'a tool that posts what it says': agentInput({
    sendsItself: true,
    calls: [send('1.0')],
    tools: [{ name: 'send', by: 'members' }],
    settings: { ...agentInput().settings, maxSteps: 2, maxMs: 700_000 },
  }),
  'hooks that hold one of four reads, or end the run': agentInput({
    operators: ['hooks'],
    calls: ['1.0', '1.1', '1.2', '1.3'].map((id) => call(id)),
    allowance: 1_400,
    settings: { ...agentInput().settings, maxSteps: 2 },
  }),
  'hooks that hold what may change something, and refuse what a model is asked or says': agentInput({
    operators: ['hooks'],
    calls: [call('1.0', bash)],
    allowance: 4_000,
    settings: { ...agentInput().settings, maxSteps: 2 },
  }),
  'calls that repeat themselves': agentInput({
    calls: [call('1.0', { digest: 'same' }), call('1.1', { digest: 'same' })],
    settings: { ...agentInput().settings, maxRepeats: 2 },
  }),
}

const covered = new Set<string>()
const names = watchedNames(agentMachine, (name) => void covered.add(name))

describe.each(Object.entries(worlds))('with %s', (_, input) => {
  const walks = walksOf(input)

  test("XState's own actor and the steps of a host stand in the same place after every walk, within what the run may", () => {
    expect(walks.length).toBeGreaterThan(5)
    const model = agentModel(input, names)
    for (const events of walks) walk(model, input, events)
  })
})

test('every transition of the chart was taken by the steps of a host on these walks', () => {
  const missing = [...transitionNames(agentMachine).values()].filter((name) => !covered.has(name))
  expect(missing).toEqual([])
})

function walk(model: ReturnType<typeof agentModel>, input: AgentInput, events: readonly AgentEvent[]): void {
  const oracle = actorOf(input)
  let moment = model.first()
  const told = [...moment.told]
  const seen = [[moment.chart.value, moment.chart.context]]
  for (const event of events) {
    moment = model.next(moment, event)
    told.push(...moment.told)
    seen.push([moment.chart.value, moment.chart.context])
    expectWithinBounds(moment, input)
  }
  expect({ events, seen, told, output: moment.chart.output }).toEqual({ events, ...oracle.play(events) })
}

/** It spends and holds no more than it may, makes no more steps, takes no longer, and something is going on until its end. */
function expectWithinBounds({ chart, at, timers, jobs }: AgentMoment, { allowance, settings }: AgentInput): void {
  const { spent, reserved, step, asking, waitedMs = 0 } = chart.context as AgentContext
  const wrong = {
    spent: spent + (reserved?.tokens ?? 0) > allowance,
    steps: step > settings.maxSteps,
    // While operators are waited for the time stands still, and the calls under way then are not cut off.
    late:
      asking === undefined && at > endsAt(chart.context as AgentContext) + (waitedMs > 0 ? longestStep(settings) : 0),
    idle: chart.status === 'active' && timers.length + jobs.length === 0,
  }
  expect(wrong).toEqual({ spent: false, steps: false, late: false, idle: false })
}

/** A call of a tool and one of a model, with the grace that a chart gives their jobs. */
const longestStep = ({ modelTimeoutMs, toolTimeoutMs }: RunSettings): number => modelTimeoutMs + toolTimeoutMs + 10_000

const never = fromPromise<never>(() => new Promise(() => {}))
const askingNobody = agentMachine.provide({ actors: { think: never, act: never, ask: never } as never })

/** Its calls never end and its clock stands still: what happens is what it is sent. */
function actorOf(input: AgentInput) {
  const told: object[] = []
  const parent = createActor(fromCallback(({ receive }) => receive((event) => void told.push(event)))).start()
  const actor = createActor(askingNobody, {
    input,
    parent: parent as AnyActorRef,
    clock: { setTimeout: () => 0, clearTimeout: () => undefined },
  }).start()
  const stand = () => [actor.getSnapshot().value, actor.getSnapshot().context]
  return {
    play(events: readonly AgentEvent[]) {
      const seen = [stand()]
      for (const event of events) {
        actor.send(event as never)
        seen.push(stand())
      }
      const { output } = actor.getSnapshot()
      // Its invoker hears of its end.
      return { seen, told: told.filter((event) => (event as AgentEvent).type.startsWith('work.')), output }
    },
  }
}
