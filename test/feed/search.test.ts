// The search of the page, over messages and verdicts.
import { expect, test } from 'vitest'
import type { Verdict } from '../../machines/group/types.ts'
import type { WhyKey } from '../../machines/group/verdicts/why.ts'
import { makeHub } from '../../src/feed/hub.ts'
import { search } from '../../src/feed/search.ts'
import { rowOf, stepTold } from './feed-fixture.ts'

const said = (id: string, at: number, text: string) => ({ id, at, sender: 'ann', name: 'Ann', bot: false, text })
const verdict = (why: WhyKey): Verdict => ({
  turn: 1,
  at: 9,
  gate: 'addressee',
  outcome: 'skip',
  why,
  messages: ['m1'],
})

/** Two bots in the room a, one in b; `seq` is also when they stepped last. */
function world(asked: { key: string; most: number }[] = []) {
  const hub = makeHub({ start: 0 })
  const step = (key: string, seq: number, verdicts: Verdict[] = []): void =>
    hub.step(stepTold(rowOf(key, seq), { key, seq, verdicts }))
  step('iris web:a', 1, [verdict('mentioned')])
  step('rex web:a', 2, [verdict('addressedToOther')])
  step('iris web:b', 3)
  const talks: Record<string, ReturnType<typeof said>[]> = {
    'web:a': [said('m1', 1, 'Soup for lunch?'), said('m2', 4, 'The soup is out.')],
    'web:b': [said('m3', 2, 'No soup here'), said('m4', 3, 'Tea?')],
  }
  const talk = (key: string, most: number) => {
    asked.push({ key, most })
    return talks[key.split(' ')[1] ?? ''] ?? []
  }
  return { find: (words: string, most = 20) => search({ hub, talk }, words, most), hub }
}

test('messages of all rooms are found, the newest first, each under a bot of its room', () => {
  const { find } = world()
  const found = find('SOUP')
  expect(found.messages.map(({ key, line }) => `${key} ${line.id}`)).toEqual([
    'rex web:a m2',
    'iris web:b m3',
    'rex web:a m1',
  ])
  expect(find('soup out').messages.map(({ line }) => line.id)).toEqual(['m2'])
  expect(find('soup', 1).messages.map(({ line }) => line.id)).toEqual(['m2'])
})

test('verdicts are found by what they say in either language, with their step', () => {
  const { find } = world()
  const foundFor = (words: string) =>
    find(words).verdicts.map(({ key, seq, verdict: { why } }) => `${key} ${seq} ${why}`)
  expect(foundFor('提到')).toEqual(['iris web:a 1 mentioned'])
  expect(foundFor('addressee')).toEqual(['rex web:a 2 addressedToOther', 'iris web:a 1 mentioned'])
  expect(foundFor('mentioned bot')).toEqual(['iris web:a 1 mentioned'])
})

test('of each room the last hundred messages are read, of the sixty rooms that were active last', () => {
  const asked: { key: string; most: number }[] = []
  const { find, hub } = world(asked)
  for (let i = 0; i < 100; i += 1) hub.step(stepTold(rowOf(`iris web:${i}`, 10 + i), { key: '', seq: 1, verdicts: [] }))
  const { rooms, lines } = find('soup')
  expect({ rooms, lines, asked: asked.length, most: [...new Set(asked.map(({ most }) => most))] }).toEqual({
    rooms: 60,
    lines: 100,
    asked: 60,
    most: [100],
  })
  expect(asked[0]?.key).toBe('iris web:99')
})
