// The group chart as a model to walk: its timers and jobs become events, its time moves with them.
import { type ActorLogic, type ActorSystem, type AnyMachineSnapshot, initialTransition, transition } from 'xstate'
import { groupMachine } from '../../machines/group.ts'
import type { GroupInput } from '../../machines/group.settings.ts'
import type { GroupContext, MessageRef } from '../../machines/group.types.ts'
import { backOffEnd } from '../../machines/rules/back-off.ts'
import { keepsNote } from '../../machines/rules/note.ts'
import { isPressing } from '../../machines/rules/requests.ts'
import { no, yes } from '../fakes/group-life.ts'
import { watchedMachine } from './watched-machine.ts'

/** A moment of a group's life: the chart, and what may still happen to it. */
export interface Moment {
  status: 'active'
  output: undefined
  error: undefined
  at: number
  chart: AnyMachineSnapshot
  /** In the order that the host fires them: by due time, then by the step that started them, then by id. */
  timers: { id: string; type: string; due: number; gen: number }[]
  /** Steps so far. */
  gen: number
  job: string | undefined
  /** Names of the transitions that the last event took. */
  took: readonly string[]
}

export interface PathEvent {
  type: string
  at: number
  message?: MessageRef
  policy?: string
  until?: number
  actorId?: string
  output?: unknown
  error?: unknown
}

export type Talker = keyof typeof says | keyof typeof does

export type GroupLogic = ActorLogic<Moment, PathEvent, undefined, ActorSystem<never>>

/** The chart under `input` as logic that `xstate/graph` can walk. */
export function groupModel(input: GroupInput): GroupLogic {
  let took: string[] = []
  const machine = watchedMachine(groupMachine, (name) => void took.push(name))
  return {
    getInitialSnapshot: () => {
      const [chart, actions] = initialTransition(machine, input)
      return after({ ...nothing, at: 0, chart, timers: [], gen: 0, job: undefined, took: [] }, actions as Action[])
    },
    transition: (moment, event) => {
      took = []
      const [chart, actions] = transition(machine, moment.chart as never, event as never)
      const timers = moment.timers.filter(({ type }) => type !== event.type)
      return after({ ...moment, at: event.at, chart, timers, took }, actions as Action[])
    },
    getPersistedSnapshot: (moment) => moment,
  }
}

/** Everything that can happen next while `talkers` talk. A timer that is overdue fires before anything else. */
export function nextEvents({ at, timers, job }: Moment, talkers: readonly Talker[]): PathEvent[] {
  const [first, second] = timers
  const fired = first ? [{ type: first.type, at: Math.max(at, first.due) }] : []
  if (first && first.due <= at) return fired
  const soon = at + 1
  const isFree = !first || soon < first.due
  // A message may come at the very moment a timer is due, before it fires.
  const isLate = first !== undefined && (!second || second.due > first.due)
  return [
    ...fired,
    ...(isFree ? messagesAt(soon, talkers) : []),
    ...(isFree && job !== undefined ? answersOf(job, soon) : []),
    ...(isLate ? messagesAt(first.due, talkers) : []),
  ]
}

/** What tells one moment from another: state, the order of timers, and counters against their thresholds. */
export function keyOf({ chart, timers, at }: Moment): string {
  const { buffer, pending, turn, ledger, botTurns, ownTurns, pairTurns, backOff, activity, control, memory, input } =
    chart.context as GroupContext
  const { limits, loop, delay, dispatch, decision } = input.settings
  const waiting = [...buffer, ...pending]
  const inWindow = ledger.sends.filter((ts) => ts > at - limits.shortWindow.durationMs).length
  return JSON.stringify([
    chart.value,
    // Where no note is kept, what was heard leads to nothing.
    keepsNote(input) && [
      Math.min(memory.heard, 2 * input.settings.memory.renewAfter),
      memory.outdated,
      memory.idle > 0,
    ],
    control.muted,
    input.paused,
    control.policy,
    timers.map(({ type, due }) => [type, due <= at]),
    Math.min(waiting.length, dispatch.maxPending),
    buffer.length > 0,
    waiting.some(isPressing),
    control.hushed,
    turn && [
      turn.restart,
      turn.answered,
      turn.continued,
      turn.moved > delay.maxMoved,
      turn.draft !== undefined,
      turn.tries > 1,
    ],
    turn?.batch && [turn.heldAt !== undefined, Math.min(turn.signed?.length ?? 0, 2)],
    (turn?.floor?.until ?? 0) > at,
    turn?.batch.map(({ kind }) => kind === 'peer').every(Boolean),
    turn?.batch.some(isPressing),
    Math.min(inWindow, limits.shortWindow.maxMessages),
    botTurns > loop.maxBotTurns,
    botTurns + ownTurns > loop.maxRoomTurns,
    pairTurns.some(([, replies]) => replies >= loop.maxPairTurns),
    at < backOffEnd(backOff, dispatch),
    Math.min(backOff.skips, 2),
    turn?.batch.every(({ elsewhere }) => elsewhere),
    turn?.batch.every(({ relevance = 1 }) => relevance === 0),
    waiting.some(({ relevance = 0 }) => relevance >= decision.strongRelevance),
    Math.min(activity.messages, 3),
    Math.min(activity.unique, 2),
  ])
}

