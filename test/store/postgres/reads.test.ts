// What is read of a cluster's memory is the same as from the store of one machine.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../machines/group/types.ts'
import { openActors } from '../../../src/store/actors.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { TalkRow } from '../../../src/store/kept-lines.ts'
import type { RoomRow } from '../../../src/store/postgres/rows.ts'
import { openTalk } from '../../../src/store/talk.ts'
import { type DeltaBase, openTape } from '../../../src/store/tape.ts'
import { tapeRow } from '../../../src/store/tape-rows.ts'
import { wordsInFull } from '../../../src/store/words.ts'
import { standing } from '../standing.ts'
import { firstPlace } from '../../../src/store/postgres/read-tape.ts'
import { isLeftOut, serverOfFile, worker } from './postgres-world.ts'
import { commitOf, upTo } from './room-rows.ts'

const world = serverOfFile()
const verdict = (turn: number, more: Partial<Verdict> = {}): Verdict => ({
  turn,
  at: turn * 1_000,
  gate: 'decide',
  outcome: 'speak',
  why: 'replied',
  messages: [`m${turn}`],
  ...more,
})

describe.skipIf(isLeftOut)('what a cluster remembers', () => {
  test('is the talk that one machine remembers', async () => {
    const people = fc.constantFrom('ann', 'bo', 'iris')
    const said = fc.record({ ts: fc.nat({ max: 20 }), sender: people, room: fc.constantFrom('web:a', 'web:b') })
    const postgres = worker(await world.database())
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 30 }), async (lines) => {
        run += 1
        using db = openDatabase(':memory:')
        const sqlite = openTalk(db)
        const rows = lines.map(({ room, ts, sender }, i): RoomRow => {
          const line: TalkRow = {
            id: `m${i % 25}`,
            ts,
            sender,
            name: sender,
            bot: sender === 'iris',
            text: `${i} 你好`,
          }
          sqlite.put(`${room} ${run}`, line)
          return { room: `${room} ${run}`, seq: i + 1, index: 0, kind: 'message', line }
        })
        await postgres.write(rows)
        for (const room of [`web:a ${run}`, `web:b ${run}`]) {
          // oxlint-disable-next-line no-await-in-loop -- two rooms
          const told = await Promise.all([
            postgres.history(room, undefined, 10),
            postgres.history(room, 'm3', 4),
            postgres.history(room, 'm0', 4),
            postgres.since(room, 7, 5),
            postgres.lines(room, ['m5', 'm1', 'm99']),
            postgres.authorOf(room, 'm2'),
            postgres.personsIn(room, 5).then(inOrder),
            postgres.botsIn(room),
          ])
          expect(told).toEqual([
            sqlite.history(room, undefined, 10),
            sqlite.history(room, 'm3', 4),
            sqlite.history(room, 'm0', 4),
            sqlite.since(room, 7, 5),
            sqlite.lines(room, ['m5', 'm1', 'm99']),
            sqlite.authorOf(room, 'm2'),
            inOrder(sqlite.personsIn(room, 5)),
            sqlite.botsIn(room),
          ])
        }
      }),
      { numRuns: 20 },
    )
  })

  test('is the tape of charts that one machine remembers, also from the middle', async () => {
    const { write, tape, events } = worker(await world.database())
    using db = openDatabase(':memory:')
    const [sqlite, actors] = [openTape(db), openActors(db)]
    const key = 'iris web:a'
    const actor = actors.insert(key, '1', '{}', 0, 0)
    const rows: RoomRow[] = []
    let [inSqlite, inPostgres]: (DeltaBase | undefined)[] = []
    for (const step of upTo(150)) {
      const event = { type: step % 3 === 0 ? 'xstate.after.1.group' : 'message.received', at: step, actorId: 'x' }
      const led = {
        took: [`group.turn.${step % 4}`],
        verdicts: step % 5 === 0 ? [verdict(step, { tokens: 3, numbers: { chance: 2 } })] : [],
        standing: { ...standing, waiting: step % 7, active: [`group.turn.${step % 2}`, 'group.vitality.ACTIVE'] },
      }
      const one = sqlite.row(event, step, led, inSqlite)
      const other = tapeRow(wordsInFull, event, step, led, inPostgres)
      ;[inSqlite, inPostgres] = [one.deltaBase, other.deltaBase]
      actors.append(actor, step, step, 'event', one.body, one.led)
      const { body, led: packed } = other
      rows.push({
        room: 'web:a',
        seq: step,
        index: 0,
        kind: 'entry',
        key,
        step,
        at: step,
        type: 'event',
        body,
        led: packed,
      })
    }
    await write(rows)
    for (const [before, most] of [
      [151, 150],
      [151, 3],
      [100, 10],
      [5, 50],
      [1, 5],
    ] as const)
      // prettier-ignore
      // oxlint-disable-next-line no-await-in-loop -- a few looks
      expect(await tape(key, before, most)).toEqual(sqlite.read(key, before, most))
    expect(await tape(key, 151, 150)).toHaveLength(150)
    expect(await events(key, 50, 9)).toEqual(sqlite.events(key, 50, 9))
  })

  test('is told on from a cursor: verdicts of a room or a bot, and all that rooms left', async () => {
    const { write, verdictsOfRoom, verdictsOfBot, after, namesAfter, newestCursor } = worker(await world.database())
    const all: Verdict[] = [verdict(1, { askers: ['ann'] }), verdict(2, { reason: 'why not', tokens: 4 }), verdict(3)]
    const rows = all.map((each, i): RoomRow => {
      return {
        room: `web:${i % 2}`,
        seq: i + 1,
        index: 7,
        kind: 'verdict',
        key: 'iris web',
        bot: 'iris',
        verdict: each,
      }
    })
    await write(rows)
    const ofRoom = await verdictsOfRoom('web:0', firstPlace, 9)
    expect(ofRoom.map((row) => row.verdict)).toEqual([all[0], all[2]])
    expect((await verdictsOfRoom('web:0', ofRoom[0]?.place ?? [0, 0], 9)).map((row) => row.verdict)).toEqual([all[2]])
    const first = await verdictsOfBot('iris', firstPlace, 2)
    const rest = await verdictsOfBot('iris', first[1]?.place ?? [0, 0], 2)
    expect([...first, ...rest].map(({ verdict: told, room }) => [told, room])).toEqual([
      [all[0], 'web:0'],
      [all[1], 'web:1'],
      [all[2], 'web:0'],
    ])
    const one = await after(0, 2)
    const two = await after(one.cursor, 9)
    expect([...one.commits, ...two.commits].map(({ room, seq, verdicts }) => [room, seq, verdicts.length])).toEqual([
      ['web:0', 1, 1],
      ['web:1', 2, 1],
      ['web:0', 3, 1],
    ])
    const names = await namesAfter(one.cursor, 9)
    expect(names).toEqual({ cursor: two.cursor, commits: [{ room: 'web:0', seq: 3, at: expect.any(Number) }] })
    expect(await namesAfter(names.cursor, 9)).toEqual({ cursor: two.cursor, commits: [] })
    expect(await after(await newestCursor(), 9)).toEqual({ cursor: two.cursor, commits: [] })
  })

  test('is missed by no reader who follows while several workers write', async () => {
    const url = await world.database()
    const rooms = ['web:a', 'web:b', 'web:c', 'web:d']
    const writing = Promise.all(
      rooms.map(async (room) => {
        const { write } = worker(url)
        // oxlint-disable-next-line no-await-in-loop -- one commit after the other, as a room hands them over
        for (const seq of upTo(60)) await write(commitOf(room, seq))
      }),
    )
    let isOver = false
    const over = writing.then(() => (isOver = true))
    const { after } = worker(url)
    const seen: string[] = []
    for (let cursor = 0, isLast = false; !isLast;) {
      isLast = isOver
      // oxlint-disable-next-line no-await-in-loop -- from cursor to cursor
      const read = await after(cursor, 7)
      if (read.commits.length > 0) isLast = false
      cursor = read.cursor
      for (const { room, seq, lines, entries, verdicts } of read.commits)
        seen.push(`${room} ${seq} ${lines.length} ${entries.length} ${verdicts.length}`)
    }
    await over
    const told = rooms.flatMap((room) => upTo(60).map((seq) => `${room} ${seq} 1 1 1`))
    expect(seen.toSorted()).toEqual(told.toSorted())
    for (const room of rooms) {
      const ofRoom = (text: string): boolean => text.startsWith(`${room} `)
      expect(seen.filter(ofRoom)).toEqual(told.filter(ofRoom))
    }
  })

  test('is found by any two Han signs side by side, by words in their forms and by numbers, in its own room alone', async () => {
    const { write, search } = worker(await world.database())
    const texts = ['昨天讨论统计学', '讨论昨天的计划', 'Two papers by 2024', 'a paper', '统计 和 数学']
    const lines = texts.map((text, i) => ({ id: `${i}`, ts: i, sender: 'a', name: 'A', bot: false, text }))
    await write(
      ['web:a', 'web:b'].flatMap((room) =>
        lines.map((line, i): RoomRow => ({ room, seq: i + 1, index: 0, kind: 'message', line })),
      ),
    )
    const found = async (words: string, most = 9) => (await search('web:a', words, most)).map(({ id }) => id)
    expect(await found('昨天')).toEqual(['1', '0'])
    expect(await found('统计学')).toEqual(['0'])
    expect(await found('统计')).toEqual(['4', '0'])
    expect(await found('昨天讨论')).toEqual(['0'])
    expect(await found('天昨')).toEqual([])
    expect(await found('paper')).toEqual(['3', '2'])
    expect(await found('papers 2024')).toEqual(['2'])
    expect(await found('paper', 1)).toEqual(['3'])
    expect(await search('web:c', '昨天', 9)).toEqual([])
  })
})

/** Those who spoke at the same moment stand in no order. */
const inOrder = (persons: { id: string; ts: number }[]) =>
  persons.toSorted((a, b) => b.ts - a.ts || (a.id < b.id ? -1 : 1))
