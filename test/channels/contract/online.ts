// A channel as the service runs it, without the service: both bots online, and what they hear written down.
import { onTestFinished, vi } from 'vitest'
import type { Channel, Correction, InboundMessage, Intake, OutboundReply } from '../../../src/channels/channel.ts'
import { makeEchoes } from '../../../src/channels/echo.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import type { World } from './world.ts'

export const bots = [
  { id: 'iris', name: 'Iris' },
  { id: 'rex', name: 'Rex' },
] as const

export type Online = Awaited<ReturnType<typeof online>>

/** `take` stands where the service stores what it was handed: what it rejects was not heard. */
export async function online(world: World, take: Intake = async () => {}) {
  const heard: InboundMessage[] = []
  const corrections: Correction[] = []
  const opened = await world.open((correction) => corrections.push(correction))
  const intake: Intake = async (messages) => {
    await take(messages)
    heard.push(...messages)
  }
  await opened.start(intake)
  const owns = new Map<string, { id: string; name: string }>()
  const ownOf = ({ bot }: OutboundReply) => owns.get(bot) ?? { id: bot, name: bot }
  const echoes = makeEchoes({ intake, ownOf, timers: realClock() })
  const channel: Channel = { ...opened, send: (reply, ending) => echoes.post(opened, reply, ending) }
  const closes: (() => Promise<void>)[] = []
  for (const bot of bots) {
    // oxlint-disable-next-line no-await-in-loop -- one bot after the other
    owns.set(bot.id, await channel.identify(bot))
    // oxlint-disable-next-line no-await-in-loop -- one bot after the other
    closes.push(await lineOf(channel, bot))
  }
  let stopped: Promise<void> | undefined
  const stop = () =>
    (stopped ??= (async () => {
      await Promise.all(closes.map((close) => close()))
      echoes.stop()
      await channel.stop()
    })())
  onTestFinished(stop)
  return {
    channel,
    heard: heard as readonly InboundMessage[],
    corrections,
    stop,
    ownId: (bot: string): string => owns.get(bot)?.id ?? '',
    heardBy: (bot: string): InboundMessage[] => heard.filter((message) => message.bots?.includes(bot) ?? true),
  }
}

/** Resolves when the bot's line is ready, with how to close it. */
async function lineOf(channel: Channel, bot: (typeof bots)[number]): Promise<() => Promise<void>> {
  if (!channel.connect) return () => Promise.resolve()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const down = ({ reason }: { reason: string }) => reject(new Error(reason))
  const close = await channel.connect(bot, { ready: resolve, reconnecting: () => {}, down })
  await promise
  return close
}

/** Looks again and again until there is something. */
export const until = <T>(what: string, look: () => T | undefined | false): Promise<T> =>
  vi.waitFor(
    () => {
      const found = look()
      if (found === undefined || found === false) throw new Error(`waited in vain: ${what}`)
      return found
    },
    { timeout: 12_000, interval: 5 },
  )

export const hears = ({ heardBy }: Online, id: string, bot = 'iris'): Promise<InboundMessage> =>
  until(`${bot} hears ${id}`, () => heardBy(bot).find((message) => message.id === id))

export const makeReply = ({ group }: Pick<World, 'group'>, change: Partial<OutboundReply> = {}): OutboundReply => ({
  key: `${group}/iris/1`,
  group,
  bot: 'iris',
  text: 'A Welch test.',
  type: 'short',
  replyTo: '',
  expiresAt: Date.now() + 60_000,
  meta: { model: 'rehearsal', rehearsal: true },
  ...change,
})

export const signal = (): AbortSignal => new AbortController().signal

/** How a promise ended. */
export const outcome = (sending: Promise<{ id: string }>): Promise<{ id: string } | { kind: unknown }> =>
  sending.catch((error: unknown) => ({ kind: (error as { kind?: unknown }).kind }))
