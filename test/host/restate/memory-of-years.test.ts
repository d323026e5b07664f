// The memory of a cluster over the years: what is never kept, what is pruned, and rooms that have been silent for long.
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Engine } from '../../../src/app/host.ts'
import { freePort } from '../../../src/cluster/ports.ts'
import type { ChartView } from '../../../src/host/host.ts'
import { roomOf } from '../../../src/room/key.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { openTalk } from '../../../src/store/talk.ts'
import { isLeftOut, looking, serverOfFile, worker } from '../../store/postgres/postgres-world.ts'
import { folder } from '../../world/folders.ts'
import { message, openScribes, roomNamed } from './moving/scribes.ts'
import { startRestate } from './start-restate.ts'

type More = NonNullable<Parameters<typeof openScribes>[3]>

describe.skipIf(isLeftOut)('a cluster', () => {
  const postgres = serverOfFile()
  let server: Awaited<ReturnType<typeof startRestate>>
  // Of its own: its rooms have the usual name, as those of other tests at the same time.
  beforeAll(async () => {
    server = await startRestate()
  })
  afterAll(() => server.stop())
  let first = 0

  /** Workers one after the other, at one address, each with an empty store; its rooms are those of no other test. */
  async function cluster() {
    const { ingress, admin } = server
    const store = await postgres.database()
    const engine: Engine = { ingress: [ingress], admin, store, worker: { port: await freePort() } }
    first += 10_000
    const from = first
    return {
      store,
      room: (n: number) => roomNamed(from + n),
      query: looking(store).query,
      async begin(more: More = {}) {
        const db = openDatabase(join(folder(), 'chime.sqlite'))
        onTestFinished(() => db.close())
        const host = await openScribes(db, async () => 'done', engine, more)
        await host.start()
        onTestFinished(host.stop)
        return { ...host, db, talk: openTalk(db) }
      },
    }
  }

  /** All that Restate has of the service, as text. */
  async function restateHas(): Promise<string> {
    const texts = ['SELECT value FROM state', 'SELECT raw AS value FROM sys_journal'].map(async (query) => {
      const response = await fetch(`${server.admin}/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          query: query.replace(/SELECT (.*?)( AS value)? FROM/, "SELECT encode($1, 'hex') AS hex FROM"),
        }),
      })
      const { rows } = (await response.json()) as { rows: { hex: string | null }[] }
      return rows.map(({ hex }) => unpacked(Buffer.from(hex ?? '', 'hex'))).join('\n')
    })
    return (await Promise.all(texts)).join('\n')
  }

  const postgresHas = async (query: ReturnType<typeof looking>['query']): Promise<string> =>
    JSON.stringify(await Promise.all([query('SELECT * FROM turn'), query('SELECT * FROM message')]))

  test('keeps no words that are not to be kept: not in a room, not in the memory, not in the store of a worker', async () => {
    const { room, query, begin } = await cluster()
    const refused: string[] = []
    const more: More = {
      refusalOf: ({ sender }) => (sender.id === 'eve' ? { why: 'senderUnlisted', isKept: false } : undefined),
      unkept: ({ sender }) => void refused.push(sender.id),
    }
    const one = await begin(more)
    const ann = message(room(0), 'heard')
    const eve = { ...message(room(0), 'unheard'), sender: { id: 'eve', name: 'Eve', bot: false } }
    expect(await one.receive([ann, eve])).toEqual(['accepted', 'accepted'])
    const inRestate = await restateHas()
    await vi.waitFor(async () => expect(await query('SELECT seq FROM turn')).toEqual([{ seq: 1 }]))
    for (const kept of [inRestate, await postgresHas(query), JSON.stringify(one.talk.history(room(0), undefined, 9))]) {
      expect(kept).toContain(ann.text)
      expect(kept).not.toContain(eve.text)
    }
    await one.stop()
    const other = await begin(more)
    await vi.waitFor(() => expect(other.talk.history(room(0), undefined, 9).map(({ id }) => id)).toEqual(['heard']))
    expect(refused).toEqual(['eve', 'eve'])
  })

  test('answers in a room whose past is pruned, whichever worker comes to it', async () => {
    const { room, query, begin, store } = await cluster()
    const heard = async (host: Awaited<ReturnType<typeof begin>>) => (await host.room(room(0)))?.map(heardIn)
    const one = await begin()
    await one.receive([message(room(0), 'a')])
    await one.receive([message(room(0), 'b')])
    await vi.waitFor(async () => expect(await query('SELECT seq FROM turn')).toHaveLength(2))
    const pruner = worker(store)
    const pruned = async () => {
      // oxlint-disable-next-line no-await-in-loop -- until nothing is left
      while ((await pruner.prune(Date.now() + 1_000, 500)) > 0);
      expect(await query('SELECT seq FROM turn')).toEqual([])
    }
    await pruned()
    expect(await one.receive([message(room(0), 'a'), message(room(0), 'c')])).toEqual(['duplicate', 'accepted'])
    await vi.waitFor(async () => expect(await query('SELECT seq FROM turn')).toHaveLength(1))
    await one.stop()
    await pruned()
    const other = await begin()
    expect(await other.receive([message(room(0), 'b'), message(room(0), 'd')])).toEqual(['duplicate', 'accepted'])
    expect(await heard(other)).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd'],
    ])
    await vi.waitFor(async () => expect(await query('SELECT seq FROM turn WHERE seq = 4')).toHaveLength(1))
    await other.stop()
    // What is there begins in the middle: a third one reads it once, and has no gap that it would look into for ever.
    const third = await begin()
    const told = () => third.talk.history(room(0), undefined, 9).map(({ id }) => id)
    await vi.waitFor(() => expect(told().at(-1)).toBe('d'))
    expect(third.db.prepare('SELECT turn FROM room_turn WHERE room = ?').get(room(0))).toEqual({ turn: 4 })
    expect(third.db.prepare('SELECT * FROM room_turn_ahead').all()).toEqual([])
  })

  test('shows rooms that have been silent for long on the page of a new worker, and reads one once it is opened', async () => {
    const { room, query, begin } = await cluster()
    const count = 30
    const one = await begin()
    const rooms = Array.from({ length: count }, (_, n) => room(n))
    await Promise.all(rooms.map((each) => one.receive([message(each, 'a')])))
    await vi.waitFor(async () => expect(await query('SELECT seq FROM turn')).toHaveLength(count))
    await one.stop()
    // As it is when what others left since fills all that a worker reads back.
    await query('DELETE FROM room_commit')
    const listed: ChartView[] = []
    const page = await begin({ listed: (charts) => void listed.push(...charts) })
    await vi.waitFor(() => expect(listed).toHaveLength(2 * count))
    expect([...new Set(listed.map(({ key }) => roomOf(key)))].toSorted()).toEqual(rooms)
    expect(listed.map((chart) => heardIn(chart)?.join())).toEqual(listed.map(() => 'a'))
    expect(page.talk.history(room(7), undefined, 9)).toEqual([])
    await page.readUp?.(room(7))
    expect(page.talk.history(room(7), undefined, 9).map(({ id }) => id)).toEqual(['a'])
    expect(page.talk.history(room(8), undefined, 9)).toEqual([])
  })
})

const heardIn = ({ snapshot }: ChartView): string[] | undefined =>
  (snapshot?.context as { heard: string[] } | undefined)?.heard

/** Rooms and charts are compressed, the rest is text. */
function unpacked(bytes: Buffer): string {
  const start = bytes.indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))
  try {
    return start < 0 ? bytes.toString() : zstdDecompressSync(bytes.subarray(start)).toString()
  } catch {
    return bytes.toString()
  }
}
