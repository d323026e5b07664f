// A life is the same whenever it is lived, and whatever happens to the process that leads it.
import { describe, expect, test } from 'vitest'
import { openWatched, play, traceOf } from './watched.ts'
import type { Crash, MakeWorld, WorldOptions } from './world.ts'

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
      const whole = await play(open())
      const trace = traceOf(whole)
      const last = whole.store?.commits() ?? 1
      const crashes: Crash[] = Array.from({ length: last }, (_, i) => i + 1).flatMap((commit) => [
        { commit, isDurable: false },
        { commit, isDurable: true },
      ])
      for (const crash of crashes) {
        // oxlint-disable-next-line no-await-in-loop -- one store after the other
        expect([crash, traceOf(await play(open({ crash })))]).toEqual([crash, trace])
      }
    })
  })
}
