// What the bridge remembers, and what it forgets (X2, X3, S5).
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openBridgeStore } from '../../../src/store/bridge.ts'

const open = () => openBridgeStore(new DatabaseSync(':memory:'))

test('the longest journey of a batch counts, and no peer can shorten one that is known (X3)', () => {
  const store = open()
  store.noteJourney('g', 'a', { hops: 3, root: 'r' }, 1)
  store.noteJourney('g', 'b', { hops: 1, root: 'q' }, 1)
  store.noteJourney('g', 'a', { hops: 1, root: 'forged' }, 2)
  expect(store.journeyOf('g', ['unknown', 'b', 'a'])).toEqual({ hops: 3, root: 'r' })
  store.noteJourney('g', 'b', { hops: 4, root: 'r' }, 2)
  expect(store.journeyOf('g', ['a', 'b'])).toEqual({ hops: 4, root: 'r' })
  expect([store.journeyOf('h', ['a']), store.journeyOf('g', ['unknown'])]).toEqual([undefined, undefined])
})

test('a reply that was planned is taken once, the last plan of a turn counts', () => {
  const store = open()
  store.plan(1, 7, { text: 'first', replyTo: 'a', batch: ['a'] })
  store.plan(1, 7, { text: 'second', replyTo: 'b', batch: ['a', 'b'] })
  expect([store.takePlan(1, 8), store.takePlan(1, 7), store.takePlan(1, 7)]).toEqual([
    undefined,
    { text: 'second', replyTo: 'b', batch: ['a', 'b'] },
    undefined,
  ])
})

test('events and journeys are kept until they are older than what is pruned, the oldest go first', () => {
  const store = open()
  for (const at of [1, 2, 3]) {
    store.see('beta', `e${at}`, at)
    store.noteJourney('g', `m${at}`, { hops: at, root: 'r' }, at)
  }
  const left = () => [1, 2, 3].map((at) => [store.hasSeen('beta', `e${at}`), !!store.journeyOf('g', [`m${at}`])])
  for (const rows of store.oldRows) rows.step(3, 1)
  expect(left()).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ])
  for (const rows of store.oldRows) rows.step(3, 10)
  expect(left()).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ])
  expect(store.hasSeen('gamma', 'e3')).toBe(false)
})
