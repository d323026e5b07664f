// The group chart as a model to walk: its timers and jobs become events, its time moves with them.
import { type ActorLogic, type ActorSystem, type AnyMachineSnapshot, createActor, initialTransition } from 'xstate'
import { groupMachine } from '../../machines/group/group.ts'
import type { GroupInput } from '../../machines/group/settings.ts'
import type { GroupContext } from '../../machines/group/context.ts'
import type { Verdict } from '../../machines/group/types.ts'
import { skipBackoffEnd } from '../../machines/rules/skip-backoff.ts'
import { offeredTools } from '../../machines/group/run-rights.ts'
import { keepsNote } from '../../machines/rules/note.ts'
import { isPressing } from '../../machines/rules/requests.ts'
import { answersOf } from './answers.ts'
import type { JobInput, Sight } from './invariants/story.ts'
import { messagesAt, type Company } from './talkers.ts'
import type { PathEvent } from './path-event.ts'
import { watchedMachine } from './watched-machine.ts'

/** A moment of a group's life: the chart, and what may still happen to it. */
export interface Moment {
  status: 'active'
  output: undefined
  error: undefined
  at: number
  chart: AnyMachineSnapshot
  /** In the order that the host fires them: by due time, then as they were started. */
  timers: { id: string; type: string; due: number; gen: number }[]
  /** Steps so far. */
  gen: number
  /** Ids of the calls under way. */
  jobs: readonly string[]
  /** The reply under way may call tools. */
  isOffered: boolean
  /** Names of the transitions that the last event took. */
  took: readonly string[]
  /** What can be seen of the last step from outside. */
  sights: readonly Sight[]
}

export type GroupLogic = ActorLogic<Moment, PathEvent, undefined, ActorSystem<never>>

/** The chart under `input` as logic that `xstate/graph` can walk. */
export function groupModel(input: GroupInput): GroupLogic {
  let took: string[] = []
  let actions: Action[] = []
  const machine = watchedMachine(groupMachine, (name) => void took.push(name))
  // One for all steps: `transition` of xstate makes an actor, with a first snapshot, for each of them.
  const self = createActor(machine, { input })
  const nothingElse = { id: '', sessionId: '', logger() {}, defer() {}, stopChild() {}, emit() {} }
  const scope = {
    ...nothingElse,
    self,
    system: self.system,
    actionExecutor: (action: Action) => void actions.push(action),
  }
  return {
    getInitialSnapshot: () => {
      const [chart, first] = initialTransition(machine, input)
      const moment = { ...nothing, at: 0, chart, timers: [], gen: 0, jobs: [], isOffered: false, took: [], sights: [] }
      return after(moment, first as Action[])
    },
    transition: (moment, event) => {
      took = []
      actions = []
      const chart = machine.transition(moment.chart as never, event as never, scope as never)
      const timers = moment.timers.filter(({ type }) => type !== event.type)
      const jobs = moment.jobs.filter((id) => id !== event.actorId)
      const sights: Sight[] = [{ kind: 'event', at: event.at, event }]
      return after({ ...moment, at: event.at, chart, timers, jobs, took, sights }, actions)
    },
    getPersistedSnapshot: (moment) => moment,
  }
}

/** Everything that can happen next in a talk. A timer that is overdue fires before anything else. */
export function nextEvents({ at, timers, jobs, isOffered, chart }: Moment, talk: Company): PathEvent[] {
  const context = chart.context as GroupContext
  const { limitsPersons = false, agent } = context.input
  const answering = { limitsPersons, hasTools: agent !== undefined, isOffered }
  const said = (ms: number): PathEvent[] => messagesAt(ms, talkersNow(context, talk))
  const [first, second] = timers
  const fired = first ? [{ type: first.type, at: Math.max(at, first.due) }] : []
  if (first && first.due <= at) return fired
  const soon = at + 1
  const isFree = !first || soon < first.due
  // A message may come at the very moment a timer is due, before it fires.
  const isLate = first !== undefined && (!second || second.due > first.due)
  return [
    ...fired,
    ...(isFree ? said(soon) : []),
    ...(isFree ? jobs.flatMap((id) => answersOf(id, soon, answering)) : []),
    ...(isLate ? said(first.due) : []),
  ]
}

/** Where there are tools: somebody asks, others talk while they are at work, and what follows is walked in other worlds. */
function talkersNow({ input, run, turn, queue, budget }: GroupContext, { talkers, meanwhile = [] }: Company) {
  if (!input.agent) return talkers
  if (run) return meanwhile
  const isBusy = turn !== undefined || queue.buffer.length + queue.pending.length > 0
  return isBusy || budget.runs?.some(({ tokens }) => tokens > 0) ? [] : talkers
}

