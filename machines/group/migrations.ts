// Snapshots of older versions of the group chart, brought up to the current one.
import type { GroupPolicy } from './settings.ts'
import type { GroupContext, Ledger, NoteWatch, OwnState, RoomTalk, Turn } from './context.ts'
import type { MessageRef } from './types.ts'
import { freshWatch } from '../rules/note.ts'
import { freshSkipBackoff } from '../rules/skip-backoff.ts'
import { currentRef, type OldRef } from './events.ts'

/** By the version that a snapshot was stored with. */
export const groupMigrations: Record<string, (persisted: unknown) => unknown> = {
  // 2: brakes by pair and room, callers, and the wait that grows.
  '1': (persisted) => {
    const { context, ...rest } = persisted as Persisted
    const added = { ownTurns: 0, pairTurns: [], callers: [], backOff: freshSkipBackoff }
    return withControl({ ...rest, context: { ...added, ...context } })
  },
  // 3: what an operator allows.
  '2': (persisted) => withControl(withBackOff(persisted as Persisted)),
  // 4: waiting talk is deferred until it is worth a judgement; the note of the group.
  '3': (persisted) => withMemory(withBackOff(persisted as Persisted)),
  // 5: the context in parts; a mute is a state, a pause is input.
  '4': (persisted) => inParts(persisted as Persisted),
  // 6: tools at work.
  '5': (persisted) => withWork(persisted as { value?: object }),
  // 7: commands of operators.
  '6': (persisted) => withCommands(persisted as { value?: object }),
  // 8: requests that are withdrawn.
  '7': (persisted) => withWithdrawal(persisted as { value?: object }),
}

/** Up to version 4: a list of fields. */
interface OldContext {
  seed: number
  activity: RoomTalk['activity']
  buffer: OldRef[]
  bufferSince: number
  bufferLast: number
  pending: OldRef[]
  flushes: number
  ledger: Omit<Ledger, 'reserved' | 'reservedForNote'> & {
    held?: NonNullable<Ledger['reserved']>
    heldForNote?: NonNullable<Ledger['reserved']>
  }
  turns: number
  turn?: Omit<Turn, 'batch'> & { batch: OldRef[] }
  lastEndAt?: number
  lastSpokeAt?: number
  botTurns: number
  ownTurns: number
  pairTurns: RoomTalk['pairReplies']
  callers: RoomTalk['askers']
  backOff: OwnState['skipBackoff']
  patience?: OwnState['skipBackoff']
  answered?: NonNullable<RoomTalk['answered']>
  memory: NoteWatch
  control: { muted?: true; policy?: GroupPolicy; hushed?: true }
  stats: OwnState['stats']
}

interface Persisted {
  value?: object
  context: Partial<OldContext>
}

const withControl = ({ value, context, ...rest }: Persisted) =>
  withMemory({
    ...rest,
    value: { control: 'free', ...value },
    context: { control: {}, ...context },
  })

const withMemory = ({ value, context, ...rest }: Persisted) =>
  inParts({
    ...rest,
    value: { ...value, memory: 'resting' },
    context: { memory: freshWatch, ...context },
  })

function withBackOff({ value, context, ...rest }: Persisted): Persisted {
  const { patience: backOff = freshSkipBackoff, ...kept } = context
  const turn = value && 'turn' in value ? value.turn : undefined
  // Its timer is of the old chart: when it fires, or with the next message, the wait is found again from there.
  return { ...rest, value: { ...value, ...(turn === 'waiting' && { turn: 'idle' }) }, context: { ...kept, backOff } }
}

/** Timers of delays that have another name now fire as unknown events, and every state that waits looks at the time then. */
function inParts({ value, context, ...rest }: Persisted): object {
  const { control, seed, turns, lastEndAt, lastSpokeAt, backOff, stats, answered, turn } = context as OldContext
  const { activity, botTurns, ownTurns, pairTurns, callers, memory } = context as OldContext
  const { buffer, bufferSince, bufferLast, pending, flushes, ledger } = context as OldContext
  const { held, heldForNote, ...spent } = ledger
  const parts: Omit<GroupContext, 'input'> = {
    queue: { buffer: refsOf(buffer), bufferSince, bufferLast, pending: refsOf(pending), flushes },
    budget: { ...spent, ...(held && { reserved: held }), ...(heldForNote && { reservedForNote: heldForNote }) },
    room: {
      activity,
      botMessages: botTurns,
      ownReplies: ownTurns,
      pairReplies: pairTurns,
      askers: callers,
      ...(answered && { answered }),
      note: memory,
    },
    ...(turn && { turn: { ...turn, batch: refsOf(turn.batch) } }),
    self: {
      seed,
      turns,
      ...(lastEndAt !== undefined && { lastEndAt }),
      ...(lastSpokeAt !== undefined && { lastSpokeAt }),
      skipBackoff: backOff,
      ...(control.policy && { policy: control.policy }),
      ...(control.hushed && { hushed: true }),
      stats,
    },
  }
  return withWork({ ...rest, value: { ...value, control: control.muted ? 'muted' : 'free' }, context: parts })
}

const withWork = <P extends { value?: object }>(persisted: P) =>
  withCommands({ ...persisted, value: { ...persisted.value, work: 'idle' } })

const withCommands = <P extends { value?: object }>(persisted: P) =>
  withWithdrawal({ ...persisted, value: { ...persisted.value, commands: 'idle' } })

const withWithdrawal = <P extends { value?: object }>(persisted: P) => ({
  ...persisted,
  value: { ...persisted.value, withdrawal: 'idle' },
})

const refsOf = (refs: readonly OldRef[]): MessageRef[] => refs.map(currentRef)
