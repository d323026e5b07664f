// A store that was written before the tape kept what events led to.
import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openActors } from '../../src/store/actors.ts'
import { openDatabase, openForReading } from '../../src/store/database.ts'

function olderStore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chime-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'chime.db')
  openDatabase(path).close()
  const old = new DatabaseSync(path)
  old.exec('ALTER TABLE entry DROP COLUMN led')
  old.exec("INSERT INTO actor (key, version, body, seq, at) VALUES ('g', '1', '{}', 1, 5)")
  old.exec("INSERT INTO entry (actor, seq, at, kind, body) VALUES (1, 1, 5, 'message', '{}')")
  old.close()
  return path
}

test('an older store goes on: its entries led to nothing that is known, later ones do', () => {
  const db = openDatabase(olderStore())
  const actors = openActors(db)
  actors.append(1, 2, 6, 'message', '{}', '{"seq":2}')
  expect(actors.ledTo('g', 99, 9)).toEqual(['{"seq":2}'])
  db.close()
})

test('an older store can be looked at without writing to it', () => {
  const db = openForReading(olderStore())
  expect(openActors(db).list()).toMatchObject([{ key: 'g', seq: 1 }])
  db.close()
})
