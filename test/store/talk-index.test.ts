// The index follows the talk a step behind, loses nothing of it, and no look-up grows with the store.
import { expect, test } from 'vitest'
import { openTalk } from '../../src/store/talk.ts'
import { openMemoryStore } from '../../src/store/memory.ts'
import { oldRows } from '../../src/store/old-rows.ts'
import { openTalkIndex } from '../../src/store/talk-index.ts'
import { inMemory, storeFile } from '../host/stores.ts'

const line = (id: string, text: string, ts = 1) => ({ id, ts, sender: 'ann', name: 'Ann', bot: false, text })
const rows = (index: ReturnType<typeof openTalkIndex>, group: string, term: string) =>
  index.search(group, [term], 50)[0]?.rows

test('finds words, numbers and pairs of Han signs in their own group alone', () => {
  const db = inMemory()
  const [talk, index] = [openTalk(db), openTalkIndex(db)]
  talk.put('web:lobby', line('a', 'We need 60 papers, 3.5 a day'))
  talk.put('web:den', line('b', '60 papers'))
  talk.put('web:lobby', line('c', '统计学的作业'))
  const found = () => ({
    lobby: ['60', 'paper', '3_5', '统计', '作业', '学的'].map((term) => rows(index, 'web:lobby', term)),
    den: rows(index, 'web:den', '60'),
    yard: rows(index, 'web:yard', '60'),
  })
  const expected = { lobby: [[1], [1], [1], [3], [3], []], den: [2], yard: undefined }
  expect(found()).toEqual(expected)
  index.catchUp()
  expect(found()).toEqual(expected)
})

test('a search waits for no write: what is not in the index yet is found as if it were', () => {
  const db = inMemory()
  const [talk, index] = [openTalk(db), openTalkIndex(db)]
  for (let i = 1; i <= 30; i += 1) talk.put('web:lobby', line(`m${i}`, i % 3 === 0 ? 'blue key' : 'red door'))
  index.catchUp()
  for (let i = 31; i <= 60; i += 1) talk.put('web:lobby', line(`m${i}`, i % 5 === 0 ? 'blue key' : 'red door'))
  const search = (most: number) => index.search('web:lobby', ['blue', 'door', 'cat'], most)
  const changes = () => db.prepare('SELECT total_changes() AS n').get()?.['n']
  const written = changes()
  const before = [search(4), search(9), search(50)]
  expect(changes()).toBe(written)
  index.catchUp()
  expect(before).toEqual([search(4), search(9), search(50)])
})

test('a store of before is read from its newest line backwards, a step at a time, and a restart goes on from there', () => {
  const open = storeFile()
  const db = open()
  const talk = openTalk(db)
  db.exec('BEGIN')
  for (let i = 1; i <= 2_400; i += 1) talk.put('web:lobby', line(`m${i}`, i === 1 ? 'aardvark' : `word ${i}`))
  db.exec('COMMIT')
  const index = openTalkIndex(db)
  talk.put('web:lobby', line('new', 'zebra'))
  expect([index.catchUp(), rows(index, 'web:lobby', 'zebra'), rows(index, 'web:lobby', 'aardvark')]).toEqual([
    true,
    [2_401],
    [],
  ])
  db.close()
  const again = openTalkIndex(open())
  again.catchUp()
  expect([again.catchUp(), again.catchUp(), rows(again, 'web:lobby', 'aardvark')]).toEqual([false, false, [1]])
})

test('what is corrected is found by its new words, what is pruned by none, and rows that count from one again are read', () => {
  const db = inMemory()
  const [talk, index] = [openTalk(db), openTalkIndex(db)]
  talk.put('web:lobby', line('a', 'the key is blue'))
  talk.put('web:lobby', line('b', 'the key is red'))
  index.catchUp()
  talk.correct('web:lobby', 'a', 'the key is green')
  index.corrected('web:lobby', 1, 'the key is green')
  expect(['blue', 'green', 'red', 'key'].map((term) => rows(index, 'web:lobby', term))).toEqual([[], [1], [2], [2, 1]])
  for (const table of oldRows(db)) table.step(100, 100)
  expect(rows(index, 'web:lobby', 'key')).toEqual([])
  talk.put('web:lobby', line('c', 'the key is gold', 200))
  expect([rows(index, 'web:lobby', 'key'), rows(index, 'web:lobby', 'gold')]).toEqual([[1], [1]])
})

test('no look-up of memory reads more rows the more are stored', () => {
  const db = inMemory()
  const said: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = (text) => {
    said.push(text)
    return prepare(text)
  }
  openMemoryStore(db)
  openTalkIndex(db)
  db.prepare = prepare
  const plans = said
    .filter((text) => /^\s*(?:SELECT|UPDATE|DELETE)/.test(text))
    .map((text) => {
      const steps = db
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .map(({ detail }) => String(detail))
      return { text, steps }
    })
  const scans = plans.filter(({ text, steps }) =>
    steps.some((step) => {
      // One row; and the full-text index, which gives the newest rows of a word one by one.
      if (/SCAN talk_indexed|SCAN talk_index VIRTUAL TABLE|SCAN CONSTANT ROW/.test(step)) return false
      return step.startsWith('SCAN') ? !/LIMIT/.test(text) : /TEMP B-TREE/.test(step)
    }),
  )
  expect([plans.length > 15, scans]).toEqual([true, []])
})
