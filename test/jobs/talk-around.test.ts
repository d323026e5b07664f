// What a prompt is given of the talk around a batch, from the store and from memory (I4).
import { describe, expect, test } from 'vitest'
import type { Part } from '../../src/language/parts.ts'
import { memoryTalk } from '../../src/lab/virtual/memory-talk.ts'
import { makeMember } from '../../src/room/members.ts'
import { promptTalk } from '../../src/jobs/stored-talk.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openTalk } from '../../src/store/talk.ts'
import type { Talk } from '../../src/prompt/talk.ts'
import { iris } from '../prompt/iris.ts'

interface Said {
  id: string
  ts: number
  sender: string
  bot: boolean
  replyTo?: string
}

const group = 'web:lobby'
const line = (ts: number, id: string, sender: string, replyTo?: string): Said => ({
  id,
  ts,
  sender,
  bot: sender === 'iris' || sender === 'rex',
  ...(replyTo !== undefined && { replyTo }),
})

function fromStore(said: readonly Said[], batch: string[]): Talk {
  using db = openDatabase(':memory:')
  const store = openTalk(db)
  for (const each of said) store.put(group, { ...each, name: each.sender, text: each.id })
  const member = makeMember(iris, 'iris')
  return promptTalk(
    store,
    () => member,
    () => 0,
  ).talk('iris')(group, batch)
}

function fromMemory(said: readonly Said[], batch: string[]): Talk {
  const memory = memoryTalk()
  for (const { bot, ...each } of said) {
    const own = each.sender === 'iris'
    memory.add(group, { ...each, name: each.sender, text: each.id, mentioned: false, own }, bot)
  }
  return memory.around(group, batch)
}

const ids = ({ before, batch, after, linked = [] }: Talk) => {
  const of = (lines: Talk['before']) => lines.map(({ id }) => id)
  return { before: of(before), batch: of(batch), after: of(after), linked: of(linked) }
}

describe.each([
  ['the store', fromStore],
  ['memory', fromMemory],
] as const)('%s', (_what, from) => {
  test('gives the bot’s own words, and those of others, between two lines of a batch', () => {
    const said = [
      line(1, 'question', 'bob'),
      line(2, 'addition', 'bob'),
      line(3, 'answer', 'iris', 'question'),
      line(4, 'aside', 'rex'),
      line(5, 'third', 'bob'),
      line(6, 'since', 'ann'),
    ]
    const talk = from(said, ['addition', 'third'])
    expect(ids(talk)).toEqual({
      before: ['question'],
      batch: ['addition', 'answer', 'aside', 'third'],
      after: ['since'],
      linked: ['question'],
    })
    expect(talk.batch.map(({ own, bot, replyTo }) => ({ own, bot, replyTo }))).toEqual([
      { own: false, bot: false, replyTo: undefined },
      { own: true, bot: true, replyTo: 'question' },
      { own: false, bot: true, replyTo: undefined },
      { own: false, bot: false, replyTo: undefined },
    ])
  })

  test('gives the bot’s last words and what a line replies to, however far back', () => {
    const crowd = Array.from({ length: 300 }, (_each, n) => line(10 + n, `crowd ${n}`, 'ann'))
    const said = [
      line(1, 'earlier words', 'iris'),
      line(2, 'last words', 'iris'),
      line(3, 'old question', 'bob'),
      ...crowd,
      line(400, 'and now?', 'bob', 'old question'),
    ]
    const talk = from(said, ['and now?'])
    expect(new Set(ids(talk).linked)).toEqual(new Set(['last words', 'old question']))
    expect(ids(talk).before.length).toBe(60)
    expect(ids(talk).before.at(-1)).toBe('crowd 299')
  })

  test('gives nothing for a batch that it does not know', () => {
    expect(ids(from([line(1, 'a', 'bob')], ['gone']))).toEqual({ before: [], batch: [], after: [], linked: [] })
  })
})

test('a quote of what the bot itself wrote is told as its own, and nobody else’s (A12)', () => {
  using db = openDatabase(':memory:')
  const store = openTalk(db)
  const parts = ['iris', 'rex'].map((sender) => ({ kind: 'quote' as const, sender, text: 'Welch' }))
  store.put(group, { ...line(1, 'a', 'ann'), name: 'Ann', text: 'so?', parts })
  const member = makeMember(iris, 'iris')
  const { talk } = promptTalk(
    store,
    () => member,
    () => 0,
  )
  expect(talk('iris')(group, ['a']).batch[0]?.parts).toEqual([{ ...parts[0], own: true }, parts[1]])
})

test('whom a line calls is marked, whom it only speaks of perhaps, and the name of a file is nobody (M3)', () => {
  const db = openDatabase(':memory:')
  try {
    const store = openTalk(db)
    const put = (n: number, text: string, parts?: Part[]) =>
      store.put(group, { ...line(n, String(n), 'ann'), name: 'Ann', text, ...(parts && { parts }) })
    put(1, 'Iris, which test?')
    put(2, 'even Iris said so')
    put(3, 'the minutes [file: Iris reply to all.txt]', [{ kind: 'file', name: 'Iris reply to all.txt' }])
    const member = makeMember(iris, 'iris')
    const { talk } = promptTalk(
      store,
      () => member,
      () => 0,
    )
    const { batch } = talk('iris')(group, ['1', '2', '3'])
    expect(batch.map(({ mentioned, perhaps = false }) => [mentioned, perhaps])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
  } finally {
    db.close()
  }
})
