// Somebody else's code in this process: what fails in it, at whatever time, is its own trouble.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Channel, Intake, Line } from '../channel.ts'

/** Hears what the code threw when nobody waited for it: in a timer, a socket's event, a promise without an end. */
type Failed = (error: unknown) => void

const running = new AsyncLocalStorage<Failed>()

export const asTheirs = <T>(failed: Failed, work: () => T): T => running.run(failed, work)
/** What they call of ours is ours again. */
export const asOurs = <T>(work: () => T): T => running.exit(work)

export const required = ['identify', 'start', 'send', 'stop'] as const
export const optional = ['connect', 'react', 'unreact', 'typing', 'titleOf', 'people', 'download'] as const

/** The same channel; whatever it sets going belongs to it. */
export function foreignChannel(channel: Channel, failed: Failed): Channel {
  const wrapped = [...required, ...optional].flatMap((name) => {
    const own: unknown = channel[name]
    if (typeof own !== 'function') return []
    const call = (...given: unknown[]): unknown =>
      asTheirs(failed, () => ending((own as (...each: unknown[]) => unknown).apply(channel, given.map(ours)), failed))
    return [[name, call] as const]
  })
  return { name: channel.name, ...Object.fromEntries(wrapped) } as unknown as Channel
}

/** How a line is closed, or typing hidden, is theirs as well. */
const ending = (result: unknown, failed: Failed): unknown =>
  result instanceof Promise
    ? result.then((end: unknown) => (typeof end === 'function' ? () => asTheirs(failed, () => end() as unknown) : end))
    : result

/** The intake, and what a line is told. */
function ours(given: unknown): unknown {
  if (typeof given === 'function') return (...each: Parameters<Intake>) => asOurs(() => (given as Intake)(...each))
  if (typeof given !== 'object' || given === null || !('ready' in given)) return given
  const line = given as Line
  const reconnecting: Line['reconnecting'] = (reason) => asOurs(() => line.reconnecting(reason))
  return {
    ready: () => asOurs(() => line.ready()),
    reconnecting,
    /** As modules of earlier versions call it. */
    wavers: reconnecting,
    down: (trouble) => asOurs(() => line.down(trouble)),
  } satisfies Line & { wavers: Line['reconnecting'] }
}

/** From now on their faults end nobody's process; ours still do. Returns how that is ended. */
export function containForeignCode(): () => void {
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
