// Waits for what another process does.
import { setTimeout as sleep } from 'node:timers/promises'

/** Throws when it has not come within `ms`. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, ms = 15_000): Promise<void> {
  const end = performance.now() + ms
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- asked again and again
    if (await isSo()) return
    if (performance.now() > end) throw new Error(`it has not come within ${ms} ms`)
    // oxlint-disable-next-line no-await-in-loop -- the pause between
    await sleep(20)
  }
}
