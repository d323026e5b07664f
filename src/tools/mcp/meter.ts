// How much a server may say: bytes of all kinds, and messages that nobody asked for; some at once, and then a little all the time.

/** Messages that nobody asked for. */
const messages = { most: 300, perSecond: 20 }
/** Times the bytes of one message. */
const bytes = { most: 4, perSecond: 1 }

export interface Meter {
  /** False: that was too much. */
  message: () => boolean
  bytes: (length: number) => boolean
}

/** `now`: ms of a clock that nobody sets. `maxBytes`: of one message. */
export function makeMeter(maxBytes: number, now: () => number): Meter {
  const ofMessages = bucket(messages.most, messages.perSecond, now)
  const ofBytes = bucket(bytes.most * maxBytes, bytes.perSecond * maxBytes, now)
  return { message: () => ofMessages(1), bytes: ofBytes }
}

function bucket(most: number, perSecond: number, now: () => number): (taken: number) => boolean {
  let left = most
  let at = now()
  return (taken) => {
    const then = now()
    left = Math.min(most, left + ((then - at) / 1_000) * perSecond) - taken
    at = then
    return left >= 0
  }
}
