// What is taken back, corrected or forgotten leaves what runs wrote down.
import { expect, test } from 'vitest'
import type { TapeEntry } from '../../machines/agent/children.ts'
import { room } from './room.ts'

const [lobby, den] = ['web:lobby', 'web:den']
const [irisKey, rexKey] = ['iris web:lobby', 'rex web:lobby']
const entry = (id: string, body: unknown, kind: TapeEntry['kind'] = 'tool_result'): TapeEntry => ({
  run: 'r1',
  id,
  kind,
  body,
  tokens: 9,
})
const forgotten = { text: '[forgotten]', forgotten: true }

test('a message that was taken back is in no row of any bot of the room that quotes it or was made of it', () => {
  const { talk, tape, memory, say } = room()
  const id = say(lobby, 'my code is 7741-22')
  say(den, 'my code is 7741-22')
  const rows = [
    entry('ask', { messages: [id] }, 'message'),
    entry('0.0r', { text: 'Ann wrote: My code is 7741-22, last night' }),
    entry('1.0', {
      tool: 'fs.write',
      wire: 'w1',
      name: 'my code is 7741-22',
      arguments: '{"text":"7741"}',
      messages: [id],
    }),
    entry('1.0r', { text: 'a digest of the talk', messages: [id] }),
    entry('f', { text: 'Ann told a code', messages: [id] }, 'fact'),
    entry('2.0r', { text: 'nothing of it' }),
  ]
  for (const key of [irisKey, rexKey, 'iris web:den']) tape.append(key, 1, rows)
  memory.corrected(lobby, id, () => talk.correct(lobby, id, '[taken back]', false))
  const bodies = (key: string) => tape.ofRun(key, 'r1').map(({ body }) => body)
  const emptied = { tool: 'fs.write', wire: 'w1', arguments: '{}', forgotten: true }
  const left = [{ messages: [id] }, forgotten, emptied, forgotten, { text: 'nothing of it' }]
  expect({
    iris: bodies(irisKey),
    rex: bodies(rexKey),
    elsewhere: bodies('iris web:den'),
    found: [irisKey, 'iris web:den'].map((key) => tape.search(key, '7741', { all: true }).length),
  }).toEqual({ iris: left, rex: left, elsewhere: rows.map(({ body }) => body), found: [0, 2] })
})

test('an order to forget reaches the tape of the bot that was told alone', () => {
  const { tape, say, tell } = room()
  const id = say(lobby, 'the safe opens with 5512 and a blue key')
  const row = entry('0.0r', { text: 'the safe opens with 5512 and a blue key', messages: [id] })
  for (const key of [irisKey, rexKey]) tape.note(key, 1, [row])
  tell('iris', lobby, 'iris, forget what I said about the safe')
  expect([irisKey, rexKey].map((key) => tape.ofRun(key, 'r1')[0]?.body)).toEqual([forgotten, row.body])
})

test('an order to forget everything leaves nothing of the tape, and what comes after it stays', () => {
  const { tape, tell, say } = room()
  tape.note(irisKey, 1, [entry('f', { text: 'Ann likes tea' }, 'fact'), entry('a', { summary: 'tea' }, 'anchor')])
  say(lobby, 'hello')
  tell('iris', lobby, 'iris, forget everything')
  tape.note(irisKey, Date.UTC(2030, 1), [entry('later', { text: 'later' })])
  const { anchor, entries } = tape.context(irisKey, 1_000)
  expect([anchor, entries.map(({ id }) => id), tape.facts(irisKey), tape.search(irisKey, 'tea')]).toEqual([
    undefined,
    ['later'],
    [],
    [],
  ])
})
