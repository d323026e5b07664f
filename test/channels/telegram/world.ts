// Telegram's channel on its fake, without the contract's world: one group, and whatever the test lets the fake do.
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { Correction, InboundMessage, Line } from '../../../src/channels/channel.ts'
import { openApi } from '../../../src/channels/telegram/api.ts'
import { makeTelegramChannel, type TelegramChannelOptions } from '../../../src/channels/telegram/telegram-channel.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import { type FakeTelegram, fakeLab } from '../../fakes/telegram/fake-telegram.ts'

type Given = Parameters<typeof fakeLab>[0]

export async function telegramWorld(given: Given = {}) {
  const fake = await fakeLab(given)
  onTestFinished(fake.stop)
  const lab = fake.chat('lab', ['ann', 'bo', 'iris', 'rex'])
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  return {
    fake,
    lab,
    group: `telegram:${lab}`,
    db,
    open: (over: Partial<TelegramChannelOptions> = {}) => opened(fake, db, over),
  }
}

/** One bot, its line open; `take` stands where the service stores what it was handed. */
function opened(fake: FakeTelegram, db: DatabaseSync, over: Partial<TelegramChannelOptions>) {
  const heard: InboundMessage[] = []
  const corrections: Correction[] = []
  const ignored: string[] = []
  const lines: string[] = []
  const channel = channelOn(fake, db, {
    ignored: (bot, reason) => void ignored.push(`${bot}: ${reason}`),
    hearsLittle: (bot) => void lines.push(`${bot} hears little`),
    corrected: (correction) => void corrections.push(correction),
    ...over,
  })
  const closes: (() => Promise<void>)[] = []
  const line = (bot: string): Line => ({
    ready: () => void lines.push(`${bot} ready`),
    reconnecting: (reason) => void lines.push(`${bot} reconnecting: ${reason}`),
    down: ({ reason, permanent }) => void lines.push(`${bot} down${permanent ? ' for good' : ''}: ${reason}`),
  })
  const stop = async (): Promise<void> => {
    await Promise.all(closes.splice(0).map((close) => close()))
    await channel.stop()
  }
  onTestFinished(stop)
  return {
    channel,
    heard,
    corrections,
    ignored,
    lines,
    stop,
    async start(
      bots: readonly string[] = ['iris'],
      take: (messages: InboundMessage[]) => Promise<void> = async () => {},
    ) {
      await channel.start(async (messages) => {
        await take(messages)
        heard.push(...messages)
      })
      for (const id of bots) {
        // oxlint-disable-next-line no-await-in-loop -- one bot after the other
        await channel.identify({ id, name: id })
        // oxlint-disable-next-line no-await-in-loop -- one bot after the other
        closes.push((await channel.connect?.({ id, name: id }, line(id))) ?? (async () => {}))
      }
    },
  }
}

/** Iris and Rex on it, in a service that knows nothing and asks nothing. */
export const channelOn = (fake: FakeTelegram, db: DatabaseSync, over: Partial<TelegramChannelOptions>) =>
  makeTelegramChannel({
    apis: new Map(['iris', 'rex'].map((bot) => [bot, openApi({ token: fake.token(bot), apiRoot: fake.url })])),
    db,
    timers: realClock(),
    dropsPending: false,
    botsIn: () => [],
    isHeard: () => true,
    ignored: () => {},
    hearsLittle: () => {},
    corrected: () => {},
    apartMs: 1,
    ...over,
  })
