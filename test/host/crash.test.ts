// The embedded host goes on where a crash cut it off, and nothing is sent twice (S5).
import { limitPresets } from '../../src/config/default-settings.ts'
import { describe, expect, test } from 'vitest'
import type { DeliverInput } from '../../machines/group/children.ts'
import type { GroupContext, Ledger } from '../../machines/group/context.ts'
import { inputWith, yes } from '../fakes/group-life.ts'
import { handClock } from './hand-clock.ts'
import { type LocalLife, localLife } from './local-life.ts'
import { inMemory, storeFile } from './stores.ts'

const fast = { delay: { fastMs: [4_000, 4_000] as [number, number] } }
const written = { text: 'One.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 50 }

describe('a crash at any step of a turn leads to the same end, and to one delivery (S5)', () => {
  const turn: ((life: LocalLife) => unknown)[] = [
    (life) => life.say({ id: 'a' }),
    (life) => life.say({ id: 'b', mentioned: true }),
    (life) => life.settle({ output: written }),
    (life) => life.clock.advance(2_000),
    (life) => life.say({ id: 'c', kind: 'peer', sender: 'max' }),
    (life) => life.clock.advance(4_000),
    (life) => life.settle({ output: { ...yes, verdict: 'shorten' } }),
    (life) => life.settle({ error: { kind: 'unavailable', message: 'offline' } }),
    (life) => life.clock.advance(9_000),
    (life) => life.settle({ output: { id: 'sent' } }),
  ]

  /** Lives on until nothing is left to do; what the channel was given, by key. */
  async function liveOn(life: LocalLife, posted: Map<string, string>): Promise<void> {
    const answers = (src: string, input: unknown) => {
      if (src === 'deliver') {
        const { key, text } = input as DeliverInput
        posted.set(key, text)
        return { output: { id: 'sent' } }
      }
      if (src === 'compose') return { output: written }
      return { output: (input as { draft?: unknown }).draft ? { ...yes, verdict: 'shorten' } : yes }
    }
    for (;;) {
      const [call] = life.calls
      const { nextDue } = life.host.figures()
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (call) await life.settle(answers(call.src, call.input))
      else if (nextDue !== undefined) life.clock.advance(nextDue)
      else return
    }
  }

  test.each(turn.map((_, step) => step))('after step %i', async (crashAt) => {
    const open = storeFile()
    const db = open()
    const input = inputWith({ ...fast, policy: 'mention' })
    const clock = handClock()
    const life = localLife({ db, input, clock })
    const posted = new Map<string, string>()
    for (const [step, act] of turn.entries()) {
      if (step > crashAt) break
      const [call] = life.calls
      if (call?.src === 'deliver') posted.set((call.input as DeliverInput).key, (call.input as DeliverInput).text)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await act(life)
    }
    // Nothing is said good-bye to: the process is gone.
    db.close()
    const next = localLife({ db: open(), input, clock: handClock(clock.now()) })
    await liveOn(next, posted)

    const { budget, queue, self, turn: left } = next.context() as unknown as GroupContext
    const { pending } = queue
    const { turns } = self
    expect({
      state: next.state(),
      posted: [...posted],
      sends: budget.sends.length,
      held: budget.reserved,
      pending,
      left,
    }).toEqual({
      state: {
        vitality: 'DORMANT',
        control: 'free',
        intake: 'idle',
        turn: 'idle',
        memory: 'resting',
        work: 'idle',
        commands: 'idle',
        withdrawal: 'idle',
      },
      posted: crashAt < 1 ? [] : [['iris/web:lobby#1@0', 'One.']],
      sends: crashAt < 1 ? 0 : 1,
      held: undefined,
      pending: [],
      left: undefined,
    })
    // The peer's line is one more turn, unmentioned, where it was said at all.
    expect(turns).toBe(crashAt < 4 ? 1 : 2)
    expect(next.actors.jobs()).toEqual([])
  })
})

describe('a call that a crash cut off', () => {
  test('comes back as interrupted, is charged what was held, and is asked again while the budget lasts (U3)', () => {
    const open = storeFile()
    let db = open()
    const input = inputWith({ limits: limitPresets.documents, reply: { maxTalkTokens: 280 } })
    let life = localLife({ db, input })
    life.say({ id: 'a', mentioned: true })
    const stories: string[][] = []
    for (let restarts = 0; restarts < 10 && life.calls.length > 0; restarts += 1) {
      db.close()
      db = open()
      life = localLife({ db, input, clock: handClock((restarts + 1) * 1_000) })
      stories.push(life.verdicts.map(({ gate, outcome, why }) => `${gate} ${outcome} ${why}`))
    }
    expect(stories.length).toBeGreaterThan(1)
    expect(stories.slice(0, -1)).toEqual(stories.slice(0, -1).map(() => ['compose failed interrupted']))
    expect(stories.at(-1)).toEqual(['compose failed interrupted', 'budget skip budgetSpent', 'dispatch end silent'])
    const { calls, reserved: held } = life.context()['budget'] as Ledger
    expect(calls.map(([at]) => at)).toEqual(stories.map((_, i) => (i + 1) * 1_000))
    expect(calls.reduce((sum, [, tokens]) => sum + tokens, 0)).toBeLessThanOrEqual(2_000)
    expect(held).toBeUndefined()
  })

  test('delivers again with the same key when it was a delivery', async () => {
    const db = inMemory()
    const input = inputWith(fast)
    const life = localLife({ db, input })
    life.say({ id: 'a', mentioned: true })
    await life.settle({ output: written })
    life.clock.advance(4_000)
    const next = localLife({ db, input, clock: handClock(60_000) })
    expect(next.calls.map(({ src, input: asked }) => [src, asked])).toEqual(
      life.calls.map((call) => [call.src, call.input]),
    )
    expect(next.verdicts.map(({ gate, outcome }) => `${gate} ${outcome}`)).toEqual([])
  })
})

describe('timers outlive the process', () => {
  test.each([
    { restart: 2_000, fires: 3_000 },
    { restart: 10_000, fires: 10_000 },
  ])('one due at 3 000 fires at $fires after a restart at $restart', ({ restart, fires }) => {
    const open = storeFile()
    const db = open()
    localLife({ db }).say({ id: 'a' })
    db.close()
    const next = localLife({ db: open(), clock: handClock(restart) })
    next.clock.advance(fires - 1)
    expect(storyOf(next)).toEqual([])
    next.clock.advance(fires)
    expect(storyOf(next)).toEqual([`${fires} buffer flush`, `${fires} dispatch start`])
  })

  test('more of them than are fired at once', () => {
    const life = localLife({ db: inMemory(), input: inputWith({ enabled: false }) })
    for (let i = 0; i < 200; i += 1) life.say({ id: 'a' }, `g${i}`)
    life.clock.advance(3_000)
    const flushes = storyOf(life).filter((line) => line === '3000 buffer flush')
    expect(flushes.length).toBe(200)
  })
})

const storyOf = ({ verdicts }: LocalLife) => verdicts.map(({ at, gate, outcome }) => `${at} ${gate} ${outcome}`)
