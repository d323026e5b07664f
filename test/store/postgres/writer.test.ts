// What rooms hand over is in Postgres once and in order, whatever happens to it on the way.
/* oxlint-disable no-await-in-loop -- one commit after the other, as a room hands them over */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cuttingProxy } from './cutting-proxy.ts'
import { firstPlace } from '../../../src/store/postgres/read-verdicts.ts'
import { isLeftOut, looking, serverOfFile, worker } from './postgres-world.ts'
import { commitOf, upTo } from './room-rows.ts'
import { allOf, takenOrder } from './tables.ts'
import { waitUntil } from './wait-until.ts'

const world = serverOfFile()
const rooms = ['web:a', 'web:b', 'direct web:ann']
const expected = async (last: number) => {
  const url = await world.database()
  await worker(url).write(rooms.flatMap((room) => upTo(last).flatMap((seq) => commitOf(room, seq))))
  return allOf(url)
}

describe.skipIf(isLeftOut)('rows of rooms', () => {
  test('are there once, whoever hands them over again, and both are told the same', async () => {
    const url = await world.database()
    const workers = [worker(url), worker(url), worker(url)]
    const told = await Promise.all(
      workers.flatMap(({ write }) => rooms.map((room) => write(upTo(40).flatMap((seq) => commitOf(room, seq))))),
    )
    const durable = rooms.map((room) => ({ durable: new Map([[room, 40]]), refused: [] }))
    expect(told).toEqual([...durable, ...durable, ...durable])
    expect(await allOf(url)).toEqual(await expected(40))
    expect(await takenOrder(url)).toEqual(Object.fromEntries(rooms.map((room) => [room, upTo(40)])))
    expect(await workers[0]?.durable([...rooms, 'web:nobody'])).toEqual(new Map(rooms.map((room) => [room, 40])))
    const turns = upTo(40).map((turn) => JSON.stringify({ turn }))
    expect(await workers[1]?.turnsAfter('web:b', 30, 5)).toEqual(turns.slice(35))
    expect(await workers[0]?.spentBy('iris', 0)).toEqual({ messages: 120, tokens: 1_200 })
  })

  test('are taken once and in order while the server is killed again and again', async () => {
    const url = await world.database()
    const { write, state, newestCursor, logged } = worker(url)
    // Nobody is done before the last kill, however late this test looks.
    let last = 10
    const writing = rooms.map(async (room) => {
      for (const seq of upTo(60)) {
        await waitUntil(() => seq <= last)
        await write(commitOf(room, seq))
      }
    })
    const isDone = Promise.all(writing).then(() => true)
    for (const taken of [10, 20, 30, 40]) {
      await waitUntil(async () => (await newestCursor()) >= taken * 3)
      await world.server().kill()
      last = taken === 40 ? 60 : taken + 10
      await waitUntil(() => state().awaySince !== undefined && state().waitingRooms === 3)
      expect(state()).toMatchObject({ waitingRows: 12 })
      await world.server().start()
    }
    await isDone
    expect(await allOf(url)).toEqual(await expected(60))
    expect(await takenOrder(url)).toEqual(Object.fromEntries(rooms.map((room) => [room, upTo(60)])))
    expect(state()).toEqual({ waitingRows: 0, waitingRooms: 0, refused: 0 })
    const said = logged.map((line) => (JSON.parse(line) as { msg: string }).msg)
    // A kill may fall between a commit and its answer: then it is away for two kills in a row.
    const [gone, back] = ['Postgres takes no rows', 'Postgres takes rows again'].map(
      (begin) => said.filter((msg) => msg.startsWith(begin)).length,
    )
    expect([1, 2, 3, 4]).toContain(gone)
    expect(back).toBe(gone)
    expect(logged.join()).not.toContain('a-secret')
  })

  test('are there once when the connection is cut in the middle of a question or of an answer', async () => {
    const url = await world.database()
    await worker(url).ready()
    // Of an answer: from its beginning to its end, and one in three is left whole.
    let made = 0
    const cut = await cuttingProxy(url, () => {
      made += 1
      return [{ toServer: 300 + made * 37 }, { toWorker: 330 + made * 11 }, undefined][made % 3]
    })
    const { write } = worker(cut.url)
    for (const seq of upTo(12)) {
      const session = worker(cut.url)
      await Promise.all([...rooms.map((room) => write(commitOf(room, seq))), session.write(commitOf('web:a', seq))])
    }
    expect(cut.cuts()).toBeGreaterThan(5)
    expect(await allOf(url)).toEqual(await expected(12))
  })

  test('are written on a new connection when the old one no longer answers', async () => {
    const url = await world.database()
    const { write, state } = worker(url, { timeoutMs: 300 })
    await write(commitOf('web:a', 1))
    const pid = await looked(
      url,
      `SELECT pid AS n FROM pg_stat_activity WHERE application_name = 'chime writer' AND datname = current_database()`,
    )
    process.kill(pid, 'SIGSTOP')
    try {
      const { durable } = await write(commitOf('web:a', 2))
      expect(durable).toEqual(new Map([['web:a', 2]]))
      expect(state()).toEqual({ waitingRows: 0, waitingRooms: 0, refused: 0 })
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  test('are there once when the worker that hands them over is killed again and again', async () => {
    const url = await world.database()
    const { newestCursor, durable } = worker(url)
    const program = fileURLToPath(new URL('room-process.ts', import.meta.url))
    for (let taken = 0; taken < 150;) {
      const child = spawn(process.execPath, [program, url, '60', ...rooms], { stdio: 'inherit' })
      onTestFinished(() => void child.kill('SIGKILL'))
      const exited = once(child, 'exit')
      const enough = taken + 30
      await Promise.race([exited, waitUntil(async () => (await newestCursor()) >= enough)])
      child.kill('SIGKILL')
      await exited
      taken = await newestCursor()
    }
    const child = spawn(process.execPath, [program, url, '60', ...rooms], { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await durable(rooms)).toEqual(new Map(rooms.map((room) => [room, 60])))
    expect(await allOf(url)).toEqual(await expected(60))
    expect(await takenOrder(url)).toEqual(Object.fromEntries(rooms.map((room) => [room, upTo(60)])))
  })

  test('that are old go, the others stay, and so do the books of late', async () => {
    const url = await world.database()
    let now = 1_000
    const { write, prune, history, turnsAfter, verdictsOfRoom, spentSince, house } = worker(url, { now: () => now })
    // As a worker does.
    await house.enter(() => {})
    await write(upTo(70).flatMap((seq) => commitOf('web:a', seq)))
    now = 90_000
    await write(
      upTo(100)
        .slice(70)
        .flatMap((seq) => commitOf('web:a', seq)),
    )
    const gone: number[] = []
    do gone.push(await prune(80_000, 30))
    while (gone.at(-1) !== 0)
    // 70 commits, and the minute that was over.
    expect(gone).toEqual([31, 30, 10, 0])
    const left = upTo(100).slice(70)
    expect((await history('web:a', undefined, 99)).map(({ id }) => id)).toEqual(left.map((seq) => `m${seq}`))
    expect((await turnsAfter('web:a', 0, 99)).map((turn) => JSON.parse(turn) as object)).toEqual(
      left.map((turn) => ({ turn })),
    )
    expect((await verdictsOfRoom('web:a', firstPlace, 99)).map(({ verdict }) => verdict.turn)).toEqual(left)
    expect(await spentSince(0)).toEqual([{ bot: 'iris', minute: 1, messages: 41, tokens: 410 }])
  })

  test('that Postgres refuses for what stands in them hold up nobody, and are named', async () => {
    const url = await world.database()
    const { write, state } = worker(url)
    const wrong = commitOf('web:wrong', 1).map((row) => ({ ...row, index: row.index + 3e9 }))
    const given = upTo(20).flatMap((seq) => commitOf('web:a', seq))
    const { durable, refused } = await write([
      ...given.slice(0, 50),
      ...wrong,
      ...commitOf('web:wrong', 2),
      ...given.slice(50),
    ])
    expect(durable).toEqual(new Map([['web:a', 20], ['web:wrong', 2]])) // prettier-ignore
    expect(refused).toEqual([{ room: 'web:wrong', seq: 1, reason: expect.stringMatching(/out of range/) }])
    expect(state()).toEqual({ waitingRows: 0, waitingRooms: 0, refused: 1 })
    expect(await takenOrder(url)).toEqual({ 'web:a': upTo(20), 'web:wrong': [2] })
  })

  test('hold any text, and counts beyond all reason', async () => {
    const url = await world.database()
    const { write, lines, spentBy, verdictsOfRoom } = worker(url)
    const text = 'nul \0, half \uD83D, quote " and \\u0000, 😀'
    const line = { id: '1', ts: 1.4, sender: 'a', name: 'A', bot: false, text }
    const verdict = { turn: null, at: 1, gate: 'decide', outcome: 'x', why: 'replied', messages: [text] } as const
    await write([
      { room: 'r', seq: 1, index: 0, kind: 'message', line },
      { room: 'r', seq: 1, index: 1, kind: 'book', bot: 'iris', at: 1, messages: 1, tokens: 1e300 },
      {
        room: 'r',
        seq: 1,
        index: 2,
        kind: 'verdict',
        key: 'iris r',
        bot: 'iris',
        verdict: { ...verdict, messages: [text] },
      },
    ])
    const kept = 'nul \uFFFD, half \uFFFD, quote " and \\u0000, 😀'
    expect(await lines('r', ['1'])).toEqual([{ ...line, ts: 1, text: kept }])
    expect((await verdictsOfRoom('r', firstPlace, 9)).map((row) => row.verdict.messages)).toEqual([[text]])
    expect(await spentBy('iris', 0)).toEqual({ messages: 1, tokens: 10_000 })
  })

  test('correct a line once, the later one wins, and it carries on what it carried', async () => {
    const url = await world.database()
    const { write, lines, search } = worker(url)
    const line = { id: '1', ts: 1, sender: 'a', name: 'A', bot: false }
    const parts = [{ kind: 'image', ref: 'r', name: 'cat.png' }] as const
    const corrected = (seq: number, text: string, isLeft = true) =>
      ({ room: 'r', seq, index: 0, kind: 'correction', id: '1', text, isLeft }) as const
    await write([
      { room: 'r', seq: 1, index: 0, kind: 'message', line: { ...line, text: 'look [image: cat.png]', parts } },
    ])
    await write([corrected(2, 'the nineteenth'), corrected(3, '看看统计学')])
    await worker(url).write([corrected(2, 'the nineteenth')])
    const told = { ...line, text: '看看统计学 [image: cat.png]', parts }
    expect(await lines('r', ['1'])).toEqual([told])
    expect([await search('r', 'nineteenth', 5), await search('r', '统计', 5)]).toEqual([[], [told]])
    await write([corrected(4, '[taken back]', false)])
    expect(await lines('r', ['1'])).toEqual([{ ...line, text: '[taken back]' }])
  })
})

const looked = async (url: string, sql: string): Promise<number> => Number((await looking(url).query(sql))[0]?.['n'])
