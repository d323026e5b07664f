// The embedded host takes every message once, heeds nothing that is out of date, and forgets idle groups harmlessly (R10).
import { describe, expect, test } from 'vitest'
import { StoreError } from '../../src/store/database.ts'
import { inputWith, yes } from '../fakes/group-life.ts'
import { inbound, type LocalLife, localLife, settled } from './local-life.ts'
import { inMemory, storeFile } from './stores.ts'

describe('a message is taken once (R10)', () => {
  test('its duplicate is dropped, also after the store was opened anew', () => {
    const open = storeFile()
    const db = open()
    const life = localLife({ db })
    expect([life.say({ id: 'a' }), life.say({ id: 'a' })]).toEqual(['accepted', 'duplicate'])
    db.close()
    const next = localLife({ db: open() })
    expect([next.say({ id: 'a' }), next.say({ id: 'b' })]).toEqual(['duplicate', 'accepted'])
    expect((next.context()['queue'] as { buffer: { id: string }[] }).buffer.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('the same id in two groups is two messages (bad input 19)', () => {
    const life = localLife({ db: inMemory() })
    expect([life.say({ id: 'a' }, 'g'), life.say({ id: 'a' }, 'h')]).toEqual(['accepted', 'accepted'])
  })

  test('messages of several groups go in with one transaction, or not at all', () => {
    const life = localLife({ db: inMemory() })
    const all = [inbound({ id: 'a' }, 0, 'g'), inbound({ id: 'a' }, 0, 'h'), inbound({ id: 'a' }, 0, 'g')]
    const fail = () => {
      throw new Error('not today')
    }
    expect(() => life.host.receive(all, fail)).toThrow(StoreError)
    expect(life.host.actors.list()).toEqual([])
    expect(life.host.receive(all)).toEqual(['accepted', 'accepted', 'duplicate'])
  })

  test('a server time with a fraction is no reason to refuse a message (V4)', () => {
    const life = localLife({ db: inMemory() })
    life.clock.jump(1_000)
    expect(life.say({ id: 'a', ts: 999.5 })).toBe('accepted')
  })
})

describe('what is out of date has no effect', () => {
  test('a timer that was cancelled at the very ms it was due', () => {
    const life = localLife({ db: inMemory() })
    life.say({ id: 'a' })
    life.clock.jump(3_000)
    life.say({ id: 'b', mentioned: true })
    const { length } = life.steps
    life.clock.advance(4_000)
    expect(life.steps.slice(length)).toEqual([])
  })

  test('an answer that comes after its state was left', async () => {
    const life = localLife({ db: inMemory(), input: inputWith({ batching: { intervalMs: 0 } }) })
    life.say({ id: 'a' })
    life.clock.advance(life.clock.now())
    const [call] = life.calls
    life.clock.advance(12_000)
    const story = storyOf(life)
    call?.settle({ output: yes })
    await settled()
    expect(storyOf(life)).toEqual(story)
  })

  test('an answer to a call that was asked again since: the generation tells', async () => {
    const db = inMemory()
    const input = inputWith({ batching: { intervalMs: 0 } })
    const first = localLife({ db, input })
    first.say({ id: 'a' })
    first.clock.advance(first.clock.now())
    const second = localLife({ db, input })
    const steps = [first.steps.length, second.steps.length]
    await first.settle({ output: yes })
    expect([first.steps.length, second.steps.length]).toEqual(steps)
    expect(second.state()).toEqual({
      vitality: 'COOLING',
      control: 'free',
      intake: 'idle',
      turn: { dispatching: 'deciding' },
      memory: 'resting',
    })
    await second.settle({ output: yes })
    expect(second.state()).toEqual({
      vitality: 'COOLING',
      control: 'free',
      intake: 'idle',
      turn: { dispatching: 'composing' },
      memory: 'resting',
    })
  })
})

describe('passivation', () => {
  test('a group that was passivated lives on as if it had not been', () => {
    const stories = [1, 100].map((hotActors) => {
      const life = localLife({ db: inMemory(), input: inputWith({ enabled: false }), host: { hotActors } })
      for (let i = 0; i < 30; i += 1) {
        life.clock.advance(i * 700)
        life.say({ id: `m${i}`, mentioned: i % 7 === 0 }, `g${i % 3}`)
      }
      life.clock.advance(400_000)
      return { hot: life.host.figures().hot, story: storyOf(life), states: [0, 1, 2].map((i) => life.state(`g${i}`)) }
    })
    expect(stories.map(({ hot }) => hot)).toEqual([1, 3])
    expect(stories[0]).toEqual({ ...stories[1], hot: 1 })
  })

  test('by name', () => {
    const life = localLife({ db: inMemory() })
    life.say({ id: 'a' })
    const before = life.state()
    life.host.passivate('g')
    expect(life.host.figures().hot).toBe(0)
    expect(life.state()).toEqual(before)
  })
})

const storyOf = ({ verdicts }: LocalLife) => verdicts.map(({ at, gate, outcome }) => `${at} ${gate} ${outcome}`)
