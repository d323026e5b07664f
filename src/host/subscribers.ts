// Who hears of steps once they are durable.
import type { TracedStep } from '../room/steps.ts'

type StepListener = (step: TracedStep) => void

/** Steps that this process took, or all that it hears of: in a cluster, those of other workers, too. */
export type Whose = 'own' | 'all'

/** `tell` calls one of them, and sees to it what becomes of an error of theirs. */
export function makeSubscribers(tell: (work: () => void) => void) {
  const all = new Set<{ listener: StepListener; whose: Whose }>()
  return {
    subscribe(listener: StepListener, whose: Whose = 'own'): () => void {
      const one = { listener, whose }
      all.add(one)
      return () => void all.delete(one)
    },
    /** `isOwn`: this process took the step. */
    tell(step: TracedStep, isOwn = true): void {
      for (const { listener, whose } of all) if (isOwn || whose === 'all') tell(() => listener(step))
    },
  }
}
