// What is left of files: of an older store, of a process that was killed before the post, and when a message is old.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { SentFile } from '../../src/channels/web/contract.ts'
import { openFiles } from '../../src/channels/web/files.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openPruner } from '../../src/store/pruner.ts'
import { tempFolders } from '../e2e/running.ts'
import { at, makeWeb, post } from './web-fixture.ts'
import { png, send } from './web-uploads.ts'

const folder = tempFolders()
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

const pruned = ({ db, channel }: Pick<ReturnType<typeof makeWeb>, 'db' | 'channel'>, path: string, now: number) => {
  const pruner = openPruner({
    db,
    path,
    tables: channel.oldRows,
    retainMs: 30 * dayMs,
    maxBytes: 1e9,
    elapsed: () => 0,
  })
  while (pruner.step(now));
}
const left = (db: DatabaseSync) => ({
  files: db
    .prepare('SELECT name FROM room_file ORDER BY n')
    .all()
    .map((row) => row['name']),
  pieces: db.prepare('SELECT count(*) AS n FROM room_file_piece').get()?.['n'],
})

test('a store of before has its messages still, and takes files', async () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`CREATE TABLE room_message (
    seq INTEGER PRIMARY KEY, room TEXT NOT NULL, id TEXT NOT NULL, key TEXT, sender TEXT NOT NULL, name TEXT NOT NULL,
    bot INTEGER NOT NULL, text TEXT NOT NULL, type TEXT, reply_to TEXT, ts INTEGER NOT NULL, meta TEXT,
    taken INTEGER NOT NULL DEFAULT 0, UNIQUE (room, id), UNIQUE (room, sender, key)) STRICT;
    INSERT INTO room_message (room, id, sender, name, bot, text, ts, taken)
      VALUES ('lobby', 'm1', 'person:dana', 'Dana', 0, 'hi', 1, 1)`)
  const { app, channel, intake } = makeWeb(db)
  await channel.start(intake)
  const { id, part } = (await (await send(app, png)).json()) as SentFile
  await post(app, { name: 'Dana', text: '', files: [id] })
  expect(channel.list('lobby', { limit: 9 }).map(({ text, parts }) => ({ text, parts }))).toEqual([
    { text: 'hi', parts: undefined },
    { text: '', parts: [part] },
  ])
})

test('of a process that was killed before the post, a file goes after an hour; what a message carries stays', async () => {
  const path = join(folder(), 'store.sqlite')
  const first = openDatabase(path)
  const killed = makeWeb(first)
  await killed.channel.start(killed.intake)
  const carried = (await (await send(killed.app, png, { name: 'carried.png' })).json()) as SentFile
  await post(killed.app, { name: 'Dana', text: '', files: [carried.id] })
  await send(killed.app, png, { name: 'left.png' })
  // In the middle of its bytes.
  const files = openFiles(first)
  files.put(files.begin('lobby', 'broken.png', at).n, 0, png)
  first.close()

  const db = openDatabase(path)
  let now = at + hourMs
  const next = makeWeb(db, { now: () => now })
  pruned({ db, channel: next.channel }, path, now)
  expect(left(db)).toEqual({ files: ['carried.png', 'left.png', 'broken.png'], pieces: 3 })
  now += 1
  pruned({ db, channel: next.channel }, path, now)
  expect(left(db)).toEqual({ files: ['carried.png'], pieces: 1 })
  db.close()
})

test('a file goes with the age of its message, and its address tells so', async () => {
  const path = join(folder(), 'store.sqlite')
  const db = openDatabase(path)
  const { app, channel, intake } = makeWeb(db)
  await channel.start(intake)
  const { id } = (await (await send(app, png)).json()) as SentFile
  await post(app, { name: 'Dana', text: '', files: [id] })
  pruned({ db, channel }, path, at + 30 * dayMs + 1)
  expect(left(db)).toEqual({ files: [], pieces: 0 })
  const gone = await app.request(`/api/rooms/lobby/files/${id}`, { headers: { host: 'localhost:7171' } })
  expect([gone.status, await gone.json()]).toEqual([404, expect.objectContaining({ code: 'fileGone' })])
  db.close()
})
