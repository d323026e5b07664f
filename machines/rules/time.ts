// Time comes in events: every event a host feeds carries `at`.

/** The host's time of an event, ms. Throws when a host forgot to stamp it, so that no chart runs on a wrong clock. */
export function timeOf(event: { type: string; at?: unknown }): number {
  if (typeof event.at !== 'number') throw new Error(`event ${event.type} carries no time: the host must stamp "at"`)
  return event.at
}

/**
 * A message's server time, made trustworthy (V4): nonsense and the far future become `at`, and what is older than the
 * window still counts itself for that one moment.
 */
export function clampTime(ts: number, at: number, limits: { windowMs: number; maxAheadMs: number }): number {
  if (!Number.isFinite(ts) || ts <= 0 || ts > at + limits.maxAheadMs) return at
  return Math.floor(Math.max(ts, at - limits.windowMs))
}
