// A life is the same whenever it is lived, and whatever happens to the process that leads it.
import { describe, expect, test } from 'vitest'
import { killedEverywhere, openWatched, play, traceOf } from './watched.ts'
import type { MakeWorld, WorldOptions } from './world.ts'

export function lifeContract(name: string, make: MakeWorld): void {
  const open = (over: Partial<WorldOptions> = {}) => openWatched(make, over)

  describe(`${name}: a life is the same`, () => {
    test('when it is played again', async () => {
      const traces = [await play(open()), await play(open())].map(traceOf)
      expect(traces[0]).toEqual(traces[1])
      expect(traces[0]?.length).toBeGreaterThan(25)
    })

    test('when nothing of a chart stays in memory', async () => {
      expect(traceOf(await play(open({ isForgetful: true })))).toEqual(traceOf(await play(open())))
    })

    test('wherever its process is killed (S5)', { timeout: 60_000 }, async () => {
      const { trace, killed } = await killedEverywhere((over) => play(open(over)))
      expect(killed).toEqual(killed.map(([crash]) => [crash, trace]))
    })
  })
}
