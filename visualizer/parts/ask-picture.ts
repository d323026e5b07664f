// Asks the service for pictures that other services have, two at a time: a channel that hangs leaves the page its connections.
import { bulkhead } from 'cockatiel'

/** As in src/http/picture-routes.ts. */
export const refusals = ['pictureGone', 'pictureLate', 'pictureTooLarge', 'pictureUnreadable'] as const
export type Refusal = (typeof refusals)[number]

const atOnce = 2
const tries = 8
const againMs = 2_000
const turns = bulkhead(atOnce, Number.POSITIVE_INFINITY)

/** Resolves with undefined when the browser has it, else with why there is none. Rejects when `signal` aborts. */
export async function askPicture(path: string, signal: AbortSignal): Promise<Refusal | undefined> {
  for (let n = 0; n < tries; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- again, when it may be there
    const answer = await turns.execute(() => ask(path, signal), signal)
    if (answer !== 'coming') return answer
    // oxlint-disable-next-line no-await-in-loop
    await pause(againMs, signal)
  }
  return 'pictureLate'
}

async function ask(path: string, signal: AbortSignal): Promise<Refusal | 'coming' | undefined> {
  const answer = await fetch(path, { signal })
  if (answer.ok) {
    // Read to its end it is in the browser's cache, from where it is drawn.
    await answer.arrayBuffer()
    return undefined
  }
  if (answer.status === 503) return 'coming'
  const { code } = (await answer.json().catch(() => ({}))) as { code?: unknown }
  return refusals.find((each) => each === code) ?? 'pictureGone'
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('nobody looks at it any more'))
    })
  })
}
