// Records that once hung, split, merged or swallowed a replay.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actorKey, partsOf } from '../../src/room/key.ts'
import { readTalk } from '../../src/lab/replay/records.ts'
import { chime } from './chime.ts'
import { folder } from '../world/folders.ts'

const read = (text: string) => {
  const file = join(folder({}), 'talk.jsonl')
  writeFileSync(file, text)
  return readTalk(file)
}
const line = (over: object): string => JSON.stringify({ id: 'a', ts: 1, group: 'g', sender: 's', text: 't', ...over })

test('a time that no date can have is rejected with its line number', async () => {
  const { records, rejected } = await read(`${line({})}\n${line({ id: 'b' }).replace('"ts":1', '"ts":1e20')}`)
  expect(records.map(({ id }) => id)).toEqual(['a'])
  expect(rejected).toEqual([{ line: 2, why: 'ts: missing or not usable' }])
})

test('a line separator inside a string ends no line, and a byte order mark is no part of one', async () => {
  const { records, rejected } = await read(`\uFEFF${line({ text: 'one\u2028two' })}\n${line({ id: 'b' })}\n`)
  expect(records.map(({ id, text }) => [id, text])).toEqual([
    ['a', 'one\u2028two'],
    ['b', 't'],
  ])
  expect(rejected).toEqual([])
})

test('a number that JSON cannot keep is no id, and fractions of a millisecond are rounded', async () => {
  const { records, rejected } = await read(
    `{"id":9007199254740993,"ts":1,"group":"g","sender":"s"}\n${line({ ts: 1.6 })}`,
  )
  expect(records.map(({ ts }) => ts)).toEqual([2])
  expect(rejected).toEqual([{ line: 1, why: 'id: missing or not usable' }])
})

test('a group that is called like a one-to-one chat is a group of its own', () => {
  for (const group of ['x', 'direct x', ' x', ' direct x']) {
    for (const oneToOne of [false, true]) {
      const place = { bot: 'iris', group, oneToOne }
      expect(partsOf(actorKey(place))).toEqual(place)
    }
  }
  const keys = ['x', 'direct x', ' x'].flatMap((group) =>
    [false, true].map((oneToOne) => actorKey({ bot: 'iris', group, oneToOne })),
  )
  expect(new Set(keys).size).toBe(keys.length)
})

async function replayed(records: readonly object[], decide: string, bot = 'Iris'): Promise<Record<string, unknown>> {
  const cwd = folder({ 'talk.jsonl': records.map((record) => line(record)).join('\n') })
  const { out } = await chime(['replay', 'talk.jsonl', '--bot', bot, '--decide', decide, '--json'], { cwd })
  return JSON.parse(out) as Record<string, unknown>
}

test('fractions of a millisecond break no promise', async () => {
  const records = Array.from({ length: 300 }, (_, n) => ({ id: `m${n}`, ts: 0.1 + n * 1_000.3, text: `Iris, ${n}?` }))
  expect(await replayed(records, 'never')).toMatchObject({ messages: 300, minDispatchGapMs: null, violations: [] })
})

test('a recorded id that looks like that of a reply is no duplicate of one', async () => {
  const records = [
    { id: 'a', ts: 1_000, text: 'Iris, anybody?' },
    { id: 'sent-1', ts: 600_000, text: 'and now?' },
  ]
  expect(await replayed(records, 'always')).toMatchObject({ messages: 2, duplicates: 0, replies: 2 })
})

test('the bot is mentioned by a name in another case, with a sign before it or none (M2)', async () => {
  const records = ['iris', '@IRIS', 'irish'].map((name, n) => ({ id: `m${n}`, ts: n * 600_000, mentions: [name] }))
  expect(await replayed(records, 'never')).toMatchObject({ messages: 3, mentions: 2 })
})

test('a mention that cannot be used does not take the others with it, nor a bad link the good one', async () => {
  const mentions = ['Iris', 3, '', null, { key: '@_1', id: 7, name: 'Rex' }, { id: null, name: 'Ann' }, [['Bob']]]
  const texts = [
    line({ mentions }),
    line({ mentions: 'Iris', replyTo: [null, 7, 'b'] }),
    line({ mentions: { name: 'Iris' }, replyTo: {} }),
  ]
  const { records } = await read(texts.join('\n'))
  expect(records.map((record) => [record.mentions, record.replyTo])).toEqual([
    [['Iris', '3', 'Rex', '7', 'Ann'], undefined],
    [['Iris'], '7'],
    [['Iris'], undefined],
  ])
})

test('a line of 40 MB is read within seconds', { timeout: 5_000 }, async () => {
  const text = 'one or two '.repeat(3_600_000)
  const { records } = await read(`${line({})}\n${line({ id: 'b', text })}\n${line({ id: 'c' })}`)
  expect(records.map((record) => [record.id, record.text.length])).toEqual([
    ['a', 1],
    ['b', text.length],
    ['c', 1],
  ])
})

test('a part of a name with dots is no name, and own lines are known in any case (M1, M2)', async () => {
  const records = [
    { id: 'a', ts: 1_000, text: 'the St is closed' },
    { id: 'b', ts: 60_000, text: 'St, hello' },
    { id: 'c', ts: 120_000, sender: 'st.elmo', text: 'I said it' },
    { id: 'd', ts: 180_000, mentions: ['ST.ELMO'] },
  ]
  expect(await replayed(records, 'never', 'St.Elmo')).toMatchObject({ messages: 4, own: 1, mentions: 1 })
})

test('a group that is called like a one-to-one chat is replayed as a group, beside the one without the word', async () => {
  const records = ['direct x', 'x'].map((group, n) => ({ id: 'a', ts: n * 1_000, group, text: 'which one?' }))
  expect(await replayed(records, 'never')).toMatchObject({
    messages: 2,
    groups: 2,
    compositions: 2,
    skips: { compose: 2 },
  })
})

test('talk in another encoding is refused with its line, not read as other letters', async () => {
  const write = (bytes: Buffer): string => {
    const file = join(folder({}), 'talk.jsonl')
    writeFileSync(file, bytes)
    return file
  }
  const lines = `${line({})}\n${line({ id: 'b', text: 'café' })}\n`
  const [latin, wide] = [write(Buffer.from(lines, 'latin1')), write(Buffer.from(lines, 'utf16le'))]
  await expect(readTalk(latin)).rejects.toThrow(
    `${latin} cannot be read: line 2: byte 54 is not UTF-8 (Latin-1 or another encoding?): save the file as UTF-8`,
  )
  await expect(readTalk(wide)).rejects.toThrow(`${wide} cannot be read: line 1: it is UTF-16, not UTF-8`)
})

test('what has no lines is refused before it fills the memory', async () => {
  await expect(readTalk('/dev/zero')).rejects.toThrow(
    '/dev/zero cannot be read: line 1 is longer than 67108864 bytes: it is no talk',
  )
  await expect(readTalk('/')).rejects.toThrow('/ cannot be read: it is a folder, not a file')
})

test('a character that two reads of a file share is one character', async () => {
  const text = `x${'長'.repeat(100_000)}`
  expect((await read(`${line({ text })}\n${line({ id: 'b' })}`)).records.map((record) => record.text)).toEqual([
    text,
    't',
  ])
})
