// Whether so many rooms are at work that it is worth while to wait for more to share a commit.
import { roomOf } from '../../room/key.ts'

/** So many rooms within `busyMs` are many: twenty a second. */
const many = 8
const busyMs = 400

/** `gatherMs` 0: never. */
export function commitPace(gatherMs: number) {
  /** When each of the last rooms was written to, the newest one last. */
  const latest = new Map<string, number>()
  return {
    // What a room does next follows from what it did: however fast it goes, hardly any of its own commits can be shared.
    committed(steps: readonly { key: string }[], at: number): void {
      if (gatherMs === 0) return
      for (const { key } of steps) {
        const room = roomOf(key)
        latest.delete(room)
        latest.set(room, at)
        const [oldest] = latest.keys()
        if (latest.size > many && oldest !== undefined) latest.delete(oldest)
      }
    },
    isBusy(now: number): boolean {
      const [first] = latest.values()
      return first !== undefined && latest.size === many && now - first < busyMs
    },
  }
}