const says = {
  person: { kind: 'person', sender: 'ann' },
  'a person who mentions the bot': { kind: 'person', sender: 'bo', mentioned: true },
  peer: { kind: 'peer', sender: 'max' },
  'the bot itself': { kind: 'self', sender: 'iris' },
  'a person who speaks to another': { kind: 'person', sender: 'cleo', elsewhere: true },
  'a person with nothing to say': { kind: 'person', sender: 'dan', relevance: 0 },
  'a person with an urgent matter': { kind: 'person', sender: 'eve', relevance: 1 },
  'a person with a question': { kind: 'person', sender: 'fay', relevance: 0.5 },
  'a person who goes on with the bot': { kind: 'person', sender: 'gil', asked: 'followUp' },
  'a person who asks the bot for quiet': { kind: 'person', sender: 'hal', asked: 'alone', wish: 'quiet' },
  'a person who asks it to speak again': { kind: 'person', sender: 'ida', asked: 'alone', wish: 'free' },
} as const

/** Longer than the pause. */
const floorMs = 13

const does = {
  'an operator who mutes': { type: 'operator.mute' },
  'an operator who unmutes': { type: 'operator.unmute' },
  'an operator who pauses': { type: 'operator.pause' },
  'an operator who resumes': { type: 'operator.resume' },
  'an operator who drops the reply': { type: 'operator.drop' },
  'an operator who sets the policy': { type: 'operator.policy', policy: 'open' },
  'a bot that begins to post': { type: 'floor.taken', by: 'rex' },
  'a person who takes words back': { type: 'note.outdated' },
  'a bot that cannot post': { type: 'floor.freed', by: 'rex' },
} as const

interface Action {
  type: string
  params: { id?: string; sendId?: string; delay?: number; event?: { type: string } } | undefined
}

const nothing = { status: 'active', output: undefined, error: undefined } as const

function after(moment: Moment, actions: Action[]): Moment {
  let { timers, job } = moment
  const gen = moment.gen + 1
  for (const { type, params } of actions) {
    if (type === 'xstate.raise') {
      const id = params?.id ?? ''
      const timer = { id, type: params?.event?.type ?? '', due: moment.at + (params?.delay ?? 0), gen }
      timers = [...timers.filter((each) => each.id !== id), timer]
    } else if (type === 'xstate.cancel') timers = timers.filter(({ id }) => id !== params?.sendId)
    else if (type === 'xstate.spawnChild') job = params?.id
    else if (type === 'xstate.stopChild') job = undefined
  }
  return { ...moment, gen, job, timers: timers.toSorted(asFired) }
}

const asFired = (a: Moment['timers'][number], b: Moment['timers'][number]): number =>
  a.due - b.due || a.gen - b.gen || (a.id < b.id ? -1 : 1)

const messagesAt = (at: number, talkers: readonly Talker[]): PathEvent[] =>
  talkers.map((talker) =>
    talker in does
      ? doneBy(talker as keyof typeof does, at)
      : { type: 'message.received', at, message: saidBy(talker as keyof typeof says, at) },
  )

const doneBy = (talker: keyof typeof does, at: number): PathEvent => ({
  ...does[talker],
  at,
  ...(talker === 'a bot that begins to post' && { until: at + floorMs }),
})

const saidBy = (talker: keyof typeof says, at: number): MessageRef => ({
  id: `m${at}`,
  ts: at,
  mentioned: false,
  tokens: 10,
  ...says[talker],
})

const written = { text: 'One. Two.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 613 }

const noted = { text: 'Ben brings the cake', changed: true, upto: 1, generation: 0, tokens: 50 }

const outputs: Record<string, object[]> = {
  decide: [yes, no, { ...yes, relevance: 0.1 }, { ...yes, to: 'other' }, { ...yes, tokens: 100_000 }],
  rejudge: [
    { ...yes, verdict: 'send' },
    { ...yes, verdict: 'shorten' },
    { ...yes, verdict: 'drop' },
  ],
  compose: [written, { ...written, text: '', silent: true }, { ...written, text: ' ' }, { ...written, similarity: 1 }],
  deliver: [{ id: 'sent' }],
  renewNote: [noted, { ...noted, changed: false }],
  sign: [{}],
}

const failures: Record<string, string[]> = {
  decide: ['refused', 'interrupted', 'unparsable'],
  rejudge: ['refused', 'interrupted'],
  compose: ['refused', 'interrupted'],
  deliver: ['ceiling', 'permanent', 'unavailable'],
  renewNote: ['refused', 'interrupted'],
  sign: ['unavailable'],
}

function answersOf(id: string, at: number): PathEvent[] {
  const done = outputs[id] ?? []
  const failed = failures[id] ?? []
  return [
    ...done.map((output) => ({ type: `xstate.done.actor.${id}`, actorId: id, output, at })),
    ...failed.map((kind) => ({ type: `xstate.error.actor.${id}`, actorId: id, error: { kind, message: 'x' }, at })),
  ]
}
