// Two bots of one service in one group whose channel is slow: the one that speaks first is heard before the other speaks.
import { expect, test } from 'vitest'
import type { AnyMachineSnapshot } from 'xstate'
import { actorKey, partsOf } from '../../src/room/key.ts'
import type { Rehearsed } from '../../src/host/virtual/virtual-host.ts'
import { isFloor } from '../../src/room/floor.ts'
import { kinds } from '../../src/room/kinds.ts'
import { inputWith, yes } from '../fakes/group-life.ts'
import { virtualWorld } from '../world/world.ts'

const bots = ['iris', 'rex', 'idle']
const keyOf = (bot: string) => actorKey({ bot, group: 'web:lobby', oneToOne: false })
const pauses = { iris: 4_000, rex: 4_600, idle: 4_000 } as Record<string, number>

interface Room {
  isTold?: boolean
  type?: 'short' | 'reaction'
  deliver?: (n: number) => Rehearsed
}

/** A post takes 900 ms, and 700 more until the others see it. */
function room({ isTold = true, type = 'short', deliver }: Room = {}) {
  const events: string[] = []
  /** Of the floor, as its steps leave it. */
  const states: string[] = []
  let posts = 0
  const after = (afterMs: number, output: unknown): Rehearsed => ({ outcome: { output }, afterMs })
  const draft = { text: 'One.', type, similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }
  const shown: { at: number; bot: string }[] = []
  const { host, hear } = virtualWorld({
    inputOf(key) {
      const ms = pauses[partsOf(key).bot] ?? 0
      return inputWith({ delay: { fastMs: [ms, ms] } })
    },
    hosted: { kinds, room: { floorOf: () => (isTold ? bots.map(keyOf) : []) } },
    answer(src, { draft: isDraft }: { draft?: unknown }, { key, at }) {
      if (src === 'decide') return after(500, isDraft ? { ...yes, verdict: 'drop' } : yes)
      if (src === 'compose') return after(1_000, draft)
      posts += 1
      const answer = deliver?.(posts) ?? after(900, { id: `sent-${posts}` })
      if ('output' in answer.outcome) shown.push({ at: at + 1_600, bot: partsOf(key).bot })
      return answer
    },
  })
  host.subscribe((step) => {
    const { bot } = partsOf(step.key)
    if (isFloor(step.key)) states.push(`${step.at} ${String((step.snapshot as AnyMachineSnapshot).value)}`)
    else if (/^floor|^xstate.done.actor.deliver/.test(step.event.type))
      events.push(`${step.at} ${bot} ${step.event.type}`)
  })
  for (const bot of ['iris', 'rex']) hear(1_000, { id: '1000' }, keyOf(bot))
  for (let next = host.nextDue(); next !== undefined && next < 30_000; next = host.nextDue()) {
    const [first] = shown
    if (first && first.at <= next) {
      shown.shift()
      for (const bot of ['iris', 'rex'].filter((id) => id !== first.bot))
        hear(first.at, { id: `${first.at}`, kind: 'peer', sender: first.bot }, keyOf(bot))
    } else host.runUntil(next)
  }
  return { events, posts, states }
}

test('without a word to the others both answer', () => {
  expect(room({ isTold: false }).posts).toBe(2)
})

test('a bot that waits with its draft hears that another one posts, and when its words must be there (L3)', () => {
  const { events, posts } = room()
  expect({ events, posts }).toEqual({
    events: ['9500 rex floor.taken', '10400 iris xstate.done.actor.deliver', '10400 rex floor.freed'],
    posts: 1,
  })
})

test('a sign takes no floor', () => {
  expect(room({ type: 'reaction' }).events).toEqual([
    '10400 iris xstate.done.actor.deliver',
    '11000 rex xstate.done.actor.deliver',
  ])
})

test('what the channel does not take frees the floor', () => {
  const failed: Rehearsed = { outcome: { error: { kind: 'permanent', message: 'no such room' } }, afterMs: 300 }
  const { events, posts } = room({
    deliver: (n) => (n === 1 ? failed : { outcome: { output: { id: 'b' } }, afterMs: 900 }),
  })
  expect({ events, posts }).toEqual({
    events: ['9500 rex floor.taken', '9800 rex floor.freed', '11000 rex xstate.done.actor.deliver'],
    posts: 2,
  })
})

test('the floor is a chart of the room: taken by a post, then held until its words are there or time is up', () => {
  expect(room().states).toEqual(['9500 free', '9500 posting', '10400 awaitingWords', '12400 free'])
})
