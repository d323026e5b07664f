// Who hears of steps once they are durable.
import type { TracedStep } from '../room/steps.ts'

type Told = (step: TracedStep) => void

/** `tell` calls one of them, and sees to it what becomes of an error of theirs. */
export function makeSubscribers(tell: (work: () => void) => void) {
  const all = new Set<Told>()
  return {
    subscribe(told: Told): () => void {
      const one: Told = (step) => told(step)
      all.add(one)
      return () => void all.delete(one)
    },
    tell(step: TracedStep): void {
      for (const told of all) tell(() => told(step))
    },
  }
}
