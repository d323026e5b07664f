// Lines of a talk as a room shows them.
import { expect, test } from 'vitest'
import type { TalkLine } from '../../src/feed/contract.ts'
import { arranged } from '../../visualizer/room/arrange.ts'

const line = (id: string, change: Partial<TalkLine> = {}): TalkLine => ({
  id,
  at: 1_000,
  sender: 'person:ann',
  name: 'Ann',
  bot: false,
  text: id,
  ...change,
})
const iris = { sender: 'iris', name: 'Iris', bot: true }

test('what one person says in a row stands together, unless it answers something or comes much later', () => {
  const lines = [line('m1'), line('m2'), line('m3', iris), line('m4', { replyTo: 'm1' }), line('m5', { at: 400_000 })]
  expect(arranged(lines).map(({ line: { id }, joins }) => [id, joins])).toEqual([
    ['m1', false],
    ['m2', true],
    ['m3', false],
    ['m4', false],
    ['m5', false],
  ])
})

test('the quoted line is told where it does not stand right before', () => {
  const lines = [line('m1'), line('m2', { ...iris, replyTo: 'm1' }), line('m3', { ...iris, replyTo: 'm1' })]
  expect(arranged(lines).map(({ quoted }) => quoted?.id)).toEqual([undefined, undefined, 'm1'])
})

test('a reaction stands on its message; one whose message is not there stands as a line', () => {
  const nod = line('r1', { ...iris, text: '👍', replyTo: 'm1', reaction: true })
  const stray = line('r2', { ...iris, text: '🎉', replyTo: 'gone', reaction: true })
  expect(arranged([line('m1'), nod, line('m2'), stray])).toEqual([
    { line: line('m1'), joins: false, reactions: [nod] },
    { line: line('m2'), joins: true, reactions: [] },
    { line: stray, joins: false, reactions: [] },
  ])
})
