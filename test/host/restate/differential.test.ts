// XState's own actor is the oracle here, too: the same machine, script and times give the same life on a real Restate server.
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Rehearsed } from '../../../src/host/virtual/virtual-host.ts'
import { actorLife } from '../actor-life.ts'
import { actorFamily, familyScripts, playFamily, runFamily } from '../family-life.ts'
import { waited } from '../played.ts'
import { actorRelays, playRelays, relayScripts, runRelays } from '../relay-life.ts'
import { playScript, runScript, scripts } from '../scripts.ts'
import { restateFamily, restateLife, restateRelays } from './scripted-lives.ts'

const isForgetful = fc.boolean()
/** Restate wakes a room at a whole ms: answers come at one, too. */
const whole = <T extends { answers: Record<string, Rehearsed[]> }>({ answers, ...script }: T) => ({
  ...script,
  answers: Object.fromEntries(
    Object.entries(answers).map(([src, given]) => [
      src,
      given.map(({ outcome, afterMs }) => ({ outcome, afterMs: Math.floor(afterMs) })),
    ]),
  ) as T['answers'],
})
const runs = (numRuns: number, seed: number) => ({ numRuns, seed, endOnFailure: true })

test('random lives of a group are those of an actor, step by step (S5)', { timeout: 120_000 }, async () => {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(scripts.map(whole), isForgetful, async (script, forgets) => {
      const oracle = runScript(script, actorLife)
      expect(await waited(playScript(script, restateLife({ isForgetful: forgets })))).toEqual(oracle)
      steps += oracle.length
    }),
    runs(5, 20),
  )
  expect(steps).toBeGreaterThan(200)
})

test(
  "random lives of a chart and those that it invokes are those of XState's own actors (S5)",
  { timeout: 120_000 },
  async () => {
    // XState tells it on the console when a call ends that an actor had begun before it threw.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    let steps = 0
    await fc.assert(
      fc.asyncProperty(familyScripts.map(whole), isForgetful, async (script, forgets) => {
        const oracle = runFamily(script, actorFamily)
        expect(await waited(playFamily(script, restateFamily({ isForgetful: forgets })))).toEqual(oracle)
        steps += Object.values(oracle).flat().length
      }),
      runs(12, 14),
    )
    expect(steps).toBeGreaterThan(300)
  },
)

test(
  "random lives of charts that tell each other things are those of XState's own actors (S5)",
  { timeout: 120_000 },
  async () => {
    // XState tells on the console of what is sent to a chart that is over.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    let steps = 0
    await fc.assert(
      fc.asyncProperty(relayScripts, isForgetful, async (script, forgets) => {
        const oracle = runRelays(script, actorRelays)
        expect(await waited(playRelays(script, restateRelays({ isForgetful: forgets })))).toEqual(oracle)
        steps += oracle.flat(2).length
      }),
      runs(8, 16),
    )
    expect(steps).toBeGreaterThan(150)
  },
)
