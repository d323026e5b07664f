// XState's own actor is the oracle: the same machine, script and times must give the same life in every host.
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { actorLife } from './actor-life.ts'
import { actorFamily, familyScripts, runFamily, virtualFamily } from './family-life.ts'
import { actorRelays, relayScripts, runRelays, virtualRelays } from './relay-life.ts'
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

test(
  "a chart and those that it invokes live as XState's own actors do, also when reloaded before every event (S5)",
  { timeout: 60_000 },
  () => {
    // XState tells it on the console when a call ends that an actor had begun before it threw.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const all = { lead: new Set<string>(), helper: new Set<string>(), clerk: new Set<string>() }
    fc.assert(
      fc.property(familyScripts, (script) => {
        const oracle = runFamily(script, actorFamily)
        expect(runFamily(script, virtualFamily({ reload: false }))).toEqual(oracle)
        expect(runFamily(script, virtualFamily({ reload: true }))).toEqual(oracle)
        for (const level of ['lead', 'helper', 'clerk'] as const)
          for (const step of oracle[level]) all[level].add(step.split(' ').slice(1, 4).join(' '))
      }),
      { numRuns: 300, seed: 14 },
    )
    // What comes to pass in every rest of the charts: else agreeing would mean little.
    expect([...all.lead]).toEqual(
      expect.arrayContaining([
        'xstate.done.actor.work/1 active "idle"',
        'xstate.error.actor.work/1 active "idle"',
        'drop active "idle"',
        'again active "working"',
        'xstate.after.timeout.lead.working active "idle"',
      ]),
    )
    expect([...all.helper]).toEqual(
      expect.arrayContaining([
        'xstate.init done "finished"',
        'xstate.stop stopped "preparing"',
        'xstate.stop stopped "asking"',
        'xstate.stop stopped "delegating"',
        'xstate.done.actor.part done "finished"',
        'xstate.error.actor.part done "finished"',
      ]),
    )
    expect([...all.clerk]).toEqual(
      expect.arrayContaining(['xstate.stop stopped "waiting"', 'xstate.stop stopped "asking"']),
    )
  },
)

test(
  "charts that invoke each other and tell each other things live as XState's own actors do, also when reloaded (S5)",
  { timeout: 60_000 },
  () => {
    // XState tells on the console of what is sent to a chart that is over.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const seen = new Set<string>()
    fc.assert(
      fc.property(relayScripts, (script) => {
        const oracle = runRelays(script, actorRelays)
        expect(runRelays(script, virtualRelays({ reload: false }))).toEqual(oracle)
        expect(runRelays(script, virtualRelays({ reload: true }))).toEqual(oracle)
        for (const [depth, lives] of oracle.entries())
          for (const step of lives.flat()) seen.add(`${depth} ${step.split(' ').slice(1, 4).join(' ')}`)
      }),
      { numRuns: 300, seed: 16 },
    )
    expect([...seen].toSorted()).toEqual([
      '0 pass active "alone"',
      '0 pass active "together"',
      '0 xstate.after.nap.relay.alone active "alone"',
      '0 xstate.done.actor.next active "alone"',
      '0 xstate.done.actor.next active "together"',
      '0 xstate.init active "alone"',
      '1 pass active "alone"',
      '1 pass active "together"',
      '1 pass done "finished"',
      '1 xstate.after.nap.relay.alone active "alone"',
      '1 xstate.done.actor.next active "alone"',
      '1 xstate.done.actor.next active "together"',
      '1 xstate.init active "alone"',
      '1 xstate.stop stopped "alone"',
      '1 xstate.stop stopped "together"',
      '2 pass active "alone"',
      '2 pass done "finished"',
      '2 xstate.after.nap.relay.alone active "alone"',
      '2 xstate.init active "alone"',
      '2 xstate.stop stopped "alone"',
    ])
  },
)
