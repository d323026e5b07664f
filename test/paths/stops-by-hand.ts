// Work that is called off or taken back, told of, or sends by itself: from where no walk comes to (A5, A11, A14).
import { describe, expect, test } from 'vitest'
import type { GroupInput } from '../../machines/group/settings.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Hosted } from '../../src/host/host.ts'
import { inputWith, type Overrides, yes } from '../fakes/group-life.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'
import { callsTools, runEnd } from './answers.ts'
import { puppetKey } from './puppet.ts'
import { rights } from './worlds.ts'

const tell = ({ host }: LocalLife, event: { type: string }, key = 'g'): unknown => host.commit([{ key, event }])
const ends = (life: LocalLife): unknown => tell(life, { type: 'end', output: runEnd } as { type: string }, puppetKey)
const recalled = (message: string) => ({ type: 'message.recalled', message })
const stop = { sender: 'bo', mentioned: true, wish: 'stop' } as const
const noted = { type: 'work.progress', spent: 0, held: 0, step: 2, note: 'Half is read.' }
const post = (over: object = {}) => ({
  type: 'work.posts',
  call: '1.0',
  post: { text: 'Seven.', type: 'short', similarity: 0, rehearsal: true, ...over },
})
const skipped = (life: LocalLife): unknown => life.at('control', 'skip').map(({ why }) => why)
const posts = ({ calls }: LocalLife) => calls.flatMap(({ src, input }) => (src === 'deliver' ? [input] : []))
const isPost = ({ src }: { src: string }): boolean => src === 'deliver'

