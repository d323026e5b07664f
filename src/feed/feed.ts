// Verdicts as they are committed, for whoever listens: the log, the page.
import type { Verdict } from '../../machines/group/types.ts'

export type VerdictRecord = Verdict & { bot: string; group: string }
export type Listener = (record: VerdictRecord) => void

/** `failed` hears what one listener throws: the others are told. */
export function makeFeed(failed: (error: unknown) => void = () => {}) {
  const listeners = new Map<string, Set<Listener>>()
  return {
    publish(record: VerdictRecord): void {
      for (const listener of listeners.get(record.group) ?? []) {
        try {
          listener(record)
        } catch (error) {
          failed(error)
        }
      }
    },
    /** Calls back with every verdict of a group until the returned function is called. */
    subscribe(group: string, listener: Listener): () => void {
      const ofGroup = listeners.get(group) ?? new Set<Listener>()
      listeners.set(group, ofGroup.add(listener))
      return () => {
        ofGroup.delete(listener)
        if (ofGroup.size === 0) listeners.delete(group)
      }
    },
  }
}
