// The word of an operator on a call of tools at work: how the room is asked from where the turn stands (A6).
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import type { Hosted } from '../../src/host/host.ts'
import { inputWith } from '../fakes/group-life.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'
import { callsTools } from './answers.ts'
import { rights } from './worlds.ts'

const ask = { type: 'work.asks', n: 1, digest: 'd', tool: 'bash', text: 'May I?' }
const tells = ({ host }: LocalLife, event: object): unknown => host.commit([{ key: 'g', event: event as typeof ask }])
const posted = ({ calls }: LocalLife) => calls.find(({ src }) => src === 'deliver')?.input

export const approvalsByHand = (hosted: Partial<Hosted>): void => {
  async function working(): Promise<LocalLife> {
    const input = inputWith({}, { agent: { ...rights, limits: [{ durationMs: 1, maxTokens: 90_000 }] } })
    const life = localLife({ db: openDatabase(':memory:'), hosted, input })
    life.say({ id: 'a', sender: 'bo', mentioned: true })
    await life.settle({ output: callsTools })
    return life
  }
  async function detached(): Promise<LocalLife> {
    const life = await working()
    life.clock.advance(rights.inlineMs)
    await life.settle({ output: { id: 'sent' } })
    return life
  }
  const asked = { text: 'May I?', replyTo: 'a' }

  describe('while tools wait for the word of an operator', () => {
    test('the turn that waits for them asks, and ends', async () => {
      const life = await working()
      tells(life, ask)
      expect(posted(life)).toMatchObject(asked)
      await life.settle({ output: { id: 'sent' } }, ({ src }) => src === 'deliver')
      expect(life.state()).toMatchObject({ work: 'running', turn: { cooling: 'resting' } })
    })

    test.each([
      ['the cooldown runs', 10_000],
      ['nothing happens', 600_000],
    ])('a turn of its own asks while %s', async (_, after) => {
      const life = await detached()
      life.clock.advance(after)
      tells(life, ask)
      expect(posted(life)).toMatchObject(asked)
      expect(life.at('dispatch', 'start').at(-1)).toMatchObject({ why: 'approvalNeeded', turn: 2 })
    })

    test('talk that waits to be judged does not keep it', async () => {
      const life = await detached()
      life.clock.advance(600_000)
      life.say({ id: 'b', sender: 'ann', relevance: 0 })
      life.clock.advance(603_500)
      expect(life.state()).toMatchObject({ turn: 'deferring' })
      tells(life, ask)
      expect(posted(life)).toMatchObject(asked)
    })

    test('the word goes to them by its number, until it is needed no more', async () => {
      const life = await working()
      tells(life, ask)
      for (const n of [2, 1]) tells(life, { type: 'operator.approve', n, allow: true })
      tells(life, { ...ask, text: undefined })
      tells(life, { type: 'operator.approve', n: 1, allow: false })
      expect(life.at('work').map(({ outcome, why }) => `${outcome} ${why}`)).toEqual(['approved callApproved'])
    })
  })
}
