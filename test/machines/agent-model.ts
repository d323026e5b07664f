// The agent chart as a model to walk: what a host's steps make of it, with its calls and its timers.
import type { AnyMachineSnapshot } from 'xstate'
import { type AdjacencyValue, getAdjacencyMap } from 'xstate/graph'
import { agentMachine } from '../../machines/agent/agent.ts'
import { endsAt } from '../../machines/agent/approval.ts'
import { canHandOff, isLastPaid, isLong, leftOf, needOf } from '../../machines/agent/changes.ts'
import type { Acted, CallRef, Thought } from '../../machines/agent/children.ts'
import type { AgentContext, AgentInput } from '../../machines/agent/context.ts'
import { type Effect, makeStepper, type TransitionNames } from '../../src/room/step.ts'

export interface AgentEvent {
  type: string
  at: number
  actorId?: string
  output?: object
  error?: object
  message?: string
  sender?: string
  n?: number
  digest?: string
  call?: string
  outcome?: string
  allow?: boolean
}

export interface AgentMoment {
  at: number
  chart: AnyMachineSnapshot
  timers: readonly { id: string; type: string; due: number }[]
  jobs: readonly string[]
  /** What its invoker was told by the last step. */
  told: readonly object[]
  /** Verdicts of the last step. */
  verdicts: readonly object[]
}

export const call = (id: string, over: Partial<CallRef> = {}): CallRef => ({
  id,
  tool: 'fs.read',
  effect: 'read',
  digest: `digest ${id}`,
  ...over,
})

export const send = (id: string): CallRef => call(id, { tool: 'send', effect: 'keyed' })

/** Thresholds so low that each is crossed within a few steps; no two delays are equal. */
export const agentInput = (over: Partial<AgentInput> = {}): AgentInput => ({
  run: 'r1',
  turn: 1,
  startedAt: 0,
  batch: ['m1'],
  targets: ['m1'],
  askers: ['ann'],
  operators: ['olga'],
  tools: [
    { name: 'fs.read', by: 'members' },
    { name: 'bash', by: 'members' },
  ],
  calls: [call('1.0')],
  asked: 0,
  allowance: 6_000,
  prompt: 800,
  grown: 0,
  type: 'short',
  maxChars: 200,
  markdown: false,
  settings: {
    maxSteps: 3,
    maxMs: 60_000,
    maxRepeats: 3,
    modelTimeoutMs: 10_000,
    toolTimeoutMs: 3_000,
    maxOutputTokens: 500,
    contextTokens: 100_000,
    maxTalkTokens: 400,
    backoffMs: 700,
  },
  ...over,
})

