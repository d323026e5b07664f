// The lines that this worker has, each put down with where the worker is reached; and where another one's holder is.
import { z } from 'zod'
import type { HeldLine, Place, Shared } from './shared.ts'

interface Options {
  shared: () => Pick<Shared, 'lockLine' | 'sharedRows'>
  /** Where other workers reach this one. */
  place: () => Place
  /** False: this process takes none. */
  takesLines: boolean
}

const placeSchema = z.object({ url: z.string(), secret: z.string() })

export type HeldLines = ReturnType<typeof makeHeldLines>

export function makeHeldLines({ shared, place, takesLines }: Options) {
  const held = new Map<string, HeldLine>()
  return {
    /** Ask right before every act: false as soon as it may be another's. */
    isHeld: (name: string): boolean => held.get(name)?.isHeld() ?? false,
    /** Resolves once this worker has the line and others can find it; rejects when `signal` is aborted before. */
    async take(name: string, signal: AbortSignal): Promise<HeldLine> {
      if (!takesLines) return untilAborted(signal)
      const { lockLine, sharedRows } = shared()
      const line = await lockLine(name, signal)
      try {
        await sharedRows.put('line', name, JSON.stringify({ token: line.token, ...place() }))
        signal.throwIfAborted()
        line.lost.throwIfAborted()
      } catch (error) {
        await line.release()
        throw error
      }
      held.set(name, line)
      return line
    },
    async release(name: string, line: HeldLine): Promise<void> {
      if (held.get(name) === line) held.delete(name)
      await line.release()
    },
    /** undefined: no worker has it. Rejects while that cannot be known. */
    async holder(name: string): Promise<Place | undefined> {
      const body = await shared().sharedRows.holder(name)
      return body === undefined ? undefined : placeSchema.parse(JSON.parse(body))
    },
  }
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
