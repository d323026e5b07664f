// XState's own actor is the oracle: the same machine, script and times must give the same life in every host.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { actorLife } from './actor-life.ts'
import { runScript, scripts } from './scripts.ts'
import { virtualLife } from './virtual-life.ts'

test(
  'actor, host, and host reloaded before every event live the same lives, step by step (S5)',
  { timeout: 60_000 },
  () => {
    const values: string[] = []
    fc.assert(
      fc.property(scripts, (script) => {
        const oracle = runScript(script, actorLife)
        expect(runScript(script, virtualLife({ reload: false }))).toEqual(oracle)
        expect(runScript(script, virtualLife({ reload: true }))).toEqual(oracle)
        values.push(...oracle.map(({ value }) => value))
      }),
      { numRuns: 300, seed: 20 },
    )
    // The scripts reach every state in which the chart can rest, else agreeing would mean little.
    expect(values.length).toBeGreaterThan(10_000)
    const regions = values.flatMap((value) => Object.values(JSON.parse(value) as object))
    expect(new Set(regions.map((state) => JSON.stringify(state).replaceAll('"', '')))).toEqual(
      new Set([
        'DORMANT',
        'COOLING',
        'ACTIVE',
        'HEATED',
        'free',
        'muted',
        'idle',
        'deferring',
        'buffering',
        '{dispatching:deciding}',
        '{dispatching:composing}',
        '{delaying:pausing}',
        '{delaying:superseded}',
        '{delaying:yielding}',
        'rejudging',
        '{sending:delivering}',
        '{sending:backingOff}',
        '{awaitingBudget:held}',
        '{awaitingBudget:signing}',
        'declining',
        'resting',
        '{cooling:resting}',
        '{cooling:holding}',
        '{cooling:queueing}',
      ]),
    )
  },
)
