// Whether commits come so fast that it is worth while to wait for more to share one.

/** So many of them within `busyMs` are many: twenty a second. */
const many = 8
const busyMs = 400

/** `gatherMs` 0: never. */
export function commitPace(gatherMs: number) {
  const times: number[] = []
  return {
    committed(at: number): void {
      if (gatherMs === 0) return
      if (times.length === many) times.shift()
      times.push(at)
    },
    isBusy: (now: number): boolean => gatherMs > 0 && times.length === many && now - (times[0] ?? now) < busyMs,
  }
}
