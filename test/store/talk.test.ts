// What the talk tells of who was there.
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { openTalk } from '../../src/store/talk.ts'

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
