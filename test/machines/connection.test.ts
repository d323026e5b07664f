// What a bot's line does when it fails: pauses, timeout, and who must act.
import { describe, expect, test } from 'vitest'
import { connectionLife, lasting, passing, settings } from './connection-life.ts'

type Life = ReturnType<typeof connectionLife>

/** The pauses of so many failures to learn who the bot is. */
async function pausesOf(life: Life, failures: number): Promise<number[]> {
  const pauses: number[] = []
  for (let n = 0; n < failures; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await life.refuses(passing)
    pauses.push(life.context().pauseMs)
    life.waits()
  }
  return pauses
}

/** The pause that at most a quarter was taken off. */
const wholeOf = (pause: number): number =>
  [1_000, 2_000, 4_000, 8_000, 16_000, 30_000].find((whole) => pause <= whole && pause > whole * 0.75) ?? pause

async function online(life: Life): Promise<Life> {
  await life.answers({ id: 'ou_1' })
  life.actor.send({ type: 'line.ready' })
  expect(life.state()).toBe('online')
  return life
}

describe('the pause between two tries (R1)', () => {
  test('doubles from one second to thirty, each less up to a quarter', async () => {
    const pauses = await pausesOf(connectionLife(), 8)
    expect(pauses.map(wholeOf)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
    expect(new Set(pauses).size).toBe(pauses.length)
  })

  test('is the same for the same seed and another one for another: bots that fell together do not knock together (L7)', async () => {
    const [first, again, other] = await Promise.all([1, 1, 2].map((seed) => pausesOf(connectionLife({ seed }), 4)))
    expect(again).toEqual(first)
    expect(other?.map((pause, n) => pause === first?.[n])).toEqual([false, false, false, false])
  })

  test('goes on doubling while the line falls as soon as it stands, and begins anew once it stood for a minute', async () => {
    const life = await online(connectionLife())
    const pauses: number[] = []
    const fall = () => {
      life.actor.send({ type: 'line.down', trouble: passing })
      pauses.push(wholeOf(life.context().pauseMs))
      life.waits()
      life.actor.send({ type: 'line.ready' })
    }
    fall()
    fall()
    fall()
    life.clock.increment(settings.steadyMs - 1)
    fall()
    life.clock.increment(settings.steadyMs)
    fall()
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 1_000])
  })
})

test('who the bot is, is asked once: after a fall the line alone is opened again', async () => {
  const life = await online(connectionLife())
  life.actor.send({ type: 'line.down', trouble: passing })
  life.waits()
  expect(life.did).toEqual(['identify', 'close', 'listen', 'close', 'listen'])
})

test('a lasting failure is not tried again until somebody says so; then the bot is asked for anew', async () => {
  const life = connectionLife()
  await life.refuses(lasting)
  life.clock.increment(24 * 60 * 60_000)
  expect([life.state(), life.context().reason]).toEqual(['failed', 'the secret is wrong'])
  life.actor.send({ type: 'operator.retry' })
  expect([life.state(), life.context().reason, life.did]).toEqual([
    'identifying',
    'the secret is wrong',
    ['identify', 'close', 'close', 'close', 'identify'],
  ])
})

test("a line that reconnects keeps its client's reason, and is given up after its timeout", async () => {
  const life = await online(connectionLife())
  life.actor.send({ type: 'line.reconnecting', reason: 'a cable is loose' })
  life.clock.increment(settings.timeoutMs - 1)
  life.actor.send({ type: 'line.reconnecting', reason: 'still loose' })
  expect([life.state(), life.context().reason]).toEqual(['reconnecting', 'still loose'])
  life.clock.increment(1)
  expect([life.state(), life.context().reason, life.did.at(-1)]).toEqual(['backingOff', 'still loose', 'close'])
})

test('a line that comes back in time is online, and no trouble is told any more', async () => {
  const life = await online(connectionLife())
  life.actor.send({ type: 'line.reconnecting', reason: 'a cable is loose' })
  life.actor.send({ type: 'line.ready' })
  life.clock.increment(settings.timeoutMs)
  expect([life.state(), life.context().reason]).toEqual(['online', undefined])
})

test('a channel that does not answer is given up after the timeout', async () => {
  const life = connectionLife()
  life.clock.increment(settings.timeoutMs)
  expect([life.state(), life.context().reason]).toEqual(['backingOff', 'the channel did not get ready in time'])
})
