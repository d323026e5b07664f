// How fast a bot may post, in simulated time.
import { expect, test } from 'vitest'
import { makePace } from '../../../src/channels/telegram/pace.ts'

function pacing() {
  let now = 0
  const timers: { at: number; wake: () => void }[] = []
  const pace = makePace({
    timers: {
      now: () => now,
      at(at, wake) {
        const timer = { at, wake }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
      },
    },
  })
  const posts: string[] = []
  const post = (bot: string, chat: number, over: { expiresAt?: number; signal?: AbortSignal } = {}) => {
    const signal = over.signal ?? new AbortController().signal
    return pace.turn(bot, chat, { expiresAt: over.expiresAt ?? 1e9, signal }).then(
      () => void posts.push(`${now} ${bot} ${chat}`),
      ({ kind, retryAfterMs }: { kind: string; retryAfterMs?: number }) =>
        void posts.push(`${now} ${bot} ${chat} ${kind}${retryAfterMs === undefined ? '' : ` ${retryAfterMs}`}`),
    )
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  async function pass(until: number): Promise<void> {
    await settle()
    for (;;) {
      const [next] = timers.toSorted((a, b) => a.at - b.at)
      if (!next || next.at > until) break
      now = next.at
      timers.splice(timers.indexOf(next), 1)
      next.wake()
      // oxlint-disable-next-line no-await-in-loop -- one timer after the other
      await settle()
    }
    now = until
  }
  return { posts, post, pass }
}

test('a bot posts once a second in a chat; another bot and another chat do not wait', async () => {
  const { posts, post, pass } = pacing()
  void post('iris', -1)
  void post('iris', -1)
  void post('rex', -1)
  void post('iris', -2)
  await pass(2_000)
  expect(posts.toSorted()).toEqual(['0 iris -1', '0 iris -2', '0 rex -1', '1000 iris -1'])
})

test('the 21st message of a minute is told how long to wait, in a group and not with one person', async () => {
  const { posts, post, pass } = pacing()
  for (let n = 0; n < 20; n += 1) {
    void post('iris', -1)
    void post('iris', 7)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pass((n + 1) * 1_000)
  }
  posts.length = 0
  void post('iris', -1)
  void post('iris', 7)
  await pass(21_000)
  expect(posts.toSorted()).toEqual(['20000 iris -1 rateLimited 40000', '20000 iris 7'])
  await pass(60_000)
  void post('iris', -1)
  await pass(60_001)
  expect(posts.at(-1)).toBe('60000 iris -1')
})

test('what would expire while it waits, and what is stopped meanwhile, is not posted', async () => {
  const { posts, post, pass } = pacing()
  const stopping = new AbortController()
  void post('iris', -1)
  void post('iris', -1, { expiresAt: 900 })
  void post('iris', -1, { signal: stopping.signal })
  await pass(500)
  stopping.abort()
  await pass(5_000)
  expect(posts.toSorted()).toEqual(['0 iris -1', '0 iris -1 permanent', '500 iris -1 unavailable'])
})
