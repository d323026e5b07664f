// Lines of the log that anybody may cause: the first of a kind is written, the others of the minute are counted.

interface Counted<T> {
  /** The newest of those that were not written. */
  last: T
  more: number
}

const everyMs = 60_000
/** Kinds that are told apart; what is beyond counts as one of the oldest. */
const mostKinds = 100

/** `write` gets the line, and how many of its kind were not written since the one before. */
export function countedLog<T>(kindOf: (line: T) => string, write: (line: T, more: number) => void) {
  const kinds = new Map<string, Counted<T> | undefined>()
  let timer: NodeJS.Timeout | undefined
  let sum = 0

  function tell(): void {
    timer = undefined
    const counted = [...kinds]
    kinds.clear()
    for (const [kind, told] of counted) {
      if (!told) continue
      write(told.last, told.more)
      // It goes on: the next minute begins with what is counted.
      kinds.set(kind, undefined)
    }
    if (kinds.size > 0) wait()
  }

  const wait = (): void => void (timer ??= setTimeout(tell, everyMs).unref())

  return {
    tell(line: T): void {
      sum += 1
      const own = kindOf(line)
      const kind = kinds.has(own) || kinds.size < mostKinds ? own : (kinds.keys().next().value ?? own)
      if (kinds.has(kind)) {
        kinds.set(kind, { last: line, more: (kinds.get(kind)?.more ?? 0) + 1 })
        return
      }
      kinds.set(kind, undefined)
      write(line, 0)
      wait()
    },
    /** All of them, written or not. */
    sum: () => sum,
    stop(): void {
      clearTimeout(timer)
      tell()
      clearTimeout(timer)
    },
  }
}
