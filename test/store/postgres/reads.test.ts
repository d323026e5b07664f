// What is read of a cluster's memory is the same as from the store of one machine.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../machines/group/types.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { TalkRow } from '../../../src/store/kept-lines.ts'
import type { RoomRow } from '../../../src/store/postgres/rows.ts'
import { openTalk } from '../../../src/store/talk.ts'
import { firstPlace } from '../../../src/store/postgres/read-verdicts.ts'
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

  test('is told on from a cursor: verdicts of a room or a bot, and who left something', async () => {
    const { write, verdictsOfRoom, verdictsOfBot, commitsAfter, newestCursor } = worker(await world.database())
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
    const one = await commitsAfter(0, 2)
    const two = await commitsAfter(one.cursor, 9)
    const at = expect.any(Number) as number
    expect([one.commits, two.commits]).toEqual([
      [
        { room: 'web:0', seq: 1, at },
        { room: 'web:1', seq: 2, at },
      ],
      [{ room: 'web:0', seq: 3, at }],
    ])
    expect(await commitsAfter(await newestCursor(), 9)).toEqual({ cursor: two.cursor, commits: [] })
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
    const { commitsAfter, turnsAfter, lines, verdictsOfRoom } = worker(url)
    const seen: string[] = []
    for (let cursor = 0, isLast = false; !isLast;) {
      isLast = isOver
      // oxlint-disable-next-line no-await-in-loop -- from cursor to cursor
      const read = await commitsAfter(cursor, 7)
      if (read.commits.length > 0) isLast = false
      cursor = read.cursor
      for (const { room, seq } of read.commits) {
        // oxlint-disable-next-line no-await-in-loop -- what it left is there as soon as it is named
        const left = await Promise.all([
          turnsAfter(room, seq - 1, 99),
          lines(room, [`m${seq}`]),
          verdictsOfRoom(room, [seq, 0], 1),
        ])
        seen.push(`${room} ${seq} ${left.map((rows) => rows.length > 0).join(' ')}`)
      }
    }
    await over
    const told = rooms.flatMap((room) => upTo(60).map((seq) => `${room} ${seq} true true true`))
    expect(seen.toSorted()).toEqual(told.toSorted())
    for (const room of rooms) {
      const ofRoom = (text: string): boolean => text.startsWith(`${room} `)
      expect(seen.filter(ofRoom)).toEqual(told.filter(ofRoom))
    }
  })

  test('names every room, the newest first, also when all that it left is pruned', async () => {
    let now = 0
    const { write, prune, roomsAfter, durable } = worker(await world.database(), { now: () => now })
    const spoke = ['web:a', 'web:b', 'web:c', 'web:b']
    for (const [n, room] of spoke.entries()) {
      now = (n + 1) * 3_600_000
      // oxlint-disable-next-line no-await-in-loop -- an hour after the other
      await write(commitOf(room, n + 1))
    }
    // oxlint-disable-next-line no-await-in-loop -- until nothing is left
    while ((await prune(now, 9)) > 0);
    expect(await durable(['web:a', 'web:b', 'web:c'])).toEqual(new Map([['web:b', 4]]))
    const first = await roomsAfter([1e9, ''], 2)
    expect([first, await roomsAfter(first[1] ?? [0, ''], 2)]).toEqual([[[4, 'web:b'], [3, 'web:c']], [[1, 'web:a']]]) // prettier-ignore
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
