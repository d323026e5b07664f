// One bot's channel on the real server, without a service: what it hands in, tells and is told.
import { onTestFinished } from 'vitest'
import type { Correction, InboundMessage, Intake, OutboundReply } from '../../../src/channels/channel.ts'
import { makeEchoes } from '../../../src/channels/echo.ts'
import { makeXmppChannel, type XmppChannelOptions } from '../../../src/channels/xmpp/xmpp-channel.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import type { Prosody } from '../../../tools/prosody.mjs'
import { waitFor } from '../../e2e/visitor.ts'
import { makeReply } from '../contract/online.ts'

interface Options extends Partial<
  Pick<XmppChannelOptions, 'kept' | 'timers' | 'silenceMs' | 'historyLimit' | 'peers'>
> {
  bot?: string
  name?: string
  /** How many batches the service does not take at first. */
  refuses?: number
}

export const nothingKept = {
  heardUntil: () => undefined,
  knows: () => false,
  botsIn: () => [],
  authorOf: () => undefined,
}

/** A channel whose store knows nothing, and that nobody listens to. */
export const plainOptions = {
  peers: [],
  historyLimit: 20,
  timers: realClock(),
  kept: nothingKept,
  ignored: () => {},
  trouble: () => {},
}

export async function online(
  prosody: Pick<Prosody, 'jid' | 'password' | 'service'>,
  room: string,
  { bot = 'iris', name = 'Iris', refuses = 0, ...more }: Options = {},
) {
  const taken: InboundMessage[] = []
  const corrections: Correction[] = []
  const told: string[] = []
  let refused = 0
  const channel = makeXmppChannel({
    accounts: new Map([
      [bot, { jid: prosody.jid(bot), password: prosody.password, service: prosody.service, rooms: [room] }],
    ]),
    ...plainOptions,
    rejoinMs: 50,
    ...more,
    trouble: (_, reason) => told.push(reason),
    corrected: (correction) => corrections.push(correction),
  })
  const intake: Intake = (messages) => {
    refused += 1
    if (refused <= refuses) return Promise.reject(new Error('the store is full'))
    taken.push(...messages)
    return Promise.resolve()
  }
  await channel.start(intake)
  const who = await channel.identify({ id: bot, name })
  const echoes = makeEchoes({ intake, ownOf: () => who, timers: plainOptions.timers })
  let close: (() => Promise<void>) | undefined
  const count = (what: string) => told.filter((each) => each === what).length
  const connect = async () => {
    const before = count('ready')
    close = await channel.connect?.(
      { id: bot, name },
      {
        ready: () => told.push('ready'),
        reconnecting: () => told.push('reconnecting'),
        down: ({ reason, permanent }) => told.push(`${permanent ? 'down for good' : 'down'}: ${reason}`),
      },
    )
    await waitFor('the line', () => count('ready') > before || undefined)
  }
  onTestFinished(async () => {
    echoes.stop()
    await close?.()
  })
  await connect()
  return {
    channel,
    who,
    told,
    taken,
    corrections,
    refused: () => Math.min(refused, refuses),
    connect,
    close: async () => {
      await close?.()
      close = undefined
    },
    post: (reply: Partial<OutboundReply> & { key: string; text: string }) =>
      echoes.post(channel, makeReply({ group: `xmpp:${room}` }, { bot, ...reply }), AbortSignal.timeout(10_000)),
    heard: (text: string): Promise<InboundMessage> =>
      waitFor(`${bot} to hear ${text}`, () => taken.find((message) => message.text === text)),
  }
}
