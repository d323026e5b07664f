import { expect, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import { makeStepper } from '../../src/room/step.ts'
import { groupMigrations } from '../../machines/group/migrations.ts'
import { inputWith } from '../fakes/group-life.ts'

const stepper = makeStepper(groupMachine, inputWith())
const activity = { ts: [1_000], by: [0], speakers: ['ann'], messages: 1, unique: 1 }
const ref = { id: 'm1', ts: 1_000, kind: 'person', sender: 'ann', mentioned: false, tokens: 10 }
const stats = { replies: { reaction: 0, short: 1, normal: 0, long: 0 }, skipsInARow: 0, repeats: 0 }

/** As version 4 stored a group: a list of fields, and messages with the names of then. */
const older = {
  status: 'active',
  children: {},
  historyValue: {},
  value: {
    vitality: 'COOLING',
    control: 'free',
    intake: 'buffering',
    turn: { dispatching: 'deciding' },
    memory: 'resting',
    work: 'idle',
  },
  context: {
    seed: 7,
    activity,
    buffer: [{ ...ref, elsewhere: true }],
    bufferSince: 1_000,
    bufferLast: 1_000,
    pending: [{ ...ref, goesOn: true }],
    flushes: 1,
    ledger: { sends: [500], calls: [[400, 90]], held: { at: 900, tokens: 700 }, heldForNote: { at: 950, tokens: 80 } },
    turns: 2,
    turn: {
      n: 2,
      startedAt: 900,
      batch: [{ ...ref, elsewhere: true, question: true }],
      flushes: 1,
      moved: 0,
      tries: 0,
    },
    lastEndAt: 600,
    lastSpokeAt: 500,
    botTurns: 1,
    ownTurns: 2,
    pairTurns: [['rex', 2]],
    callers: [{ sender: 'ann', since: 300, mentions: 1 }],
    backOff: { skips: 3, since: 800 },
    answered: { sender: 'ann', at: 500 },
    memory: { heard: 4, idle: 0 },
    control: { policy: 'open', hushed: true },
    stats,
  },
}

const current = {
  ...older,
  value: { ...older.value, work: 'idle', commands: 'idle', withdrawal: 'idle' },
  context: {
    queue: {
      buffer: [{ ...ref, addressedToOther: true }],
      bufferSince: 1_000,
      bufferLast: 1_000,
      pending: [{ ...ref, continuesOtherExchange: true }],
      flushes: 1,
    },
    budget: {
      sends: [500],
      calls: [[400, 90]],
      reserved: { at: 900, tokens: 700 },
      reservedForNote: { at: 950, tokens: 80 },
    },
    room: {
      activity,
      botMessages: 1,
      ownReplies: 2,
      pairReplies: [['rex', 2]],
      askers: [{ sender: 'ann', since: 300, mentions: 1 }],
      answered: { sender: 'ann', at: 500 },
      note: { heard: 4, idle: 0 },
    },
    turn: { ...older.context.turn, batch: [{ ...ref, question: true, addressedToOther: true }] },
    self: {
      seed: 7,
      turns: 2,
      lastEndAt: 600,
      lastSpokeAt: 500,
      skipBackoff: { skips: 3, since: 800 },
      policy: 'open',
      hushed: true,
      stats,
    },
  },
}

test('what version 4 stored as a list of fields is kept in parts', () => {
  expect(groupMigrations['4']?.(structuredClone(older))).toEqual(current)
})

test.each([
  ['free', { muted: true }, 'muted'],
  ['paused', { muted: true }, 'muted'],
  ['paused', {}, 'free'],
])('a group that was %s with %o is %s: a pause is told anew at every load', (state, control, now) => {
  const before = { ...older, value: { ...older.value, control: state }, context: { ...older.context, control } }
  expect(groupMigrations['4']?.(before)).toMatchObject({ value: { control: now } })
})

test.each(['1', '2', '3'])('a group that was stored by version %s goes on where it was', (version) => {
  const { control: _, memory: __, ...value } = older.value
  const { backOff, control: ___, memory: ____, ownTurns, pairTurns, callers, ...kept } = older.context
  const brakes = version === '1' ? {} : { ownTurns, pairTurns, callers, patience: backOff }
  const before = version === '3' ? { ...value, control: 'free' } : value
  const control = version === '3' ? { control: {} } : {}
  const { self, room, ...parts } = current.context
  const { policy: _____, hushed: ______, ...own } = self
  const fresh = version === '1' && { ownReplies: 0, pairReplies: [], askers: [] }
  const skipBackoff = version === '1' ? { skips: 0, since: 0 } : backOff
  const migrated = groupMigrations[version]?.({ ...older, value: before, context: { ...kept, ...brakes, ...control } })
  expect(migrated).toEqual({
    ...current,
    context: {
      ...parts,
      room: { ...room, ...fresh, note: { heard: 0, idle: 0 } },
      self: { ...own, skipBackoff },
    },
  })
  expect(stepper.load(JSON.stringify(migrated), inputWith()).value).toEqual(current.value)
})

test('there is a way to the current version from every older one', () => {
  const last = Number(groupMachine.version)
  const all = Array.from({ length: last - 1 }, (_, i) => String(i + 1))
  expect(Object.keys(groupMigrations)).toEqual(all)
})