const answer = { text: 'Done.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true } as const
const thought: Thought = { calls: [], entries: [], grown: 50, tokens: 400 }
const acted: Acted = { isError: false, entries: [], grown: 100 }

/** What the channel's own tool makes of its arguments. */
const sent: Acted = { ...acted, post: { text: 'Seven.', type: 'short', similarity: 0, rehearsal: true } }

/** A hook wants a word on the call, or ends the run. */
const held: Acted = { ...acted, holds: { digest: 'd' }, hooked: { did: 'asked', by: 'h' } }
const ended: Acted = { ...acted, ends: true, hooked: { did: 'ended', by: 'h' } }

function answersOf(id: string, at: number, context: AgentContext): AgentEvent[] {
  const { step, current, calls, asks, input } = context
  const { sendsItself, operators } = input
  const isHooked = operators.includes('hooks')
  // One of them: what an operator said yes to is held no more (src/jobs/run/hooked-call.ts).
  const isHeld = asks !== undefined || calls.some((each) => each.held)
  const byHooks = isHooked ? [...(isHeld ? [] : [held]), ended] : []
  const outputs: object[] =
    id === 'ask'
      ? [{ text: 'May I?' }]
      : id === 'think'
        ? [
            { ...thought, answer },
            { ...thought, calls: [call(`${step}.0`)] },
            { ...thought, calls: [call(`${step}.0`, { tool: 'bash', effect: 'once' })] },
            thought,
            ...(sendsItself ? [{ ...thought, calls: [send(`${step}.0`)] }] : []),
          ]
        : id === 'handoff'
          ? [{ ...thought, grown: 30 }]
          : current?.tool === 'send'
            ? [sent, { ...acted, isError: true }]
            : [acted, { ...acted, readsOutside: true }, { ...acted, beginsHere: true }, ...byHooks]
  const asksModel = id === 'think' || id === 'handoff'
  const ofModel = ['ceiling', 'unavailable', 'overflow', ...(isHooked ? ['hook'] : [])]
  const failures = asksModel ? ofModel : ['interrupted', 'failed']
  return [
    ...outputs.map((output) => ({ type: `xstate.done.actor.${id}`, at, actorId: id, output })),
    ...failures.map((kind) => ({
      type: `xstate.error.actor.${id}`,
      at,
      actorId: id,
      error:
        kind === 'overflow'
          ? { kind: 'failed', why: 'promptTooLong', message: 'x', tokens: 0 }
          : kind === 'hook'
            ? { kind: 'refused', why: 'hookRefused', message: 'x', tokens: 0 }
            : { kind, message: 'x', ...(kind === 'unavailable' && { tokens: 40 }) },
    })),
  ]
}

/** Everything that can happen next: who asked goes on once. */
export function nextEvents({ at, chart, timers, jobs }: AgentMoment): AgentEvent[] {
  if (chart.status !== 'active') return []
  const { steering, asking, current } = chart.context as AgentContext
  const [first] = timers
  const soon = at + 1
  return [
    ...(first ? [{ type: first.type, at: Math.max(at, first.due) }] : []),
    ...jobs.flatMap((id) => answersOf(id, soon, chart.context as AgentContext)),
    ...(chart.value === 'posting'
      ? ['sent', 'unsent'].map((outcome) => ({ type: 'run.posted', at: soon, call: current?.id ?? '', outcome }))
      : []),
    // An operator's word may come at any moment, before the call is worded, too.
    ...(asking
      ? [true, false].map((allow) => ({ type: 'run.approve', at: soon, n: asking.n, digest: asking.digest, allow }))
      : []),
    ...(steering.length === 0 ? [{ type: 'run.steer', at: soon, message: 'm2', sender: 'ben' }] : []),
  ]
}

/** What tells one moment from another: states, calls, the order of timers, and counters against their thresholds. */
export function keyOf({ chart, timers, at }: AgentMoment): string {
  const context = chart.context as AgentContext
  const {
    calls,
    reads,
    current,
    step,
    failures,
    isLast,
    isConcluded,
    readOutside,
    steering,
    made,
    handoff,
    denials,
    waitedMs = 0,
  } = context
  return JSON.stringify([
    chart.status,
    chart.value,
    calls.map(({ effect, held: isHeld }) => [effect, isHeld]),
    reads.length,
    current?.tool,
    current?.refused,
    denials,
    waitedMs > 0,
    at >= endsAt(context),
    step,
    failures,
    isLast,
    isConcluded,
    readOutside,
    steering,
    handoff,
    handoff === 'due' && canHandOff(context),
    isLong(context),
    Math.max(...made.map(([, times]) => times)),
    leftOf(context) < needOf(context),
    isLastPaid(context),
    timers.map(({ type, due }) => [type, due <= at]),
  ])
}

export function agentModel(input: AgentInput, names?: TransitionNames) {
  const stepper = makeStepper(agentMachine, input, names, { isInvoked: true, isKind: () => false })
  const after = (
    { at, timers, jobs }: Pick<AgentMoment, 'at' | 'timers' | 'jobs'>,
    { snapshot, effects }: { snapshot: unknown; effects: readonly Effect[] },
  ): AgentMoment => {
    let running = [...timers]
    const calls = new Set(jobs)
    const told: object[] = []
    const verdicts: object[] = []
    for (const effect of effects) {
      if (effect.type === 'timer.start') {
        const timer = { id: effect.id, type: effect.event.type, due: at + effect.delay }
        running = [...running.filter(({ id }) => id !== effect.id), timer]
      } else if (effect.type === 'timer.cancel') running = running.filter(({ id }) => id !== effect.id)
      else if (effect.type === 'job.start') calls.add(effect.id)
      else if (effect.type === 'job.stop') calls.delete(effect.id)
      else if (effect.type === 'send') told.push(effect.event)
      else if (effect.name === 'recordVerdict') verdicts.push(effect.params as object)
    }
    const sorted = running.toSorted((a, b) => a.due - b.due || (a.id < b.id ? -1 : 1))
    return { at, chart: snapshot as AnyMachineSnapshot, timers: sorted, jobs: [...calls], told, verdicts }
  }
  return {
    first: (): AgentMoment => after({ at: input.startedAt, timers: [], jobs: [] }, stepper.init(input)),
    next({ chart, timers, jobs }: AgentMoment, event: AgentEvent): AgentMoment {
      const left = timers.filter(({ type }) => type !== event.type)
      const still = jobs.filter((id) => id !== event.actorId)
      const { at } = event
      // As after a crash.
      const loaded = stepper.load(stepper.dump(chart as never, true), undefined)
      return after({ at, timers: left, jobs: still }, stepper.step(loaded, event))
    },
  }
}

/** The shortest path to every moment, and on by everything that can happen there. */
export function walksOf(input: AgentInput): AgentEvent[][] {
  const model = agentModel(input)
  const logic = {
    getInitialSnapshot: () => ({ ...inert, ...model.first() }),
    transition: (moment: AgentMoment, event: AgentEvent) => ({ ...inert, ...model.next(moment, event) }),
    getPersistedSnapshot: (moment: AgentMoment) => moment,
  }
  const map = getAdjacencyMap(logic as never, {
    events: nextEvents as never,
    serializeState: keyOf as never,
  }) as unknown as Record<string, AdjacencyValue<AgentMoment, AgentEvent>>
  const reachedBy = new Map<string, { from: string; event: AgentEvent }>()
  const [start = ''] = Object.keys(map)
  const edges = Object.entries(map).flatMap(([from, { transitions }]) =>
    Object.values(transitions).map(({ event, state }) => ({
      from,
      to: keyOf(state),
      event,
    })),
  )
  for (const { from, to, event } of edges) if (to !== start && !reachedBy.has(to)) reachedBy.set(to, { from, event })
  const ways = new Set(edges.map(({ from }) => reachedBy.get(from)?.event))
  // None is the beginning of another one.
  const ends = edges.filter(({ event, to }) => reachedBy.get(to)?.event !== event || !ways.has(event))
  return ends.map(({ from, event }) => {
    const steps = [event]
    for (let edge = reachedBy.get(from); edge; edge = reachedBy.get(edge.from)) steps.unshift(edge.event)
    return steps
  })
}

const inert = { status: 'active', output: undefined, error: undefined }
