// A scripted group on the virtual host.
import type { AnyMachineSnapshot } from 'xstate'
import type { GroupInput } from '../../machines/group/settings.ts'
import type { Verdict } from '../../machines/group/types.ts'
import { virtualWorld } from '../world/world.ts'
import { contextOf } from './canonical.ts'
import type { AnswerOf, Life, TraceStep } from './scripts.ts'

export const virtualLife =
  ({ reload }: { reload: boolean }) =>
  (input: GroupInput, answer: AnswerOf): Life => {
    const trace: TraceStep[] = []
    // As the service keeps it: outside the snapshot.
    let paused = false
    const { host } = virtualWorld({ inputOf: () => ({ ...input, paused }), answer, reload })
    host.subscribe(({ at, event: { type }, snapshot, records }) => {
      if (type === 'xstate.init') return
      const stood = snapshot as AnyMachineSnapshot
      const verdicts = records.map(({ params }) => params as Omit<Verdict, 'at'>)
      trace.push({ at, type, value: JSON.stringify(stood.value), context: contextOf(stood), verdicts })
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
