// Steps beside tools at work that no walk comes to: deeper than they go, or across a restart.
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import type { Hosted } from '../../src/host/host.ts'
import { inputWith, type Overrides } from '../fakes/group-life.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'
import { callsTools, runEnd } from './answers.ts'
import { puppetKey } from './puppet.ts'
import { rights } from './worlds.ts'

const input = (over: Overrides = {}) => inputWith(over, { agent: rights })

/** Somebody has asked for work, and it takes longer than the turn waits. */
async function detached(hosted: Partial<Hosted>, db = openDatabase(':memory:')): Promise<LocalLife> {
  const life = localLife({ db, hosted, input: input() })
  life.say({ id: 'a', sender: 'bo', mentioned: true })
  await life.settle({ output: callsTools })
  life.clock.advance(rights.inlineMs)
  await life.settle({ output: { id: 'sent' } })
  return life
}

const ends = ({ host }: LocalLife): unknown => host.commit([{ key: puppetKey, event: { type: 'end', output: runEnd } }])

export function workByHand(hosted: Partial<Hosted>): void {
  describe('while tools are at work', () => {
    test('who asked is heard by them though lines of others are being gathered', async () => {
      const life = await detached(hosted)
      life.say({ id: 'b', sender: 'ann' })
      expect(life.state()).toMatchObject({ intake: 'buffering' })
      life.say({ id: 'c', sender: 'bo', mentioned: true })
      expect(life.state()).toMatchObject({ intake: 'buffering' })
      expect(life.context(puppetKey)).toEqual({ heard: ['c'] })
    })

    test('their answer does not wait for idle talk that waits to be judged', async () => {
      const life = await detached(hosted)
      life.clock.advance(40_000)
      life.say({ id: 'b', sender: 'ann', relevance: 0 })
      life.clock.advance(43_100)
      expect(life.state()).toMatchObject({ turn: 'deferring' })
      ends(life)
      expect(life.state()).toMatchObject({ turn: { delaying: 'pausing' }, work: 'idle' })
    })

    test('the turn of their answer is not begun when a restart brings a budget of no messages', async () => {
      const db = openDatabase(':memory:')
      const before = await detached(hosted, db)
      ends(before)
      expect(before.state()).toMatchObject({ turn: { cooling: 'holding' }, work: 'reporting' })
      await before.host.stop()
      const none = { durationMs: 1_000, maxMessages: 0, maxTokens: 2_000 }
      const life = localLife({ db, hosted, clock: before.clock, input: input({ limits: { shortWindow: none } }) })
      life.clock.advance(4_000)
      expect(life.state()).toMatchObject({ turn: { cooling: 'resting' }, work: 'reporting' })
    })
  })
}
