// A signal that aborts when a call is called off or has taken too long, and is let go of when the call ends.

export interface TimeLimit {
  signal: AbortSignal
  /** It has taken too long: whatever called it off did not come first. */
  isOver(): boolean
  /** The call has ended. */
  end(): void
}

/**
 * `AbortSignal.timeout` is kept until its time is over, however soon the call ends, and an `AbortSignal.any` of another
 * `any` with a timeout is kept for good (Node 24).
 */
export function timeLimit(outer: AbortSignal, ms: number): TimeLimit {
  const own = new AbortController()
  let isOver = false
  const callOff = (): void => own.abort(outer.reason)
  const timer = setTimeout(() => {
    isOver = !own.signal.aborted
    own.abort(new DOMException('the call took too long', 'TimeoutError'))
  }, ms).unref()
  if (outer.aborted) callOff()
  else outer.addEventListener('abort', callOff, { once: true })
  return {
    signal: own.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer)
      outer.removeEventListener('abort', callOff)
    },
  }
}
