import { setImmediate as later } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../machines/group/types.ts'
import { verdictsOf } from '../../src/room/steps.ts'
import type { Rehearsed } from '../../src/host/virtual/virtual-host.ts'
import { inputWith, yes } from '../fakes/group-life.ts'
import { virtualWorld } from '../world/world.ts'

const composed = { text: 'sure', type: 'short', similarity: 0, model: 'm', rehearsal: true, tokens: 150 }
const answers: Record<string, Rehearsed> = {
  decide: { outcome: { output: yes }, afterMs: 500 },
  compose: { outcome: { output: composed }, afterMs: 1_000 },
  deliver: { outcome: { output: { id: 'sent' } }, afterMs: 100 },
}

type Job = (name: string) => Rehearsed | Promise<Rehearsed>

function life(job: Job) {
  const verdicts: (Verdict & { key: string })[] = []
  const { host, hear } = virtualWorld({ inputOf: () => inputWith(), answer: job })
  host.subscribe((step) => void verdicts.push(...verdictsOf(step).map((verdict) => ({ ...verdict, key: step.key }))))
  const say = (at: number, key: string): void => void hear(at, { id: `m${at}`, mentioned: true }, key)
  return { host, verdicts, say }
}

const sync = (name: string): Rehearsed => answers[name] as Rehearsed

/** The n-th call takes longer than the one after it. */
function slow(): Job {
  let left = 6
  return async (name) => {
    for (let n = (left -= 1); n > 0; n -= 1) {
      // oxlint-disable-next-line no-await-in-loop -- it takes its time
      await later()
    }
    return sync(name)
  }
}

describe('a job that is a real call', () => {
  test('gives the same life as one that is known at once, however long it takes', async () => {
    const known = life(sync)
    for (const at of [1_000, 90_000]) known.say(at, 'g')
    known.host.runOut()
    const called = life(slow())
    for (const at of [1_000, 90_000]) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      await called.host.passUntil(at)
      called.say(at, 'g')
    }
    await called.host.passOut()
    expect(called.verdicts).toEqual(known.verdicts)
    expect(known.verdicts.filter(({ gate, outcome }) => gate === 'send' && outcome === 'sent')).toHaveLength(2)
    expect(called.host.now()).toBe(known.host.now())
  })

  test('is awaited while virtual time stands still', async () => {
    const asked: number[] = []
    const { host, say } = life(async (name) => {
      const before = host.now()
      await later()
      asked.push(host.now() - before)
      return sync(name)
    })
    say(1_000, 'g')
    await host.passOut()
    expect(asked).toEqual([0, 0])
  })

  test('cannot be led by the calls that do not wait', () => {
    const { host, say } = life(slow())
    say(1_000, 'g')
    expect(() => host.runUntil(2_000)).toThrow('lead it by passUntil and passOut')
  })

  test('ends the play when it rejects', async () => {
    const { host, say } = life(() => Promise.reject(new Error('no more calls')))
    say(1_000, 'g')
    await expect(host.passUntil(2_000)).rejects.toThrow('no more calls')
  })
})
