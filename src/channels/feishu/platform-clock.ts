// The platform's clock, as its answers tell it: a machine whose wall clock is wrong would take every message for an old one.

export type PlatformClock = ReturnType<typeof platformClock>

/** Closer than that, what a network takes is most of it. */
const agreeMs = 60_000

export function platformClock({ wall = Date.now, ticks = () => performance.now() } = {}) {
  /** The platform's time less our ticks, ms. */
  let base: number | undefined
  return {
    /** Of any answer. */
    heard(headers: unknown): void {
      const told = Date.parse(String((headers as { date?: unknown } | undefined)?.date))
      if (!Number.isNaN(told)) base = told - ticks()
    },
    /** How far the wall clock is ahead of the platform's, ms; 0 while they agree to the minute, or nothing told. */
    wallAhead(): number {
      if (base === undefined) return 0
      const ahead = wall() - (base + ticks())
      return Math.abs(ahead) < agreeMs ? 0 : Math.round(ahead)
    },
  }
}
