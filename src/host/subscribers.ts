// Who hears of steps once they are durable.
import type { TracedStep } from '../room/steps.ts'

type StepListener = (step: TracedStep) => void

/** `tell` calls one of them, and sees to it what becomes of an error of theirs. */
export function makeSubscribers(tell: (work: () => void) => void) {
  const all = new Set<StepListener>()
  return {
    subscribe(listener: StepListener): () => void {
      const one: StepListener = (step) => listener(step)
      all.add(one)
      return () => void all.delete(one)
    },
    tell(step: TracedStep): void {
      for (const listener of all) tell(() => listener(step))
    },
  }
}
