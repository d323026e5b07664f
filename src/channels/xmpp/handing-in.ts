// Hands in what one stream hears: in order, in batches, and a correction never before the message that it corrects.
import type { Correction, InboundMessage, Intake } from '../channel.ts'

export type Item = { message: InboundMessage; taken?: () => void } | { correction: Correction }

interface Options {
  intake: Intake
  corrected: (correction: Correction) => void
  /** What is left is heard again after the stream is opened anew. */
  failed: (reason: string) => void
}

/** Returns how to put one more into the line; after a failure nothing is taken any more. */
export function makeHandingIn({ intake, corrected, failed }: Options): (item: Item) => void {
  const line: Item[] = []
  let isGoing = false
  let hasFailed = false

  async function go(): Promise<void> {
    while (line.length > 0) {
      const [first] = line
      if (first && 'correction' in first) {
        line.shift()
        corrected(first.correction)
        continue
      }
      const end = line.findIndex((item) => 'correction' in item)
      const batch = line.splice(0, Math.min(end === -1 ? line.length : end, atOnce)).filter((item) => 'message' in item)
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      await intake(batch.map(({ message }) => message))
      for (const { taken } of batch) taken?.()
    }
  }

  function fail(reason: string): void {
    hasFailed = true
    line.length = 0
    failed(reason)
  }

  return (item) => {
    if (hasFailed) return
    line.push(item)
    if (line.length > longest) return fail('the service does not keep up with the talk')
    if (isGoing) return
    isGoing = true
    void go()
      .catch((error: unknown) => fail(`the service did not take a message: ${String(error)}`))
      .finally(() => (isGoing = false))
  }
}

const atOnce = 200
const longest = 10_000
