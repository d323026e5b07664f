// Somebody else's code in this process, of channels and of tools: what fails in it, at whatever time, is its own trouble.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Hears what the code threw when nobody waited for it: in a timer, a socket's event, a promise without an end. */
export type Failed = (error: unknown) => void

const running = new AsyncLocalStorage<Failed>()

export const asTheirs = <T>(failed: Failed, work: () => T): T => running.run(failed, work)
/** What they call of ours is ours again. */
export const asOurs = <T>(work: () => T): T => running.exit(work)

let [users, release] = [0, (): void => {}]

/** From now on their faults end nobody's process; ours still do. Returns how that is ended. */
export function containForeignCode(): () => void {
  // Two of them would each leave our own faults to the other.
  if (++users === 1) release = listen()
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    if (--users === 0) release()
  }
}

function listen(): () => void {
  const uncaught = (error: unknown): void => {
    const failed = running.getStore()
    if (failed) return asOurs(() => failed(error))
    // As without a listener, unless there is another one.
    if (process.listenerCount('uncaughtException') > 1) return
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  }
  const unhandled = (error: unknown): void => {
    const failed = running.getStore()
    if (failed) return asOurs(() => failed(error))
    if (process.listenerCount('unhandledRejection') === 1) throw error
  }
  process.on('uncaughtException', uncaught)
  process.on('unhandledRejection', unhandled)
  return () => {
    process.off('uncaughtException', uncaught)
    process.off('unhandledRejection', unhandled)
  }
}
