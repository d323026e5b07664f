// Requests that are withdrawn: from where no walk comes to (A5).
import { describe, expect, test } from 'vitest'
import type { GroupInput } from '../../machines/group/settings.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Hosted } from '../../src/host/host.ts'
import { inputWith, type Overrides, yes } from '../fakes/group-life.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'
import { overLimit } from './answers.ts'

const stop = { sender: 'bo', mentioned: true, wish: 'stop' } as const
const joined: Overrides = { policy: 'mention', direct: { debounceMs: 1_000, joinMs: 30_000 } }
const written = { text: 'One.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }
const tell = ({ host }: LocalLife, event: { type: string }): unknown => host.commit([{ key: 'g', event }])
const restarts = (life: LocalLife): unknown =>
  life.at('dispatch', 'restart').map(({ why, messages }) => [why, ...messages])

export function withdrawalsByHand(hosted: Partial<Hosted>): void {
  const lifeOf = (over: Overrides = joined, more: Partial<GroupInput> = {}): LocalLife =>
    localLife({ db: openDatabase(':memory:'), hosted, input: inputWith(over, { canReact: true, ...more }) })
  /** Two people asked, and the reply is being written. */
  function writing(life = lifeOf()): LocalLife {
    life.say({ id: 'a', sender: 'bo', mentioned: true })
    life.say({ id: 'b', sender: 'gil', mentioned: true })
    life.clock.advance(life.clock.now() + 1_000)
    expect(life.state()).toMatchObject({ turn: { dispatching: 'composing' } })
    return life
  }
  /** It waits out its typing delay. */
  async function typing(life = lifeOf()): Promise<LocalLife> {
    await writing(life).settle({ output: written })
    expect(life.state()).toMatchObject({ turn: { delaying: 'pausing' } })
    return life
  }

  describe('a request is withdrawn', () => {
    test('while it is written, and while it waits to be sent: what somebody else asked goes on', async () => {
      for (const life of [writing(), await typing()]) {
        life.say({ id: 'c', ...stop })
        expect(life.state()).toMatchObject({ turn: { dispatching: 'composing' }, withdrawal: 'signing' })
        expect(restarts(life)).toEqual([['othersGoOn', 'b']])
      }
    })

    test('while the draft is judged again, with others and without', async () => {
      for (const [more, then] of [
        [['c'], { dispatching: 'composing' }],
        [['c', 'd'], { cooling: 'queueing' }],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const life = await typing()
        life.say({ id: 'x', sender: 'ann' })
        life.clock.advance(life.clock.now() + 7_000)
        expect(life.state()).toMatchObject({ turn: 'rejudging' })
        for (const [n, id] of more.entries()) life.say({ id, ...stop, sender: n === 0 ? 'bo' : 'gil' })
        // oxlint-disable-next-line no-await-in-loop
        await life.settle({ output: { ...yes, verdict: 'send' } }, ({ src }) => src === 'decide')
        expect(life.state()).toMatchObject({ turn: then })
      }
    })

    test('while the turn is about to start over, with others and without', async () => {
      const over = { ...joined, mentionMinIntervalMs: 60_000 }
      for (const [who, then] of [
        [['bo'], { delaying: 'superseded' }],
        [['bo', 'gil'], { cooling: 'resting' }],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const life = await typing(lifeOf(over))
        life.say({ id: 'm', sender: 'gil', mentioned: true })
        expect(life.state()).toMatchObject({ turn: { delaying: 'superseded' } })
        for (const sender of who) life.say({ id: sender, ...stop, sender })
        expect(life.state()).toMatchObject({ turn: then })
      }
    })

    test('while somebody else is shown that they have had their share', async () => {
      const life = writing(lifeOf(joined, { limitsPersons: true }))
      life.say({ id: 'x', sender: 'ann', mentioned: true })
      await life.settle({ error: overLimit('gil') })
      expect(life.state()).toMatchObject({ turn: 'declining' })
      life.say({ id: 'c', ...stop })
      await life.settle({ output: {} }, ({ input }) => (input as { emoji?: string }).emoji === '⏳')
      expect(life.state()).toMatchObject({ turn: { cooling: expect.anything() as string } })
    })

    test('by an operator, by what is taken back, and while the bot is muted', () => {
      const life = lifeOf()
      const message = { id: 'c', ts: 0, kind: 'person', sender: 'bo', mentioned: true, tokens: 5 } as const
      const said = (): unknown => life.say({ id: `a${life.clock.now()}`, sender: 'bo', mentioned: true })
      said()
      tell(life, { type: 'command.received', message, command: { name: 'stop' } } as { type: string })
      expect(life.state()).toMatchObject({ intake: 'idle', turn: 'idle' })
      life.clock.advance(10)
      said()
      tell(life, { type: 'message.recalled', message: 'a10' } as { type: string })
      expect(life.state()).toMatchObject({ intake: 'idle', turn: 'idle' })
      tell(life, { type: 'operator.mute' })
      life.clock.advance(20)
      said()
      life.say({ id: 's', ...stop })
      expect(life.state()).toMatchObject({ intake: 'idle', withdrawal: 'idle' })
      expect(life.at('control', 'withdrawn').map(({ messages }) => messages)).toEqual([['a0'], ['a10'], ['a20']])
    })

    test('while it waits for the budget, before and after that is shown', async () => {
      const shortWindow = { durationMs: 100_000, maxMessages: 1, maxTokens: 12_000 }
      for (const isShown of [false, true]) {
        const life = lifeOf({ policy: 'mention', limits: { shortWindow } })
        life.say({ id: 'a', sender: 'bo', mentioned: true })
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await life.settle({ output: written })
        life.clock.advance(8_000)
        // oxlint-disable-next-line no-await-in-loop
        await life.settle({ output: { id: 'sent' } })
        life.clock.advance(20_000)
        life.say({ id: 'b', sender: 'bo', mentioned: true })
        // oxlint-disable-next-line no-await-in-loop
        if (isShown) await life.settle({ output: {} })
        expect(life.state()).toMatchObject({ turn: { awaitingBudget: isShown ? 'held' : 'signing' } })
        life.say({ id: 'c', ...stop })
        expect(life.state()).toMatchObject({ turn: { cooling: 'resting' }, withdrawal: 'signing' })
        // oxlint-disable-next-line no-await-in-loop
        await life.settle({ output: {} })
        expect(life.state()).toMatchObject({ withdrawal: 'idle' })
      }
    })

    test('once, whenever the process is killed: the sign is asked for again, and nothing else', async () => {
      const db = openDatabase(':memory:')
      const input = inputWith(joined, { canReact: true })
      const before = localLife({ db, hosted, input })
      before.say({ id: 'a', sender: 'bo', mentioned: true })
      before.say({ id: 's', ...stop })
      await before.host.stop()
      const life = localLife({ db, hosted, input, clock: before.clock })
      expect(life.say({ id: 's', ...stop })).toBe('duplicate')
      expect(life.calls.map(({ src, input: given }) => [src, (given as { messages: string[] }).messages])).toEqual([
        ['sign', ['s']],
      ])
      life.clock.advance(life.clock.now() + 600_000)
      expect([life.state(), life.calls]).toMatchObject([{ turn: 'idle', withdrawal: 'idle', intake: 'idle' }, []])
    })

    test('its sign may fail, or hang', async () => {
      for (const hangs of [false, true]) {
        const life = lifeOf()
        life.say({ id: 'a', sender: 'bo', mentioned: true })
        life.say({ id: 's', ...stop })
        expect(life.state()).toMatchObject({ withdrawal: 'signing' })
        if (hangs) life.clock.advance(60_000)
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        else await life.settle({ error: { kind: 'unavailable', message: 'x' } })
        expect(life.state()).toMatchObject({ withdrawal: 'idle' })
      }
    })
  })
}
