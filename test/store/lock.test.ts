// Two processes and one store: whatever names its file has, one of them has it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { explained, openDatabase, openForReading } from '../../src/store/database.ts'
import { folderOfFile } from '../world/folders.ts'

const base = folderOfFile()
const newPath = (): string => join(mkdtempSync(join(base, 'store-')), 'chime.sqlite')

/** Another process that has opened the store, until it is killed. */
async function holder(path: string): Promise<{ kill(): Promise<void> }> {
  const module = new URL('../../src/store/database.ts', import.meta.url).href
  const script = `const { openDatabase } = await import('${module}'); openDatabase(process.argv[1]); console.log('held'); setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  await once(child.stdout, 'data')
  return { kill }
}

/** What somebody hears who wants to have the store as well. */
function refusal(path: string): string {
  try {
    openDatabase(path).close()
    return 'it was opened'
  } catch (error) {
    return (error as Error).message.replace(path, 'PATH')
  }
}

const held = 'the store PATH is held by another Chime: stop that one, or set store.path (CHIME_DATA) to another place'
const named =
  'the store PATH cannot be opened: the file has 2 names (hard links), and only one may be left: remove the others'

test.runIf(process.platform === 'linux').each([
  ['by its own name', (path: string) => path, held],
  [
    'by a symlink',
    (path: string) => {
      const other = newPath()
      symlinkSync(path, other)
      return other
    },
    held,
  ],
  [
    'by a hard link',
    (path: string) => {
      const other = newPath()
      linkSync(path, other)
      return other
    },
    named,
  ],
  [
    'when its lock file was removed',
    (path: string) => {
      rmSync(`${path}.lock`)
      return path
    },
    held,
  ],
  [
    'when its lock file was replaced',
    (path: string) => {
      writeFileSync(`${path}.new`, '')
      renameSync(`${path}.new`, `${path}.lock`)
      return path
    },
    held,
  ],
  [
    'when it was renamed',
    (path: string) => {
      const other = newPath()
      renameSync(path, other)
      return other
    },
    held,
  ],
])('a store that another process holds is not opened %s, until that process is gone', async (_, as, why) => {
  const path = newPath()
  const other = await holder(path)
  const again = as(path)
  expect(refusal(again)).toBe(why)
  // Whoever was refused has taken nothing away.
  expect(refusal(again)).toBe(why)
  await other.kill()
  expect(refusal(again)).toBe(why === named ? named : 'it was opened')
})

test('a store is opened once in a process, too, and again when it is closed or the end of its use has come', () => {
  const path = newPath()
  const db = openDatabase(path)
  expect(refusal(path)).toBe(held)
  db.close()
  {
    using again = openDatabase(path)
    expect([again.isOpen, refusal(path)]).toEqual([true, held])
  }
  expect(refusal(path)).toBe('it was opened')
})

test('who only reads, reads beside the process that holds it', async () => {
  const path = newPath()
  await holder(path)
  const reader = openForReading(path)
  expect(reader.prepare('SELECT count(*) AS n FROM actor').get()).toEqual({ n: 0 })
  reader.close()
  expect(refusal(path)).toBe(held)
})

test('a reader keeps nobody from opening the store', async () => {
  const path = newPath()
  openDatabase(path).close()
  const reader = openForReading(path)
  expect(refusal(path)).toBe('it was opened')
  reader.close()
})

test('the files of an open store: what became of them since', () => {
  const path = newPath()
  const db = openDatabase(path)
  const course = [db.files.whyLost()]
  renameSync(path, `${path}.away`)
  course.push(db.files.whyLost())
  writeFileSync(path, '')
  course.push(db.files.whyLost())
  renameSync(`${path}.away`, path)
  course.push(db.files.whyLost())
  rmSync(`${path}-wal`)
  course.push(db.files.whyLost())
  db.close()
  expect(course).toEqual([
    undefined,
    `${path} was deleted or moved away`,
    `${path} was replaced by another file`,
    undefined,
    `${path}-wal was deleted or moved away`,
  ])
})

test('a log that another program emptied into the store is not lost; one that was cut is', () => {
  const path = newPath()
  const db = openDatabase(path)
  const other = new DatabaseSync(path)
  const writeOne = (): void => void db.prepare('INSERT OR REPLACE INTO pause (bot, at) VALUES (?, 1)').run('iris')
  const course = [db.files.whyLost()]
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  course.push(db.files.whyLost())
  writeOne()
  course.push(db.files.whyLost())
  truncateSync(`${path}-wal`)
  course.push(db.files.whyLost())
  writeOne()
  course.push(db.files.whyLost())
  other.close()
  db.close()
  const cut = `${path}-wal was cut short or written over`
  expect(course).toEqual([undefined, undefined, undefined, cut, cut])
})

test.each([
  ['a text', (path: string) => writeFileSync(path, 'Here lies no lock. '.repeat(99))],
  ['a folder', (path: string) => mkdirSync(path)],
])('%s in the place of the lock file: that has to go, not the store', (_, put) => {
  const path = newPath()
  openDatabase(path).close()
  rmSync(`${path}.lock`)
  put(`${path}.lock`)
  expect(refusal(path)).toBe(
    `the store PATH cannot be opened: ${path}.lock is not the lock file that Chime makes; remove that (the store is not touched by it)`,
  )
})

test('a full disk is told as such, with what to do', () => {
  expect(explained('PATH', new Error('database or disk is full')).message).toBe(
    'the store PATH cannot be opened: database or disk is full; make room on its disk, or set store.path (or the folder CHIME_DATA) to another place',
  )
})

test('a tool that writes into an open store makes the service wait a moment a try, not for seconds', () => {
  const path = newPath()
  const db = openDatabase(path)
  const tool = new DatabaseSync(path)
  tool.exec('BEGIN IMMEDIATE')
  expect(() => db.exec('BEGIN IMMEDIATE')).toThrow('database is locked')
  expect(db.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 250 })
  tool.exec('COMMIT')
  db.exec('BEGIN IMMEDIATE; COMMIT')
  tool.close()
  db.close()
})

test('a store of which a part is cut off is lost, though its first page stands', () => {
  const path = newPath()
  const db = openDatabase(path)
  db.exec('CREATE TABLE large (body BLOB); INSERT INTO large VALUES (zeroblob(200000))')
  const course = [db.files.whyLost()]
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  course.push(db.files.whyLost())
  truncateSync(path, 100_000)
  course.push(db.files.whyLost())
  db.close()
  expect(course).toEqual([undefined, undefined, `${path} was cut short or written over`])
})
