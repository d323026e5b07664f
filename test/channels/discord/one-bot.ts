// One bot on the fake Discord, without a service: what it hands in, what its line tells, and how it posts.
import { onTestFinished } from 'vitest'
import type { Correction, InboundMessage, Intake } from '../../../src/channels/channel.ts'
import { type DiscordChannelOptions, makeDiscordChannel } from '../../../src/channels/discord/discord-channel.ts'
import { openApp } from '../../../src/channels/discord/sdk.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import { type FakeDiscord, fakeDiscord, type FakeOptions } from '../../fakes/discord/fake-discord.ts'
import { makeReply, until } from '../contract/online.ts'

interface Options extends Partial<Pick<DiscordChannelOptions, 'kept' | 'historyLimit' | 'pending' | 'timers'>> {
  take?: Intake
  timeoutMs?: number
}

export const nothingKept: DiscordChannelOptions['kept'] = {
  heardUntil: () => undefined,
  knows: () => false,
  alone: () => [],
}

/** With Ann, Bo and the bot Iris. */
export async function discord(options: Partial<FakeOptions> = {}) {
  const fake = await fakeDiscord({ bots: [{ handle: 'iris', name: 'Iris' }], ...options })
  onTestFinished(fake.stop)
  const lab = fake.channel('lab')
  return { fake, lab, group: `discord:${lab}` }
}

/** Not connected yet. */
export async function opened(fake: FakeDiscord, { take = async () => {}, timeoutMs, ...more }: Options = {}) {
  const heard: InboundMessage[] = []
  const corrections: Correction[] = []
  const ignored: string[] = []
  const told: string[] = []
  const channel = channelOn(fake, ['iris'], {
    ...more,
    timeoutMs,
    ignored: (_, reason) => ignored.push(reason),
    corrected: (correction) => corrections.push(correction),
  })
  await channel.start(async (messages) => {
    await take(messages)
    heard.push(...messages)
  })
  return {
    channel,
    heard,
    corrections,
    ignored,
    /** What the line told: `ready`, `reconnecting`, `down …`. */
    told,
    texts: (): string[] => heard.map(({ text }) => text),
    /** Resolves with how to close the line. */
    connect: async (): Promise<() => Promise<void>> => {
      await channel.identify({ id: 'iris', name: 'Iris' })
      const close = await channel.connect?.(
        { id: 'iris', name: 'Iris' },
        {
          ready: () => told.push('ready'),
          reconnecting: () => told.push('reconnecting'),
          down: ({ reason, permanent }) => told.push(`down${permanent ? ' for good' : ''}: ${reason}`),
        },
      )
      onTestFinished(async () => close?.())
      return async () => close?.()
    },
  }
}

interface Over extends Partial<DiscordChannelOptions> {
  timeoutMs?: number | undefined
}

/** These bots on it, in a service that knows nothing. */
export function channelOn(fake: FakeDiscord, bots: readonly string[], { timeoutMs, ...over }: Over) {
  const { apiRoot, cdn } = fake
  const more = { log: { debug: () => {} }, ...(timeoutMs !== undefined && { timeoutMs }) }
  return makeDiscordChannel({
    apps: new Map(bots.map((bot) => [bot, openApp({ apiRoot, cdn, token: fake.token(bot), ...more })])),
    cdn,
    historyLimit: 20,
    pending: 'read',
    typingIndicator: true,
    timers: realClock(),
    kept: nothingKept,
    ignored: () => {},
    corrected: () => {},
    ...over,
  })
}

/** Connected, and ready. */
export async function online(fake: FakeDiscord, options: Options = {}) {
  const bot = await opened(fake, options)
  const close = await bot.connect()
  await until('the line', () => bot.told.includes('ready'))
  return { ...bot, close }
}

export type OneBot = Awaited<ReturnType<typeof online>>

export const hears = ({ heard }: Pick<OneBot, 'heard'>, id: string): Promise<InboundMessage> =>
  until(`hears ${id}`, () => heard.find((message) => message.id === id))

export { makeReply, until }
