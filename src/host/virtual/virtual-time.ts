// Virtual time: what is due happens in order, as fast as the machine allows, and calls are awaited while time stands still.
import TinyQueue from 'tinyqueue'

interface Due {
  at: number
  order: number
  fire(): void
}

/** A call under way, and when its answer can come at the earliest. */
interface Awaited {
  earliest: number
  settled: Promise<void>
}

/** Beyond every order of a timer or a job. */
const afterTimers = 2 ** 52

export function makeVirtualTime(startAt: number) {
  const queue = new TinyQueue<Due>([], (a, b) => a.at - b.at || a.order - b.order)
  const awaited: Awaited[] = []
  let now = startAt
  let order = 0

  const earliestAnswer = (): number => Math.min(Infinity, ...awaited.map(({ earliest }) => earliest))

  /** Fires what is due until `at` and before an answer can come, in order. */
  function fireUntil(at: number): void {
    for (let next = queue.peek(); next && next.at <= at && next.at < earliestAnswer(); next = queue.peek()) {
      queue.pop()
      next.fire()
    }
  }

  /** Fires everything due until `at`, in order; timers due at `at` fire before what arrives at `at`. */
  function runUntil(at: number): void {
    fireUntil(at)
    if (earliestAnswer() <= at)
      throw new Error('a job of this virtual host is a promise: lead it by passUntil and passOut')
    now = Math.max(now, at)
  }

  /** As runUntil, with jobs that are promises. Rejects with what a job rejects with. */
  async function passUntil(at: number): Promise<void> {
    for (;;) {
      fireUntil(at)
      const next = Math.min(at, queue.peek()?.at ?? at)
      const needed = awaited.filter(({ earliest }) => earliest <= next)
      if (needed.length === 0) break
      for (const each of needed) awaited.splice(awaited.indexOf(each), 1)
      // oxlint-disable-next-line no-await-in-loop -- time passes in order
      await Promise.all(needed.map(({ settled }) => settled))
    }
    now = Math.max(now, at)
  }

  /** When something happens next, an answer under way included. */
  function nextDue(): number | undefined {
    const next = Math.min(queue.peek()?.at ?? Infinity, earliestAnswer())
    return next === Infinity ? undefined : next
  }

  const begun = (): number => (order += 1)

  function when(at: number, place: number, isStill: () => boolean, work: () => void): void {
    const fire = (): void => {
      if (!isStill()) return
      now = Math.max(now, at)
      work()
    }
    queue.push({ at, order: place, fire })
  }

  return {
    now: () => now,
    /** Takes a place in the order of what is due at the same time: that in which it was begun, however long a call took. */
    begun,
    /** At `at`; `isStill` tells then whether anybody waits for it: what is called off does not move time. */
    when,
    /** Runs `work` at `at`, after everything else that is due until then. */
    later(at: number, work: () => void): void {
      when(at, afterTimers + begun(), () => true, work)
    },
    /** Time stands still while it is awaited, which is from `earliest` on. */
    await(earliest: number, settled: Promise<void>): void {
      awaited.push({ earliest, settled })
    },
    runUntil,
    passUntil,
    nextDue,
    /** Runs until nothing is due any more. */
    runOut(): void {
      for (let next = nextDue(); next !== undefined; next = nextDue()) runUntil(next)
    },
    /** As runOut, with jobs that are promises. */
    async passOut(): Promise<void> {
      // oxlint-disable-next-line no-await-in-loop -- time passes in order
      for (let next = nextDue(); next !== undefined; next = nextDue()) await passUntil(next)
    },
    /** Nothing goes off any more. */
    clear(): void {
      queue.data.length = 0
      queue.length = 0
      awaited.length = 0
    },
  }
}
