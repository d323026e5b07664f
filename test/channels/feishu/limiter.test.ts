import { expect, test } from 'vitest'
import { ChannelError } from '../../../src/channels/channel.ts'
import { FeishuError } from '../../../src/channels/feishu/errors.ts'
import { makeLimiter } from '../../../src/channels/feishu/limiter.ts'
import { handClock } from '../../host/hand-clock.ts'

const never = { expiresAt: Number.MAX_SAFE_INTEGER, signal: new AbortController().signal }
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const tooFast = (retryAfterMs?: number) =>
  new FeishuError('rateLimited', 'slow down', { code: 99991400, ...(retryAfterMs !== undefined && { retryAfterMs }) })

function makeLane(seed = 7) {
  const timers = handClock(1_000)
  const limiter = makeLimiter({ timers, seed })
  const made: string[] = []
  const run = (name: string, until = never, work: () => Promise<string> = async () => name, chat = 'oc_1') =>
    limiter.run(
      chat,
      () => {
        made.push(`${name} ${timers.now()}`)
        return work()
      },
      until,
    )
  const advance = async (to: number) => {
    // ms by ms, so that what follows a wake happens at its time.
    for (let at = timers.now(); at < to; at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- time passes step by step
      await settled()
      timers.advance(at + 1)
    }
    await settled()
  }
  return { timers, run, made, advance }
}

test('five posts a second go into a chat, in order, whoever makes them', async () => {
  const { run, made, advance } = makeLane()
  const all = Promise.all(Array.from({ length: 12 }, (_, n) => run(`p${n}`)))
  await advance(4_000)
  await all
  const at = (from: number, names: number[]) => names.map((n) => `p${n} ${from}`)
  expect(made).toEqual([...at(1_000, [0, 1, 2, 3, 4]), ...at(2_000, [5, 6, 7, 8, 9]), ...at(3_000, [10, 11])])
})

test('a second counts from the end of a post: nobody knows when the platform counted it', async () => {
  const { run, made, advance } = makeLane()
  let finish = (_: string) => {}
  const slow = new Promise<string>((resolve) => (finish = resolve))
  const all = [...['a', 'b', 'c', 'd', 'e'].map((name) => run(name, never, () => slow)), run('f')]
  await advance(3_000)
  const before = made.length
  finish('done')
  await advance(3_999)
  const within = made.length
  await advance(4_500)
  await Promise.all(all)
  expect([before, within, made.at(-1)]).toEqual([5, 5, 'f 4000'])
})

test('chats do not wait for each other', async () => {
  const { run, made } = makeLane()
  await Promise.all(Array.from({ length: 5 }, (_, n) => run(`a${n}`)))
  await run('b', never, undefined, 'oc_2')
  expect(made.at(-1)).toBe('b 1000')
})

test('after a refusal for speed the whole chat waits, twice as long each time, and the order is kept', async () => {
  const { run, made, advance } = makeLane()
  let refusals = 3
  const first = run('a', never, async () => {
    if ((refusals -= 1) >= 0) throw tooFast()
    return 'a'
  })
  await settled()
  const second = run('b')
  await advance(10_000)
  await Promise.all([first, second])
  const times = made.map((line) => Number(line.split(' ')[1]))
  const gaps = times.slice(1, 4).map((at, n) => at - (times[n] ?? 0))
  expect(made.map((line) => line.split(' ')[0])).toEqual(['a', 'a', 'a', 'a', 'b'])
  expect(gaps.map((gap, n) => gap >= 500 * 2 ** n && gap <= 750 * 2 ** n)).toEqual([true, true, true])
})

test('the same seed waits the same (L7), and the platform’s own wait counts when it is longer', async () => {
  const waits = async (seed: number, wait?: number) => {
    const { run, made, advance } = makeLane(seed)
    let refused = false
    const done = run('a', never, async () => {
      if (refused) return 'a'
      refused = true
      throw tooFast(wait)
    })
    await advance(12_000)
    await done
    return made
  }
  expect(await waits(1)).toEqual(await waits(1))
  expect(await waits(1)).not.toEqual(await waits(2))
  expect(await waits(1, 9_000)).toEqual(['a 1000', 'a 10000'])
})

test('a wait that would end after the reply’s expiry is not begun (L6)', async () => {
  const { run, made } = makeLane()
  const refusal = tooFast(5_000)
  const until = { ...never, expiresAt: 6_000 }
  await expect(run('a', until, () => Promise.reject(refusal))).rejects.toBe(refusal)
  expect(made).toEqual(['a 1000'])
})

test('what expired in the queue is not posted (L6)', async () => {
  const { run, made, advance } = makeLane()
  const sent = Promise.all(Array.from({ length: 5 }, (_, n) => run(`p${n}`)))
  const late = run('late', { ...never, expiresAt: 1_500 })
  const next = run('next')
  const refused = late.catch((error: unknown) => error)
  await advance(3_500)
  await Promise.all([sent, next])
  const expired = new ChannelError('permanent', 'the reply expired before it was posted', { why: 'replyExpired' })
  expect([await refused, made.filter((line) => /late|next/.test(line))]).toEqual([expired, ['next 2000']])
})

test('an aborted wait ends at once and the next one moves up', async () => {
  const { run, made, advance } = makeLane()
  const abort = new AbortController()
  const sent = Promise.all(Array.from({ length: 5 }, (_, n) => run(`p${n}`)))
  const stopped = run('stopped', { ...never, signal: abort.signal })
  const next = run('next')
  abort.abort()
  const error = new ChannelError('unavailable', 'the send was stopped before it was made')
  await expect(stopped).rejects.toEqual(error)
  await expect(run('dead', { ...never, signal: abort.signal })).rejects.toEqual(error)
  await advance(2_500)
  await Promise.all([sent, next])
  expect(made.slice(5)).toEqual(['next 2000'])
})

test('an error that is no refusal for speed is handed on, and the chat goes on', async () => {
  const { run } = makeLane()
  const gone = new FeishuError('permanent', 'gone', { code: 230011 })
  await expect(run('a', never, () => Promise.reject(gone))).rejects.toBe(gone)
  await expect(run('b')).resolves.toBe('b')
})

test('those that were refused together are tried again in their order', async () => {
  const { run, made, advance } = makeLane()
  const names = ['a', 'b', 'c']
  const refused = new Set<string>()
  const all = names.map((name) =>
    run(name, never, async () => {
      if (refused.has(name)) return name
      refused.add(name)
      throw tooFast()
    }),
  )
  await advance(6_000)
  await Promise.all(all)
  expect(made.slice(3).map((line) => line.split(' ')[0])).toEqual(names)
})