export function stopsByHand(hosted: Partial<Hosted>): void {
  const lifeOf = (over: Overrides = {}, more: Partial<GroupInput> = {}, db = openDatabase(':memory:')): LocalLife =>
    localLife({ db, hosted, input: inputWith({ policy: 'mention', ...over }, { agent: rights, ...more }) })
  async function working(life: LocalLife): Promise<LocalLife> {
    life.say({ id: 'a', sender: 'bo', mentioned: true })
    await life.settle({ output: callsTools })
    return life
  }
  /** The room was told that it takes longer. */
  async function detached(life = lifeOf()): Promise<LocalLife> {
    await working(life)
    life.clock.advance(rights.inlineMs)
    await life.settle({ output: { id: 'sent' } }, isPost)
    return life
  }
  /** Its answer is being typed in a turn of its own. */
  async function typed(life = lifeOf()): Promise<LocalLife> {
    await detached(life)
    life.clock.advance(40_000)
    ends(life)
    expect(life.state()).toMatchObject({ turn: { delaying: 'pausing' }, work: 'idle' })
    return life
  }

  describe('work is called off', () => {
    test('what asked for it is taken back, while it goes on and while its answer waits', async () => {
      const going = await detached()
      tell(going, recalled('a'))
      expect(going.state()).toMatchObject({ work: 'stopping' })
      const untold = await working(lifeOf())
      tell(untold, recalled('a'))
      expect(untold.state()).toMatchObject({ work: 'idle', turn: { cooling: 'resting' } })
      const waits = await detached()
      ends(waits)
      expect(waits.state()).toMatchObject({ work: 'reporting' })
      tell(waits, recalled('a'))
      expect(waits.state()).toMatchObject({ work: 'stopping' })
    })

    test('its answer waits, and the room was never told of it', async () => {
      const life = await working(lifeOf())
      life.clock.advance(rights.inlineMs)
      await life.settle({ error: { kind: 'permanent', message: 'x' } }, isPost)
      ends(life)
      expect(life.state()).toMatchObject({ work: 'reporting' })
      tell(life, recalled('a'))
      expect(life.state()).toMatchObject({ work: 'idle' })
    })

    test('what one of two who asked takes back is answered no more', async () => {
      const two = async (): Promise<LocalLife> => {
        const here = lifeOf()
        here.say({ id: 'z', sender: 'bo', asked: 'alone' })
        return detached(here)
      }
      for (const isOver of [false, true]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const here = await two()
        if (isOver) ends(here)
        tell(here, recalled('z'))
        expect(here.context()).toMatchObject({ run: { targets: ['a'] } })
      }
    })

    test('who asked says so while its answer is typed, or waits for another bot to post', async () => {
      const typing = await typed()
      typing.say({ id: 'b', ...stop })
      expect([typing.state(), skipped(typing)]).toMatchObject([{ work: 'stopping' }, ['runStopped']])
      // Nobody counts as asking, and the floor is heeded.
      const yielding = await typed(lifeOf({ loop: { maxMentions: 0 } }))
      tell(yielding, { type: 'floor.taken', by: 'rex', until: yielding.clock.now() + 60_000 } as { type: string })
      yielding.clock.advance(yielding.clock.now() + 7_000)
      expect(yielding.state()).toMatchObject({ turn: { delaying: 'yielding' } })
      yielding.say({ id: 'b', ...stop })
      expect(skipped(yielding)).toEqual(['runStopped'])
    })

    test('while it is judged again, and when a crash cuts that off', async () => {
      for (const outcome of [
        { output: { ...yes, verdict: 'send' } },
        { error: { kind: 'interrupted', message: 'x' } },
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const life = await typed()
        life.clock.advance(life.clock.now() + 7_000)
        expect(life.state()).toMatchObject({ turn: 'rejudging' })
        tell(life, recalled('a'))
        // oxlint-disable-next-line no-await-in-loop
        await life.settle(outcome)
        expect([skipped(life), posts(life)]).toEqual([['askRecalled'], []])
      }
    })

    test('a line that waits for the channel is not posted any more', async () => {
      const life = await working(lifeOf())
      life.clock.advance(rights.inlineMs)
      await life.settle({ error: { kind: 'unavailable', message: 'x' } }, isPost)
      life.say({ id: 'b', ...stop })
      life.clock.advance(60_000)
      expect([skipped(life), posts(life)]).toEqual([['workOver'], []])
    })

    test('a pause that comes with a restart ends it with whatever happens next', async () => {
      const db = openDatabase(':memory:')
      const before = await detached(lifeOf({}, {}, db))
      await before.host.stop()
      const input = inputWith({ policy: 'mention' }, { agent: rights, paused: true })
      const life = localLife({ db, hosted, clock: before.clock, input })
      tell(life, noted)
      expect(life.state()).toMatchObject({ work: 'idle' })
      expect(life.at('work', 'stopped').map(({ why }) => why)).toEqual(['operatorSilenced'])
    })
  })

  describe('the room is told how work goes', () => {
    test('while nothing else happens, three times', async () => {
      const agent = { ...rights, progressMs: 60_000 }
      const life = await detached(lifeOf({}, { agent }))
      const told: unknown[] = []
      for (const [n, after] of [1, 3, 7].entries()) {
        tell(life, { ...noted, note: `Line ${n}.` } as { type: string })
        life.clock.advance(agent.inlineMs + after * agent.progressMs)
        told.push(posts(life)[0])
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await life.settle({ output: { id: `sent ${n}` } }, isPost)
      }
      expect(told).toMatchObject([{ text: 'Line 0.' }, { text: 'Line 1.' }, { text: 'Line 2.' }])
    })

    test('when a turn is over, or talk waits to be judged', async () => {
      const busy = await detached(lifeOf({ mentionMinIntervalMs: 0 }))
      tell(busy, noted)
      busy.say({ id: 'b', sender: 'ann', mentioned: true })
      busy.clock.advance(rights.inlineMs + rights.progressMs)
      await busy.settle({
        output: { text: '', silent: true, type: 'short', similarity: 0, model: 's', rehearsal: true, tokens: 9 },
      })
      expect(posts(busy)).toMatchObject([{ text: 'Half is read.' }])
      const life = await detached(lifeOf({ policy: 'auto' }, { agent: { ...rights, progressMs: 60_000 } }))
      life.clock.advance(56_000)
      tell(life, noted)
      life.say({ id: 'b', sender: 'ann', relevance: 0 })
      life.clock.advance(59_500)
      expect(life.state()).toMatchObject({ turn: 'deferring' })
      life.clock.advance(rights.inlineMs + 60_000)
      expect(posts(life)).toMatchObject([{ text: 'Half is read.' }])
    })
  })

  describe('what work sends by itself', () => {
    const agent = { ...rights, sendsItself: true as const }
    const own = (over: Overrides = {}) => lifeOf(over, { agent })

    test('is posted by the turn that waits for it, or by one of its own, and the work hears of it', async () => {
      const life = await working(own())
      tell(life, post())
      expect(life.state()).toMatchObject({ turn: { delaying: 'pausing' }, work: 'running' })
      life.clock.advance(life.clock.now() + 7_000)
      await life.settle({ output: { id: 'sent' } }, isPost)
      tell(life, { ...post(), call: '2.0' } as { type: string })
      // The interval between mentions, then the typing delay.
      for (const ms of [4_000, 7_000]) life.clock.advance(life.clock.now() + ms)
      await life.settle({ output: { ...yes, verdict: 'send' } }, ({ src }) => src === 'decide')
      await life.settle({ output: { id: 'sent' } }, isPost)
      expect(life.context(puppetKey)).toEqual({ heard: ['1.0', '2.0'] })
    })

    test('carries the same key after a crash, and the work hears of it once', async () => {
      const db = openDatabase(':memory:')
      const before = await working(lifeOf({}, { agent }, db))
      tell(before, post())
      before.clock.advance(7_000)
      const [first] = posts(before)
      await before.host.stop()
      const input = inputWith({ policy: 'mention' }, { agent })
      const life = localLife({ db, hosted, clock: before.clock, input })
      expect([first, posts(life)]).toEqual([expect.objectContaining({ text: 'Seven.' }), [first]])
      await life.settle({ output: { id: 'sent' } }, isPost)
      expect(life.context(puppetKey)).toEqual({ heard: ['1.0'] })
      life.clock.advance(life.clock.now() + 600_000)
      expect(posts(life)).toEqual([])
    })

    test('is refused where it was said before, or bots have said enough', async () => {
      const life = await working(own())
      tell(life, post({ similarity: 1 }))
      expect(life.context(puppetKey)).toEqual({ heard: ['1.0'] })
      const many = await working(own({ loop: { maxRoomTurns: 0 } }))
      tell(many, post())
      expect(many.context(puppetKey)).toEqual({ heard: ['1.0'] })
    })

    test('is all that is posted', async () => {
      const life = own()
      life.say({ id: 'p', kind: 'peer', sender: 'rex', mentioned: true })
      expect(life.at('policy').map(({ why }) => why)).toEqual(['sendsItself'])
      life.say({ id: 'a', sender: 'bo', mentioned: true })
      await life.settle({ output: { ...callsTools, run: undefined, text: 'Hi.' } })
      expect(life.at('compose').map(({ why }) => why)).toEqual(['sendsItself'])
      const later = await working(own())
      later.clock.advance(rights.inlineMs)
      expect([later.state(), posts(later)]).toMatchObject([{ turn: { cooling: 'resting' }, work: 'running' }, []])
    })
  })
}