/** What tells one moment from another: state, the order of timers, and counters against their thresholds. */
export function keyOf({ chart, timers, at, isOffered }: Moment): string {
  const { queue, budget, room, turn, run, self, input } = chart.context as GroupContext
  const { buffer, pending } = queue
  const { botMessages, ownReplies, pairReplies, activity, note } = room
  const { skipBackoff } = self
  const { limits, loop, delay, dispatch, decision, vitality } = input.settings
  const waiting = [...buffer, ...pending]
  const inWindow = budget.sends.filter((ts) => ts > at - limits.shortWindow.durationMs).length
  return JSON.stringify([
    chart.value,
    // Where no note is kept, what was heard leads to nothing.
    keepsNote(input) && [Math.min(note.heard, 2 * input.settings.memory.renewAfter), note.outdated, note.idle > 0],
    input.paused,
    self.policy,
    timers.map(({ type, due }) => [type, due <= at]),
    Math.min(waiting.length, dispatch.maxPending),
    buffer.length > 0,
    waiting.some(isPressing),
    self.hushed,
    turn && [
      turn.restart,
      turn.answered,
      turn.continued,
      turn.calledOff,
      turn.withdrawn !== undefined,
      turn.moved > delay.maxMoved,
      turn.draft !== undefined,
      turn.tries > 1,
    ],
    turn?.batch && [turn.heldAt !== undefined, Math.min(turn.signed?.length ?? 0, 2)],
    (turn?.floor?.until ?? 0) > at,
    turn?.batch.map(({ kind }) => kind === 'peer').every(Boolean),
    turn?.batch.some(isPressing),
    Math.min(inWindow, limits.shortWindow.maxMessages),
    botMessages > loop.maxBotTurns,
    botMessages + ownReplies > loop.maxRoomTurns,
    pairReplies.some(([, replies]) => replies >= loop.maxPairTurns),
    at < skipBackoffEnd(skipBackoff, dispatch),
    Math.min(skipBackoff.skips, 2),
    turn?.batch.every(({ addressedToOther }) => addressedToOther),
    turn?.batch.every(({ relevance = 1 }) => relevance === 0),
    waiting.some(({ relevance = 0 }) => relevance >= decision.strongRelevance),
    run && [
      run.detachedAt !== undefined,
      run.held,
      run.askers,
      run.end && [run.end.answer?.text, run.end.answer?.similarity],
    ],
    turn && [input.agent && turn.draft?.text, turn.report, isOffered],
    input.agent && mayOffer(chart.context as GroupContext, at),
    Math.min(activity.messages, vitality.activeMessages + 1),
    Math.min(activity.unique, vitality.coolingSpeakers + 1),
  ])
}

/** The windows of runs leave room for another one. */
const mayOffer = ({ turn: _, run: __, ...context }: GroupContext, at: number): boolean => {
  const ask = { id: 'x', ts: at, kind: 'person', sender: 'bo', mentioned: true, tokens: 10 } as const
  const turn = { n: 0, startedAt: at, batch: [ask], flushes: 1, moved: 0, answered: false, tries: 0 }
  return offeredTools({ ...context, turn }, at).length > 0
}

interface Action {
  type: string
  params:
    | {
        id?: string
        sendId?: string
        delay?: number
        event?: { type: string }
        input?: unknown
        to?: { id: string }
      }
    | undefined
}

const nothing = { status: 'active', output: undefined, error: undefined } as const

function after(moment: Moment, actions: Action[]): Moment {
  let { timers, isOffered } = moment
  const jobs = new Set(moment.jobs)
  const { at } = moment
  const gen = moment.gen + 1
  const sights = [...moment.sights]
  for (const { type, params } of actions) {
    if (type === 'xstate.raise') {
      const id = params?.id ?? ''
      const timer = { id, type: params?.event?.type ?? '', due: at + (params?.delay ?? 0), gen }
      timers = [...timers.filter((each) => each.id !== id), timer]
    } else if (type === 'xstate.cancel') timers = timers.filter(({ id }) => id !== params?.sendId)
    else if (type === 'xstate.spawnChild') {
      const id = params?.id ?? ''
      jobs.add(id)
      if (id === 'compose') isOffered = (params?.input as JobInput | undefined)?.tools !== undefined
      sights.push({ kind: 'started', at, id, input: params?.input as JobInput })
    } else if (type === 'xstate.stopChild') {
      const id = typeof params === 'string' ? params : (params?.id ?? '')
      jobs.delete(id)
      sights.push({ kind: 'stopped', at, id })
    } else if (type === 'xstate.sendTo') {
      sights.push({ kind: 'told', at, id: params?.to?.id ?? '', event: params?.event as PathEvent })
    } else if (type === 'recordVerdict') sights.push({ kind: 'verdict', at, verdict: params as unknown as Verdict })
  }
  return {
    ...moment,
    gen,
    jobs: [...jobs],
    isOffered,
    timers: timers.toSorted(asFired),
    sights: [...sights, { kind: 'rest', at }],
  }
}

const asFired = (a: Moment['timers'][number], b: Moment['timers'][number]): number => a.due - b.due || a.gen - b.gen
