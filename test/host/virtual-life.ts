// A scripted group on the virtual host.
import type { AnyMachineSnapshot } from 'xstate'
import { groupMachine } from '../../machines/group/group.ts'
import { makeVirtualHost } from '../../src/host/virtual/virtual-host.ts'
import { contextOf } from './canonical.ts'
import type { AnswerOf, Life, TraceStep } from './scripts.ts'
import type { GroupInput } from '../../machines/group/settings.ts'
import type { Verdict } from '../../machines/group/types.ts'

export const virtualLife =
  ({ reload }: { reload: boolean }) =>
  (input: GroupInput, answer: AnswerOf): Life => {
    const trace: TraceStep[] = []
    // As the service keeps it: outside the snapshot.
    let paused = false
    const host = makeVirtualHost({
      hosted: { machine: groupMachine, inputOf: () => ({ ...input, paused }) },
      jobs: {
        decide: (jobInput) => answer('decide', jobInput),
        compose: (jobInput) => answer('compose', jobInput),
        deliver: (jobInput) => answer('deliver', jobInput),
        sign: (jobInput) => answer('sign', jobInput),
      },
      reload,
    })
    host.subscribe(({ at, event: { type }, snapshot, records }) => {
      if (type === 'xstate.init') return
      const { value } = snapshot as AnyMachineSnapshot
      const verdicts = records.map(({ params }) => params as Omit<Verdict, 'at'>)
      trace.push({
        at,
        type,
        value: JSON.stringify(value),
        context: contextOf(snapshot as AnyMachineSnapshot),
        verdicts,
      })
    })
    return {
      trace,
      receive(at, event) {
        host.runUntil(at)
        if (event.type === 'operator.pause' || event.type === 'operator.resume')
          paused = event.type === 'operator.pause'
        host.tellAt(at, 'g', event)
      },
      runUntil: (at) => host.runUntil(at),
    }
  }
