// What callers hand in at the same moment goes into one transaction: while one waits for the disk, the next one fills.
import type { Incoming, Receipt } from '../../room/room.ts'

type FeedsIn = () => Iterable<Incoming>

interface Options {
  /** Both return the receipts of `feedsIn`, and throw when nothing of it was stored. */
  commitAlong: (feedsIn: FeedsIn) => Receipt[]
  commitAlone: (feedsIn: FeedsIn) => Receipt[]
  /** Else each has its own transaction, at once. */
  isGathering: boolean
  /** Calls `flush` at once, or, on a busy host, in a moment. */
  soon: () => void
}

interface Handed {
  feedsIn: FeedsIn
  taken: (receipts: Receipt[]) => void
  refused: (error: unknown) => void
}

/** So many in one transaction: a longer one would keep timers and answers waiting. */
const most = 64

export function makeHandedIn({ commitAlong, commitAlone, isGathering, soon }: Options) {
  const handed: Handed[] = []
  let next: NodeJS.Immediate | undefined

  function commitNext(): void {
    const group = handed.splice(0, most)
    next = handed.length > 0 ? setImmediate(commitNext) : undefined
    if (group.length === 0) return
    let counts: number[] = []
    function* feedsIn(): Generator<Incoming> {
      counts = []
      for (const each of group) {
        const feeds = [...each.feedsIn()]
        counts.push(feeds.length)
        yield* feeds
      }
    }
    try {
      const receipts = commitAlong(feedsIn)
      for (const [i, { taken }] of group.entries()) taken(receipts.splice(0, counts[i]))
    } catch (error) {
      if (group.length === 1) group[0]?.refused(error)
      else for (const each of group) tryAlone(each)
    }
  }

  function tryAlone({ feedsIn, taken, refused }: Handed): void {
    try {
      taken(commitAlone(feedsIn))
    } catch (error) {
      refused(error)
    }
  }

  return {
    /** Resolves once it is durable. What the store refuses together with others is tried alone. */
    handIn: (feedsIn: FeedsIn, canWait: boolean): Promise<Receipt[]> =>
      new Promise((taken, refused) => {
        handed.push({ feedsIn, taken, refused })
        if (!isGathering) commitNext()
        else if (canWait) soon()
        else next ??= setImmediate(commitNext)
      }),
    flush(): void {
      while (handed.length > 0) commitNext()
    },
  }
}
