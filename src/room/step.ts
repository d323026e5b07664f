// One pure step of a machine: snapshot and event in, snapshot and effects out. Nothing runs here.
import {
  type AnyActorRef,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type EventObject,
  fromCallback,
  type SnapshotFrom,
} from 'xstate'
import { withLeanAssigns } from './lean-assign.ts'
import { leanStepOf } from './lean-step.ts'
import { storedSnapshots } from './stored-snapshots.ts'

/** What a step wants done, as plain data. Delays are ms from the event's time. */
export type Effect =
  | { type: 'timer.start'; id: string; event: EventObject; delay: number }
  | { type: 'timer.cancel'; id: string }
  | { type: 'job.start'; id: string; src: string; input: unknown }
  | { type: 'job.stop'; id: string; src: string | undefined }
  /** To what it invokes by this id, or, without one, to what invokes it. */
  | { type: 'send'; id: string | undefined; src: string | undefined; event: EventObject }
  | { type: 'record'; name: string; params: unknown }

export interface Stepped<M extends AnyStateMachine> {
  snapshot: SnapshotFrom<M>
  effects: Effect[]
  /** Ids of the transitions taken, in order: empty unless the stepper knows their names. */
  took: string[]
}

/** Names for the transitions of one machine object: they are told apart by identity. */
export type TransitionNames = ReadonlyMap<AnyTransitionDefinition, string>

/** Whom a chart may send to. */
export interface Family {
  /** Another one invokes it. */
  isInvoked: boolean
  /** Whether what it invokes by this word is a chart. */
  isKind(src: string | undefined): boolean
}

export interface Stepper<M extends AnyStateMachine> {
  init(input: unknown): Stepped<M>
  step(snapshot: SnapshotFrom<M>, event: EventObject): Stepped<M>
  /** JSON without `context.input`, which the host gives anew at every load; `whole`: with it. */
  dump(snapshot: SnapshotFrom<M>, whole?: boolean): string
  /** Throws when the text is no snapshot of this machine. `input`, where there is one, is laid over the context. */
  load(json: string, input: unknown): SnapshotFrom<M>
}

interface Action {
  type: string
  params?: unknown
}

/** Job completions, as the machine expects them. */
export const jobDone = (id: string, output: unknown, at: number) => ({
  type: `xstate.done.actor.${id}`,
  output,
  actorId: id,
  at,
})
export const jobFailed = (id: string, error: unknown, at: number) => ({
  type: `xstate.error.actor.${id}`,
  error,
  actorId: id,
  at,
})

/**
 * A stepper for a machine. One inert actor scope is reused for every call: `transition()` of xstate builds a throwaway
 * actor each time, at four times the cost.
 */
export function makeStepper<M extends AnyStateMachine>(
  machine: M,
  anyInput: unknown,
  names?: TransitionNames,
  { isInvoked, isKind }: Family = alone,
): Stepper<M> {
  let actions: Action[] = []
  let took: string[] = []
  const parent = isInvoked ? createActor(invoker) : undefined
  const self = createActor(machine as AnyStateMachine, { input: anyInput, ...(parent && { parent }) })
  const noteTaken = (transition: AnyTransitionDefinition): void => {
    try {
      took.push(names?.get(transition) ?? unnamed)
    } catch {
      // The step then tells fewer transitions than it took.
    }
  }
  if (names) watch(self.system, noteTaken)
  const lean = withLeanAssigns(machine)
  /** The machine that a snapshot names is the one that takes its next step. */
  const led = <S>(snapshot: S): S => Object.assign(snapshot as S & { machine: M }, { machine: lean })
  const ignore = (): undefined => undefined
  const sent = ({ to, event, delay }: SendParams): Effect => {
    const { id, src } = to
    if (delay !== undefined) throw new Error(`no host sends ${event.type} later: send it on a transition after a delay`)
    if (to === parent) return { type: 'send', id: undefined, src: undefined, event }
    if (typeof src === 'string' && isKind(src)) return { type: 'send', id, src, event }
    throw new Error(`no host sends ${event.type} to ${id}: it is no chart that this one invokes`)
  }
  const scope = {
    self,
    system: self.system,
    id: machine.id,
    sessionId: machine.id,
    logger: ignore,
    defer: ignore,
    stopChild: ignore,
    emit: ignore,
    actionExecutor: (action: Action) => void actions.push(action),
  } as unknown as Parameters<M['transition']>[2]

  const take = leanStepOf(machine, scope, {
    action: (type, params) => void actions.push({ type, params }),
    took: names ? noteTaken : ignore,
  })

  const run = (next: () => unknown): Stepped<M> => {
    actions = []
    took = []
    const snapshot = next() as SnapshotFrom<M>
    const { status, error } = snapshot as { status: string; error: unknown }
    if (status === 'error') throw error
    return {
      snapshot,
      effects: actions.flatMap((action) => effectOf(action, sent)),
      took: took.filter((id) => id !== unnamed),
    }
  }

  return {
    init: (input) => run(() => led(machine.getInitialSnapshot(scope, input))),
    step: (snapshot, event) =>
      run(() =>
        take && canTake(snapshot, event) ? take(snapshot, event) : machine.transition(snapshot, event, scope),
      ),
    ...storedSnapshots(machine, scope, led),
  }
}

const canTake = ({ status }: { status: string }, { type }: EventObject): boolean =>
  status === 'active' && type !== 'xstate.stop'

type System = Pick<ReturnType<typeof createActor>['system'], 'inspect'>

/** The first microstep takes transitions that stand in no chart: they enter the initial states. */
const unnamed = ''

function watch(system: System, taken: (transition: AnyTransitionDefinition) => void): void {
  system.inspect((event) => {
    if (event.type !== '@xstate.microstep') return
    const { _transitions: transitions } = event
    transitions.forEach(taken)
  })
}

interface SendParams {
  to: AnyActorRef
  event: EventObject
  delay: number | undefined
}

const invoker = fromCallback(() => {})
const alone: Family = { isInvoked: false, isKind: () => false }

function effectOf(action: Action, sent: (params: SendParams) => Effect): Effect[] {
  const params = action.params as Record<string, unknown>
  switch (action.type) {
    case 'xstate.raise':
      return [
        {
          type: 'timer.start',
          id: params['id'] as string,
          event: params['event'] as EventObject,
          delay: (params['delay'] as number | undefined) ?? 0,
        },
      ]
    case 'xstate.cancel':
      return [{ type: 'timer.cancel', id: params['sendId'] as string }]
    case 'xstate.spawnChild':
      return [
        {
          type: 'job.start',
          id: params['id'] as string,
          src: params['src'] as string,
          input: params['input'],
        },
      ]
    case 'xstate.stopChild':
      return [{ type: 'job.stop', ...stoppedJob(action.params) }]
    case 'xstate.sendTo':
      return [sent(action.params as SendParams)]
    default:
      // What a host cannot do must not vanish.
      if (action.type.startsWith('xstate.')) throw new Error(`no host runs the action ${action.type}`)
      return [{ type: 'record', name: action.type, params: action.params }]
  }
}

// xstate stops a child by its reference or by its id.
function stoppedJob(params: unknown): { id: string; src: string | undefined } {
  if (typeof params === 'string') return { id: params, src: undefined }
  const { id, src } = (params ?? {}) as { id?: unknown; src?: unknown }
  return { id: String(id), src: typeof src === 'string' ? src : undefined }
}
