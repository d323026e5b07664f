// What stands on one side of a move, counted and hashed: both sides are read for themselves and must come to the same.
import { createHash, type Hash } from 'node:crypto'
import type { Verdict } from '../../../machines/group/types.ts'
import { isOfBot } from '../../room/key.ts'
import { isWholeRecord } from '../../store/tape-rows.ts'
import { verdictsIn } from '../../store/tape-codec.ts'
import { wordsInFull } from '../../store/words.ts'
import type { MovedEntry, MovedRoom } from './moved-room.ts'

export const kinds = [
  'rooms',
  'snapshots',
  'timers',
  'jobs',
  'waiting events',
  'inbox ids',
  'lines',
  'steps on the tape',
  'verdicts',
  'notes and replies',
  'minutes in the books',
  'messages in the books',
  'tokens in the books',
  'other rows',
] as const
export type Kind = (typeof kinds)[number]

export interface Tally {
  count: number
  hash: string
}
export type Tallies = Readonly<Record<Kind, Tally>>

export type KeyedVerdict = readonly [key: string, verdict: Verdict]

export interface Spending {
  usage: readonly Record<string, unknown>[]
  persons: readonly Record<string, unknown>[]
  /** Rows of tables that no room has. */
  others: readonly unknown[]
}

/** Postgres has no text with NUL in it, and none with half a sign: such a text is the same with what stands for it. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value

export function makeTally() {
  const sums = new Map<Kind, { count: number; hash: Hash }>(
    kinds.map((kind) => [kind, { count: 0, hash: createHash('sha256') }]),
  )
  function add(kind: Kind, value: unknown, count = 1): void {
    const sum = sums.get(kind)
    if (!sum) return
    sum.count += count
    sum.hash.update(`${JSON.stringify(value, storable)}\n`)
  }
  return {
    /** Of both sides in the same order. */
    room({ key, charts, jobs, held, seen, lines, entries, rest }: MovedRoom, verdicts: readonly KeyedVerdict[]): void {
      add('rooms', key)
      for (const { timers, key: chart, version, body, seq, at } of charts) {
        add('snapshots', [chart, version, body, seq, at])
        for (const { id, gen, due, event = null } of timers) add('timers', [chart, id, gen, due, event])
      }
      for (const job of sorted(jobs.map(({ key: chart, id, gen, src, input }) => [chart, id, gen, src, input ?? null])))
        add('jobs', job)
      for (const { key: chart, event } of held) add('waiting events', [chart, event])
      for (const each of sorted(seen)) add('inbox ids', [key, each])
      for (const { id, ts, sender, name, bot, text, replyTo = null, parts = null, refused = false } of lines)
        add('lines', [key, id, ts, sender, name, bot, text, replyTo, parts, refused])
      for (const { key: chart, seq, at, kind, body, led } of entries)
        add('steps on the tape', [chart, seq, at, kind, body, led])
      for (const verdict of verdicts) add('verdicts', told(verdict))
      for (const [table, rows] of Object.entries(rest))
        for (const row of sorted(rows.map(plain))) add('notes and replies', [table, row])
    },
    spending({ usage, persons, others }: Spending): void {
      for (const row of sorted(usage.map(plain))) add('minutes in the books', row)
      for (const row of sorted(persons.map(plain))) add('minutes in the books', row)
      for (const { bot, messages, tokens } of usage) {
        add('messages in the books', [bot, Number(messages)], Number(messages))
        add('tokens in the books', [bot, Number(tokens)], Number(tokens))
      }
      for (const row of sorted(others)) add('other rows', row)
    },
    result: (): Tallies =>
      Object.fromEntries(
        Array.from(sums, ([kind, { count, hash }]) => [kind, { count, hash: hash.digest('hex').slice(0, 16) }]),
      ) as Record<Kind, Tally>,
  }
}

/** Verdicts as the tape tells them. */
export const verdictsOnTape = (entries: readonly MovedEntry[]): KeyedVerdict[] =>
  entries
    .filter(({ key, led }) => led !== null && !isWholeRecord(led) && isOfBot(key))
    .flatMap(({ key, at, led }) => verdictsIn(led ?? '', at, wordsInFull).map((verdict) => [key, verdict] as const))

export const differences = (a: Tallies, b: Tallies): Kind[] =>
  kinds.filter((kind) => a[kind].count !== b[kind].count || a[kind].hash !== b[kind].hash)

/** Without what the tape does not keep. */
const told = ([key, verdict]: KeyedVerdict): unknown => {
  const { turn, at, gate, outcome, why, messages, tokens, numbers, reason, tried } = verdict
  const values = Object.entries(numbers ?? {}).filter(([, value]) => value !== undefined)
  return [key, turn, at, gate, outcome, why, messages, tokens ?? null, values, reason ?? null, tried ?? null]
}

/** Columns in the order of their names, numbers as numbers. */
const plain = (row: Record<string, unknown>): unknown => Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))

const sorted = <T>(all: readonly T[]): T[] =>
  all
    .map((each) => [JSON.stringify(each), each] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, each]) => each)
