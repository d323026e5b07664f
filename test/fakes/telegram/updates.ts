// The waiting updates of one bot of the fake: handed out until a later poll acknowledges them.

export interface Waiting {
  update_id: number
  [kind: string]: unknown
}

export type Queue = ReturnType<typeof makeQueue>

export function makeQueue() {
  let waiting: unknown[] = []
  let number = 1_000
  let wake = () => {}
  const numberOf = (update: unknown): number => (update as Partial<Waiting> | null)?.update_id ?? -1

  return {
    push(update: object): number {
      number += 1
      waiting.push({ update_id: number, ...update })
      wake()
      return number
    },
    /** As it is, without a number of its own. */
    pushRaw(update: unknown): void {
      waiting.push(update)
      wake()
    },
    /** What is before the offset is never handed out again. */
    acknowledge(offset: number): void {
      if (offset < 0) waiting = waiting.slice(offset)
      else waiting = waiting.filter((each) => numberOf(each) >= offset || numberOf(each) === -1)
    },
    first: (most: number): unknown[] => waiting.slice(0, most),
    has: (isIt: (update: unknown) => boolean): boolean => waiting.some(isIt),
    size: (): number => waiting.length,
    /** Nobody handles what has no number: it is handed out once. */
    dropUnnumbered(): void {
      waiting = waiting.filter((each) => numberOf(each) !== -1)
    },
    onPush(woken: () => void): void {
      wake = woken
    },
  }
}
