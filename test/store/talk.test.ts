// What the talk tells of who was there.
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { openTalk } from '../../src/store/talk.ts'
import { folder } from '../world/folders.ts'

function talk() {
  const db = openDatabase(':memory:')
  onTestFinished(() => db.close())
  return openTalk(db)
}

test('names those who spoke as bots in a group, in that group alone', () => {
  const { put, botsIn } = talk()
  const said = (id: string, sender: string, bot: boolean) => ({ id, ts: 1, sender, name: sender, bot, text: 'hello' })
  put('xmpp:lab', said('1', 'rex', true))
  put('xmpp:lab', said('2', 'rex', true))
  put('xmpp:lab', said('3', 'ann', false))
  put('xmpp:hall', said('4', 'cy', true))
  expect([botsIn('xmpp:lab'), botsIn('xmpp:hall'), botsIn('xmpp:yard')]).toEqual([['rex'], ['cy'], []])
})

test('tells what a member wrote within a time: its end is outside, and the newest stands first', () => {
  const { put, saidWithin } = talk()
  const said = (id: string, ts: number, sender = 'ann') => ({ id, ts, sender, name: sender, bot: false, text: 'hello' })
  for (const [id, ts] of [
    ['1', 999],
    ['2', 1_000],
    ['3', 1_999],
    ['4', 2_000],
  ] as const)
    put('web:lab', said(id, ts))
  put('web:lab', said('5', 1_500, 'bo'))
  put('web:hall', said('6', 1_500))
  const ids = (most: number) => saidWithin('web:lab', 'ann', [1_000, 2_000], most).map(({ id }) => id)
  expect([ids(9), ids(1)]).toEqual([['3', '2'], ['3']])
})

test('what a message carries is kept with it, whatever its text becomes, until it is taken back (A12)', () => {
  const { put, lines, correct } = talk()
  const line = { id: '1', ts: 1, sender: 'ann', name: 'Ann', bot: false }
  const parts = [{ kind: 'image', ref: 'r', name: 'cat.png' }] as const
  put('web:lab', { ...line, text: 'look [image: cat.png]', parts })
  expect(lines('web:lab', ['1'])).toEqual([{ ...line, text: 'look [image: cat.png]', parts }])
  correct('web:lab', '1', 'look here')
  expect(lines('web:lab', ['1'])).toEqual([{ ...line, text: 'look here [image: cat.png]', parts }])
  correct('web:lab', '1', '[taken back]', false)
  expect(lines('web:lab', ['1'])).toEqual([{ ...line, text: '[taken back]' }])
})

test('a store of before knows text alone, and takes what messages carry from now on', () => {
  const path = join(folder(), 'chime.db')
  openDatabase(path).close()
  const old = new DatabaseSync(path)
  old.exec(`ALTER TABLE message DROP COLUMN parts; PRAGMA user_version = 3;
    INSERT INTO message (grp, id, ts, sender, name, bot, text) VALUES ('web:lab', '1', 1, 'ann', 'Ann', 0, 'hi')`)
  old.close()
  const db = openDatabase(path)
  onTestFinished(() => db.close())
  const { put, lines } = openTalk(db)
  const line = { ts: 1, sender: 'ann', name: 'Ann', bot: false }
  put('web:lab', { ...line, id: '2', text: '[voice: 3 s]', parts: [{ kind: 'voice', seconds: 3 }] })
  expect(lines('web:lab', ['1', '2']).map(({ parts }) => parts)).toEqual([undefined, [{ kind: 'voice', seconds: 3 }]])
})
