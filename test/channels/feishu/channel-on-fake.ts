// The channel with its apps at the fake of the platform, for the tests beside this file.
import { onTestFinished } from 'vitest'
import type { InboundMessage, Intake } from '../../../src/channels/channel.ts'
import { makeFeishuChannel } from '../../../src/channels/feishu/feishu-channel.ts'
import { openApp } from '../../../src/channels/feishu/sdk.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import type { TalkRow } from '../../../src/store/talk.ts'
import type { FakeOptions } from '../../fakes/feishu/fake-feishu.ts'
import { room } from '../../fakes/feishu/room.ts'

interface Options extends Partial<FakeOptions> {
  timeoutMs?: number
  historyLimit?: number
  /** Who wrote a message that the service has; default: what was handed in. */
  authorOf?: (id: string) => string | undefined
  /** What it has of whoever speaks. */
  kept?: TalkRow[]
}

/** `iris` and `otto`, with `ann` and `bo` in the group `lab`; nobody is connected yet, and what is said before that is lost. */
export async function channelOnFake({
  timeoutMs = 10_000,
  historyLimit = 0,
  authorOf,
  kept = [],
  ...options
}: Options = {}) {
  const { fake, lab } = await room({ redeliverMs: [], ...options })
  const taken: InboundMessage[] = []
  const ignored: string[] = []
  let takes: Intake = async (messages) => void taken.push(...messages)
  const bots = ['iris', 'otto']
  const channel = makeFeishuChannel({
    apps: new Map(
      bots.map((bot) => [bot, openApp({ ...fake.app(bot), domain: fake.url, log: { debug: () => {} }, timeoutMs })]),
    ),
    historyLimit,
    typingIndicator: false,
    timers: realClock(),
    seed: 1,
    talk: {
      authorOf: (_, id) => (authorOf ? authorOf(id) : taken.find((message) => message.id === id)?.sender.id),
      saidWithin: () => kept,
    },
    ignored: (_, reason) => void ignored.push(reason),
    scopeless: () => {},
    corrected: () => {},
  })
  await channel.start((messages) => takes(messages))
  onTestFinished(() => channel.stop())
  return {
    fake,
    lab,
    channel,
    taken,
    ignored,
    takeBy: (intake: Intake) => void (takes = intake),
    /** Opens the bots' lines. */
    async connect(...connected: string[]): Promise<void> {
      for (const id of connected) {
        const { promise: ready, resolve } = Promise.withResolvers<void>()
        // oxlint-disable-next-line no-await-in-loop -- one bot after the other
        await channel.identify({ id, name: id })
        const line = { ready: resolve, reconnecting: () => {}, down: () => {} }
        // oxlint-disable-next-line no-await-in-loop -- one bot after the other
        onTestFinished((await channel.connect?.({ id, name: id }, line)) ?? (() => {}))
        // oxlint-disable-next-line no-await-in-loop -- one bot after the other
        await ready
      }
    },
    /** The message as it was first handed in, once its event is settled for every bot whose line is open. */
    async heard(id: string): Promise<InboundMessage | undefined> {
      const events = () => fake.pushes.filter(({ message, connection }) => message === id && connection !== undefined)
      await fake.until(() => events().length > 0 && events().every(({ outcome }) => outcome !== 'waiting'))
      return taken.find((message) => message.id === id)
    },
  }
}
