// One peer of the bridge in simulated time: pauses, timeout, when it counts as down, and when it is back (X6).
import { describe, expect, test } from 'vitest'
import { peerMachine, type PeerInput, type PeerSettings, type PeerTrouble, type Round } from '../../machines/peer.ts'
import { transitionNames } from '../paths/watched-machine.ts'
import { chartWork } from '../world/chart-life.ts'

const settings: PeerSettings = {
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
  timeoutMs: 10_000,
  failuresToOpen: 3,
  longestWaitMs: 600_000,
}
const trouble: PeerTrouble = { reason: 'the peer answered 503' }
const sent: Round = { answered: true, left: false }
const nothing: Round = { answered: false, left: false }

const taken = new Set<string>()

function peerLife(seed = 1) {
  const { did, clock, job, answers, refuses, start } = chartWork()
  const machine = peerMachine.provide({ actors: { deliver: job<Round, PeerInput>('deliver') } })
  const actor = start(machine, { peer: 'beta', seed, settings }, (name) => void taken.add(name))
  return {
    state: () => actor.getSnapshot().value,
    isDown: () => actor.getSnapshot().hasTag('down'),
    context: () => actor.getSnapshot().context,
    tries: () => did.length,
    queue: () => actor.send({ type: 'message.queued' }),
    heard: () => actor.send({ type: 'peer.heard' }),
    retry: () => actor.send({ type: 'operator.retry' }),
    answers: (round: Round) => answers(round),
    fails: (why: PeerTrouble = trouble) => refuses(why),
    waits: (ms?: number) => clock.increment(ms ?? actor.getSnapshot().context.pauseMs),
  }
}

type Life = ReturnType<typeof peerLife>

async function failing(life: Life, times: number): Promise<number[]> {
  const pauses: number[] = []
  for (let n = 0; n < times; n += 1) {
    if (n > 0) life.waits()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await life.fails()
    pauses.push(life.context().pauseMs)
  }
  return pauses
}

describe('while the peer answers', () => {
  test('a start looks for what a crash left behind, and rests when there is nothing', async () => {
    const life = peerLife()
    expect([life.state(), life.tries()]).toEqual(['delivering', 1])
    await life.answers(nothing)
    expect(life.state()).toBe('up')
  })

  test('a queued message goes out at once, and one after the other until none is left', async () => {
    const life = peerLife()
    await life.answers(nothing)
    life.queue()
    await life.answers({ answered: true, left: true })
    expect([life.state(), life.tries()]).toEqual(['delivering', 3])
    await life.answers(sent)
    expect([life.state(), life.tries()]).toEqual(['up', 3])
  })

  test('a message that is queued while another is on its way is not forgotten', async () => {
    const life = peerLife()
    life.queue()
    await life.answers(nothing)
    expect([life.state(), life.tries(), life.context().queued]).toEqual(['delivering', 2, false])
    await life.answers(sent)
    expect(life.state()).toBe('up')
  })
})

describe('when it fails', () => {
  test('the pauses are any part of 1, 2, 4 s and so on, at most 60 s, and the same for the same seed (L7)', async () => {
    const [first, again, other] = await Promise.all([1, 1, 2].map((seed) => failing(peerLife(seed), 2)))
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    expect(first?.map((pause, n) => pause > 0 && pause <= 1_000 * 2 ** n)).toEqual([true, true])
    const down = await failing(peerLife(), 12)
    expect(down.slice(2).filter((pause) => pause < 30_000 || pause > 60_000)).toEqual([])
  })

  test('it counts as down after so many failures in a row, and back with the first message that it takes', async () => {
    const life = peerLife()
    await failing(life, 2)
    expect([life.state(), life.isDown()]).toEqual(['backingOff', false])
    life.waits()
    await life.fails()
    expect([life.state(), life.isDown(), life.context().reason]).toEqual(['open', true, 'the peer answered 503'])
    life.waits()
    await life.answers(sent)
    const { failures, reason } = life.context()
    expect([life.state(), failures, reason]).toEqual(['up', 0, undefined])
  })

  test('nothing that is queued meanwhile shortens a pause', async () => {
    const life = peerLife()
    await failing(life, 2)
    life.queue()
    expect([life.state(), life.tries()]).toEqual(['backingOff', 2])
    life.waits()
    await life.fails()
    life.queue()
    expect([life.state(), life.tries()]).toEqual(['open', 3])
  })

  test('who wants to know now has it tried at once, in a pause and when it is down', async () => {
    const life = peerLife()
    await failing(life, 1)
    life.retry()
    expect([life.state(), life.tries()]).toEqual(['delivering', 2])
    await life.fails()
    life.waits()
    await life.fails()
    expect(life.state()).toBe('open')
    life.retry()
    expect([life.state(), life.tries()]).toEqual(['delivering', 4])
  })

  test('a peer that counts as down and is heard is tried at once, unless it asked us to wait', async () => {
    const life = peerLife()
    await failing(life, 2)
    life.heard()
    expect(life.state()).toBe('backingOff')
    life.waits()
    await life.fails({ reason: 'the peer answered 429', retryAfterMs: 90_000 })
    life.heard()
    expect([life.state(), life.tries()]).toEqual(['open', 3])
    life.waits()
    await life.fails()
    life.heard()
    expect([life.state(), life.tries()]).toEqual(['delivering', 5])
  })

  test('that what waited is too old by now does not make it up', async () => {
    const life = peerLife()
    await failing(life, 3)
    life.waits()
    await life.answers(nothing)
    expect([life.state(), life.context().failures]).toEqual(['open', 3])
  })

  test('an answer that does not come in time is a failure, the last one too', async () => {
    const life = peerLife()
    life.waits(settings.timeoutMs - 1)
    expect(life.state()).toBe('delivering')
    life.waits(1)
    expect([life.state(), life.context().reason]).toEqual(['backingOff', 'the peer did not answer in time'])
    life.waits()
    life.waits(settings.timeoutMs)
    life.waits()
    life.waits(settings.timeoutMs)
    expect(life.state()).toBe('open')
  })

  test('what the peer asks us to wait is waited, up to ten minutes', async () => {
    const life = peerLife()
    await life.fails({ reason: 'the peer answered 429', retryAfterMs: 120_000 })
    expect(life.context().pauseMs).toBe(120_000)
    life.waits()
    await life.fails({ reason: 'the peer answered 429', retryAfterMs: 86_400_000 })
    expect(life.context().pauseMs).toBe(600_000)
    life.waits()
    await life.fails()
    expect(life.context().pauseMs).toBeLessThanOrEqual(60_000)
  })
})

test('these tests take every transition of the chart', () => {
  expect([...transitionNames(peerMachine).values()].filter((name) => !taken.has(name))).toEqual([])
})
