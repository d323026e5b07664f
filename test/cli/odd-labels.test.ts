// Labels that once were lost together, and messages that once counted twice.
import { expect, test } from 'vitest'
import { readLabelled } from '../../src/lab/eval/labels.ts'
import { byName, evaluated, labelledTalk } from './eval-talk.ts'
import { jsonLines } from './talk.ts'
import { folder } from '../world/folders.ts'

const line = (id: string, labels: object) => ({ id, ts: 1, group: 'g', sender: 's', text: 't', ...labels })

const read = (lines: readonly object[]) => readLabelled(`${folder({ 'talk.jsonl': jsonLines(lines) })}/talk.jsonl`)

test('a name that cannot be used does not take the others with it; a label without any is none', async () => {
  const { lines } = await read([
    line('list', { addressee: ['Ann', 5, null, ''], addresseeChain: [{}, 'Bob'], replyTo: [[], 'x', 7] }),
    line('one', { addressee: 'Ann', replyTo: 'x' }),
    line('none', { addressee: [] }),
    line('null', { addressee: null }),
    line('absent', {}),
    line('object', { addressee: { 0: 'Ann' } }),
    line('spoilt', { addressee: [null, ''] }),
  ])
  expect(lines.map(({ id, addressee, chain, answers, counts }) => [id, addressee, chain, answers, counts])).toEqual([
    ['list', ['Ann', '5'], ['Bob'], ['x', '7'], true],
    ['one', ['Ann'], [], ['x'], true],
    ['none', [], [], [], true],
    ['null', [], [], [], true],
    ['absent', [], [], [], true],
    ['object', [], [], [], false],
    ['spoilt', [], [], [], false],
  ])
})

test('of a message that comes again the earliest counts, with its own labels (R10)', async () => {
  const { lines, duplicates } = await read([
    line('b', { ts: 9, addressee: ['late'] }),
    line('a', { ts: 3, addressee: ['late'] }),
    { ...line('a', { ts: 1, addressee: ['lost'] }), sender: null },
    line('a', { ts: 2, addressee: ['first'] }),
    line('a', { ts: 2, addressee: ['second'] }),
    line('a', { ts: 4, group: 'other', addressee: ['other'] }),
  ])
  expect(duplicates).toBe(2)
  expect(lines.map(({ id, group, ts, addressee }) => [id, group, ts, addressee])).toEqual([
    ['a', 'g', 2, ['first']],
    ['a', 'other', 4, ['other']],
    ['b', 'g', 9, ['late']],
  ])
})

test('messages that come again change no figure but their own (R10)', async () => {
  const later = labelledTalk.map((each) => ({ ...each, ts: each.ts + 10_000_000 }))
  const twice = { 'talk.jsonl': jsonLines([...labelledTalk, ...labelledTalk.slice(0, 3), ...later]) }
  const [once, again] = await Promise.all([evaluated([]), evaluated([], twice)])
  const { elapsedMs: _, ...figures } = once.summary
  const { elapsedMs: __, ...figuresAgain } = again.summary
  expect(figuresAgain).toEqual({ ...figures, duplicates: 11 })
  expect(byName(once).cost['others']).toBeGreaterThan(0)
})
