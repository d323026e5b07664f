// Somebody else's channel: whatever it sets going belongs to it, and what it calls of ours is ours.
import type { Channel, Intake, Line } from '../channel.ts'
import { asOurs, asTheirs, type Failed } from '../contained.ts'

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
