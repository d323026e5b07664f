// Which messages a room knows and which of its bots they have reached, in buckets: a turn writes one of them (R10).

/** By message id: the bots, with spaces between. */
export type Bucket = Readonly<Record<string, string>>

export interface Seen {
  of(id: string): readonly string[] | undefined
  put(id: string, bots: readonly string[]): void
  /** All of them, oldest first. */
  all(): (readonly [id: string, bots: string])[]
  /** The buckets that were changed, the number of the one that is being filled, and those that are kept no more. */
  changes(): { changed: readonly (readonly [n: number, bucket: Bucket])[]; bucket: number; outlived: readonly number[] }
}

/** Ids a bucket, and buckets a room: a message that comes again after so many others is taken for a new one. */
export const mostInBucket = 256
export const mostBuckets = 4

/** `buckets`: by their numbers, the last `mostBuckets` of them. `filling`: the newest. */
export function seenIn(buckets: ReadonlyMap<number, Bucket>, filling: number): Seen {
  const all = new Map(buckets)
  const changed = new Set<number>()
  let bucket = filling
  const placeOf = (id: string): number | undefined => {
    for (const [n, ids] of all) if (Object.hasOwn(ids, id)) return n
    return undefined
  }
  return {
    of(id) {
      const n = placeOf(id)
      return n === undefined ? undefined : all.get(n)?.[id]?.split(' ')
    },
    put(id, bots) {
      if (placeOf(id) === undefined && Object.keys(all.get(bucket) ?? {}).length >= mostInBucket) bucket += 1
      const n = placeOf(id) ?? bucket
      all.set(n, { ...all.get(n), [id]: bots.join(' ') })
      changed.add(n)
    },
    all: () => [...all].toSorted(([a], [b]) => a - b).flatMap(([, ids]) => Object.entries(ids)),
    changes() {
      const outlived = [...all.keys()].filter((n) => n <= bucket - mostBuckets)
      return {
        changed: [...changed].filter((n) => !outlived.includes(n)).map((n) => [n, all.get(n) ?? {}] as const),
        bucket,
        outlived,
      }
    },
  }
}
