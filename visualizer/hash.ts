// The address of a moment: `#actor=iris%20web%3Alobby&at=214&message=m8`.

export interface Moment {
  actor?: string
  /** Seq of a step; absent is live. */
  at?: number
  message?: string
}

export function momentOf(hash: string): Moment {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const [actor, at, message] = ['actor', 'at', 'message'].map((name) => fields.get(name) ?? '')
  return {
    ...(actor && { actor }),
    ...(at && /^\d{1,15}$/.test(at) && { at: Number(at) }),
    ...(message && { message }),
  }
}

export function hashOf({ actor, at, message }: Moment): string {
  const pairs = Object.entries({ actor, at, message }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return pairs.length === 0 ? '' : `#${pairs.join('&')}`
}
