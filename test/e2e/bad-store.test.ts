// A store that cannot be opened, or not read in part: a clear refusal, or silence of the bots concerned (U4, S5).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, closeSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { scriptedChat } from '../fakes/scripted-chat.ts'
import { iris, quick, rex, rooms, running, tempFolders } from './running.ts'
import { said, waitFor } from './visitor.ts'
import { chatting } from '../world/service-world.ts'

const folder = tempFolders()

/** Why the service does not start on this store. */
async function refusalOf(path: string): Promise<string> {
  try {
    const service = await running(folder(), { store: { path } })
    await service.stop()
    return 'it started'
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

test('a folder that cannot be made', async () => {
  const home = folder()
  writeFileSync(join(home, 'file'), '')
  const path = join(home, 'file', 'chime.sqlite')
  expect(await refusalOf(path)).toBe(
    `StoreError: the store ${path} cannot be opened: EEXIST: file already exists, mkdir '${join(home, 'file')}'; ` +
      'check that the folder may be written, or set store.path (or the folder CHIME_DATA) to another place',
  )
})

// Not even root may write there.
test.runIf(process.platform === 'linux')('a folder that may not be written', async () => {
  expect(await refusalOf('/proc/chime.sqlite')).toBe(
    'StoreError: the store /proc/chime.sqlite cannot be opened: unable to open database file; ' +
      'check that the folder may be written, or set store.path (or the folder CHIME_DATA) to another place',
  )
})

test('a folder in place of the file', async () => {
  const path = join(folder(), 'chime.sqlite')
  mkdirSync(path)
  expect(await refusalOf(path)).toBe(
    `StoreError: the store ${path} cannot be opened: unable to open database file; ` +
      'check that the folder may be written, or set store.path (or the folder CHIME_DATA) to another place',
  )
})

test('another file in its place, which is left as it is', async () => {
  const path = join(folder(), 'chime.sqlite')
  const text = 'Dear diary, '.repeat(1_000)
  writeFileSync(path, text)
  expect(await refusalOf(path)).toBe(
    `StoreError: the store ${path} cannot be opened: file is not a database; ` +
      'move the file away (Chime then starts a new one) or restore a copy',
  )
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('a store of a newer version, which is left as it is', async () => {
  const path = join(folder(), 'chime.sqlite')
  const db = new DatabaseSync(path)
  db.exec('CREATE TABLE wonder (of INTEGER); PRAGMA user_version = 6')
  db.close()
  const before = readFileSync(path)
  expect(await refusalOf(path)).toBe(
    `StoreError: the store ${path} cannot be opened: it was written by a newer Chime (store version 6, this one knows 5); ` +
      'start that version, or set store.path (CHIME_DATA) to another place',
  )
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a store that another process holds, until that process is gone', async () => {
  const path = join(folder(), 'chime.sqlite')
  const module = new URL('../../src/store/database.ts', import.meta.url).href
  const script = `const { openDatabase } = await import('${module}'); openDatabase(process.argv[1]); console.log('held'); setInterval(() => {}, 60_000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  expect(await refusalOf(path)).toBe(
    `StoreError: the store ${path} is held by another Chime: stop that one, or set store.path (CHIME_DATA) to another place`,
  )
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(await refusalOf(path)).toBe('it started')
})

test('a ledger that cannot be read keeps every bot silent, and the service alive, until they can (U4)', async () => {
  const home = folder()
  const chat = await chatting()
  const file = { bots: [{ ...iris, model: chat.model }] }
  const first = await running(home, file)
  await first.visitor.reply('lobby', { id: await first.visitor.say('lobby', 'Iris, how many?'), bot: 'iris' })
  await first.stop()
  const mend = spoil(first.store, 'usage')
  chat.behave()

  const service = await running(home, file)
  onTestFinished(() => service.stop())
  const { visitor } = service
  const asked = await visitor.say('lobby', 'Iris, and with twenty?')
  expect(said(await visitor.outcome('lobby', 'iris', asked))).toEqual([
    'dispatch start: mentioned',
    'budget failed: booksUnreadable',
    'dispatch end: silent',
  ])
  expect(await visitor.health()).toMatchObject({ status: 'ok' })
  expect(await visitor.replies('lobby')).toHaveLength(1)
  expect(chat.asked).toEqual([])
  const told = service.lines.filter(({ level }) => level === 'error').map(({ msg }) => msg)
  expect(told).toContain('the books cannot be read: every bot stays silent until they can')

  mend()
  const later = await visitor.say('lobby', 'Iris, and with thirty?')
  expect(await visitor.reply('lobby', { id: later, bot: 'iris' })).toMatchObject({ sender: 'iris' })
})

test('tables that cannot be read at all are told in a sentence, and nothing is left open', async () => {
  const home = folder()
  const first = await running(home, {})
  await first.stop()
  const mend = spoil(first.store, 'job')
  await expect(running(home, {})).rejects.toThrow(
    `the store ${first.store} cannot be opened: database disk image is malformed; ` +
      'move the file away (Chime then starts a new one) or restore a copy',
  )
  mend()
  const service = await running(home, {})
  onTestFinished(() => service.stop())
  expect(await service.visitor.health()).toMatchObject({ status: 'ok' })
})

test('a snapshot that cannot be read silences its group alone; its messages wait', async () => {
  const home = folder()
  const chats = [
    await scriptedChat((n) => `Take ${n} more samples.`),
    await scriptedChat((n) => `Run ${n} is green.`),
  ] as const
  onTestFinished(async () => void (await Promise.all(chats.map((chat) => chat.stop()))))
  const file = {
    bots: [
      { ...iris, model: chats[0].model },
      { ...rex, model: chats[1].model },
    ],
    groupSocial: { ...quick, policy: 'mention' },
    channels: rooms('lobby', 'den'),
  }
  const first = await running(home, file)
  for (const room of ['lobby', 'den']) {
    // oxlint-disable-next-line no-await-in-loop
    await first.visitor.reply(room, { id: await first.visitor.say(room, 'Iris, how many?'), bot: 'iris' })
  }
  await first.stop()
  const db = new DatabaseSync(first.store)
  db.exec(`UPDATE actor SET body = substr(body, 1, length(body) / 2) WHERE key = 'iris web:lobby'`)
  db.close()

  const service = await running(home, file)
  onTestFinished(() => service.stop())
  const { visitor } = service
  const inDen = await visitor.say('den', 'Iris, and with twenty?')
  await visitor.reply('den', { id: inDen, bot: 'iris' })
  const inLobby = await visitor.say('lobby', 'Iris, Rex, and with twenty?')
  await visitor.reply('lobby', { id: inLobby, bot: 'rex' })
  const error = await waitFor('an error line', () => service.lines.find(({ level }) => level === 'error'))
  expect(error).toMatchObject({
    group: 'iris web:lobby',
    msg: 'a group is stopped and stays silent; its messages wait: see chime doctor, then chime doctor --reset "iris web:lobby"',
    error: expect.stringMatching(/^its snapshot \(version 8\) cannot be read: /),
  })
  expect(await visitor.health()).toMatchObject({ status: 'degraded', halted: 1 })
  expect((await visitor.replies('lobby')).map(({ sender, replyTo }) => [sender, replyTo === inLobby])).toEqual([
    ['iris', false],
    ['rex', true],
  ])
  const reader = new DatabaseSync(service.store, { readOnly: true })
  const held = reader.prepare(`SELECT json_extract(body, '$.message.id') AS id FROM entry WHERE kind = 'held'`).all()
  reader.close()
  expect(held.map(({ id }) => id)).toContain(inLobby)
})

/** Overwrites the root page of a table, as a bad disk would; returns how to undo it. */
function spoil(path: string, table: string): () => void {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const page = Number(db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(table)?.['rootpage'])
  const size = Number(db.prepare('PRAGMA page_size').get()?.['page_size'])
  db.close()
  const at = (page - 1) * size
  if (at + size > statSync(path).size) throw new Error(`page ${page} is not in ${path}`)
  const sound = readFileSync(path).subarray(at, at + size)
  const write = (bytes: Buffer) => {
    const file = openSync(path, 'r+')
    writeSync(file, bytes, 0, size, at)
    closeSync(file)
  }
  write(Buffer.alloc(size, 0xff))
  return () => {
    write(sound)
    // A write of another connection makes the service's own forget the pages it has read.
    const other = new DatabaseSync(path)
    other.exec('PRAGMA user_version = 1')
    other.close()
  }
}
