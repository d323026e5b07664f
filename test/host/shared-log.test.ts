// What a turn leaves in a cluster's memory.
import { describe, expect, test } from 'vitest'
import { openSharedLog } from '../../src/host/restate/shared-log.ts'
import { BacklogFull } from '../../src/store/postgres/commits.ts'
import type { RoomRow } from '../../src/store/postgres/rows.ts'

test('a line whose words are not kept is none there, and one that woke nobody is marked', async () => {
  const written: RoomRow[] = []
  const log = openSharedLog({
    postgres: {
      write: async (rows) => (written.push(...rows), { durable: new Map([['web:lobby', 1]]), refused: [] }),
      turnsAfter: async () => [],
      state: () => ({ waitingRows: 0, waitingRooms: 0, refused: 0 }),
    },
    known: () => 0,
    passOver: () => undefined,
    refusalOf: ({ sender }) =>
      (sender.id === 'a' ? undefined : { why: 'notServed', isKept: sender.id === 'b' }) as never,
    now: () => 5,
    failed: (error) => {
      throw error
    },
  })
  const messages = ['a', 'b', 'c'].map((id) => ({
    id,
    group: 'web:lobby',
    ts: 1,
    sender: { id, name: id, bot: false },
    text: id,
  }))
  await log.ship('web:lobby', [{ turn: 1, messages, steps: [] }])
  expect(written.flatMap((row) => (row.kind === 'message' ? [[row.line.id, row.line.refused]] : []))).toEqual([
    ['a', undefined],
    ['b', true],
  ])
  expect(log.kept('web:lobby')).toBe(1)
})

describe('a room in the cluster’s memory', () => {
  const room = 'web:lobby'
  const row = (turn: number) => ({ turn, messages: [], steps: [] })

  function opened(there: () => readonly number[]) {
    let now = 0
    let known = 0
    let isFull = false
    const passed: number[] = []
    const log = openSharedLog({
      postgres: {
        async write(rows) {
          if (isFull) throw new BacklogFull('full')
          return { durable: new Map([[room, Math.max(...rows.map(({ seq }) => seq))]]), refused: [] }
        },
        turnsAfter: async (_, turn, most) =>
          there()
            .filter((each) => each > turn)
            .slice(-most)
            .map((each) => JSON.stringify(row(each))),
        state: () => ({ waitingRows: 0, waitingRooms: 0, refused: 0 }),
      },
      known: () => known,
      passOver: (_, turn) => void passed.push((known = turn)),
      now: () => now,
      failed: () => undefined,
    })
    return {
      log,
      passed,
      knows: (turn: number) => (known = turn),
      later: (ms: number) => (now += ms),
      full: (is: boolean) => (isFull = is),
      read: async () => (await log.after(room, known)).map(({ turn }) => turn),
    }
  }

  test('of which the beginning was pruned is read from where it begins', async () => {
    const { read, passed } = opened(() => [31, 32])
    expect([await read(), passed]).toEqual([[31, 32], [30]])
  })

  test('waits for a turn that may be on its way, and goes on without one that does not come', async () => {
    const { read, passed, knows, later } = opened(() => [5, 6])
    knows(3)
    expect([await read(), passed]).toEqual([[5, 6], []])
    later(60_000)
    expect([await read(), passed]).toEqual([[5, 6], []])
    later(1)
    expect([await read(), passed]).toEqual([[5, 6], [4]])
  })

  test('is not passed over for a gap of before', async () => {
    const turns = [5, 6]
    const { read, passed, knows, later } = opened(() => turns)
    knows(3)
    await read()
    turns.unshift(4)
    knows(6)
    turns.push(8)
    later(90_000)
    expect([await read(), passed]).toEqual([[8], []])
  })

  test('is taken to have no more than what was handed over with all before it', async () => {
    const { log, full } = opened(() => [])
    await log.ship(room, [row(1)])
    full(true)
    await log.ship(room, [row(2)])
    full(false)
    await log.ship(room, [row(3)])
    expect(log.kept(room)).toBe(1)
    await log.ship(room, [row(2), row(3), row(4)])
    expect(log.kept(room)).toBe(4)
  })
})
