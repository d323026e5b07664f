// One try of a call while it is under way: what ends it, and whether its request has left this machine.

/** What a `fetch` is told of a try, and tells of it. */
export interface Sending {
  readonly signal: AbortSignal
  /** Part of a request may have been written to a connection. */
  isSent: boolean
}

/** Ends with the caller's signal or after `ms`, whichever comes first. `done` must be called. */
export function beginSending(caller: AbortSignal, ms: number) {
  const controller = new AbortController()
  const sending: Sending = { signal: controller.signal, isSent: false }
  let isLate = false
  const callOff = (): void => controller.abort()
  const endTime = (): void => {
    isLate = true
    controller.abort()
  }
  if (caller.aborted) callOff()
  else if (ms <= 0) endTime()
  caller.addEventListener('abort', callOff, { once: true })
  const timer = setTimeout(endTime, Math.max(0, ms))
  return {
    sending,
    /** Its time was over before it was done. */
    isLate: (): boolean => isLate,
    done(): void {
      clearTimeout(timer)
      caller.removeEventListener('abort', callOff)
    },
  }
}
