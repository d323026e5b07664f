// Groups that are nowhere but between peers: `bridge:lab` is whoever shares it, and what is said there is told to them.
import { createHash } from 'node:crypto'
import type { BridgePost, BridgePosts } from '../../store/bridge-posts.ts'
import { type Channel, ChannelError, type InboundMessage, type Intake, type OutboundReply } from '../channel.ts'
import { cleanText } from '../web/clean.ts'
import type { Bridge } from './bridge.ts'

export interface BridgeChannelOptions {
  bridge: Bridge
  /** Who we are to our peers. */
  id: string
  posts: BridgePosts
  /** Own bots of a group. */
  botsIn: (group: string) => readonly { id: string; name: string }[]
  /** Whom a text calls, by the ids that peers know. */
  calledIn: (group: string, text: string, bot: string) => { id: string; name: string }[]
  now: () => number
  /** Told of every failed write and hand-over. */
  onError?: (error: unknown) => void
}

export const bridgeChannelName = 'bridge'

const perRound = 100
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** Starts and stops the bridge. A bot's id is `alpha/iris`, here and at every peer. */
export function makeBridgeChannel(options: BridgeChannelOptions): Channel {
  const { bridge, id, posts, botsIn, calledIn, now, onError = () => {} } = options
  let intake: Intake | undefined
  let handing = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let failures = 0

  /** Own posts to the own bots, one hand-over at a time. */
  const handOver = (): void => void (handing = handing.then(handAll))

  async function handAll(): Promise<void> {
    clearTimeout(retry)
    const hand = intake
    if (!hand) return
    try {
      for (let batch = posts.untaken(perRound); batch.length > 0; batch = posts.untaken(perRound)) {
        // oxlint-disable-next-line no-await-in-loop -- one hand-over at a time
        await hand(batch.map((post) => inboundOf(id, post, botsIn)))
        for (const { n } of batch) posts.take(n)
      }
      failures = 0
    } catch (error) {
      onError(error)
      if (!intake) return
      retry = setTimeout(handOver, Math.min(firstPauseMs * 2 ** failures++, longestPauseMs)).unref()
    }
  }

  return {
    name: bridgeChannelName,
    capabilities: ['mentions', 'replies'],
    identify: async (bot) => ({ id: `${id}/${bot.id}`, name: bot.name }),
    async start(to) {
      intake = to
      failures = 0
      bridge.start(to)
      handOver()
    },
    async send(reply, signal) {
      const { group, bot, key, expiresAt } = reply
      if (!intake || signal.aborted) throw new ChannelError('unavailable', 'the bridge is not running')
      if (!bridge.has(group)) throw new ChannelError('permanent', `no peer shares ${group}: list it in bridge.peers`)
      const member = botsIn(group).find((each) => each.id === bot)
      if (!member) throw new ChannelError('permanent', `${bot} is not in ${group}`)
      const known = posts.idOf(group, bot, key)
      if (known !== undefined) return { id: known }
      const at = now()
      if (at >= expiresAt)
        throw new ChannelError('permanent', 'the reply expired before it was posted', { why: 'replyExpired' })
      const post = postOf(reply, { from: id, name: member.name, at })
      const { text, replyTo } = post
      if (text === '') throw new ChannelError('permanent', 'the reply has no visible text', { why: 'noVisibleText' })
      post.mentions = calledIn(group, text, bot)
      try {
        posts.put(post, () => {
          const { id: message, name, mentions } = post
          const told = { group, message, sender: { id: bot, name }, text, replyTo, mentions, batch: batchOf(reply) }
          if (!bridge.said(told, at)) throw new ChannelError('permanent', 'bots alone have talked long enough (hops)')
        })
      } catch (cause) {
        // The log is told, though nothing was stored.
        bridge.wake()
        if (cause instanceof ChannelError) throw cause
        onError(cause)
        throw new ChannelError('unavailable', `${group} could not be written: try again later`, { cause })
      }
      bridge.wake()
      handOver()
      return { id: post.id }
    },
    async stop() {
      intake = undefined
      clearTimeout(retry)
      await Promise.all([handing, bridge.stop()])
      clearTimeout(retry)
    },
  }
}

/** The key stands for all that the reply answers: see `record` in src/service/bridge.ts. */
const batchOf = ({ key, replyTo }: OutboundReply): string[] => [replyTo, key].filter((id) => id !== '')

function postOf(reply: OutboundReply, { from, name, at }: { from: string; name: string; at: number }): BridgePost {
  const { group, bot, key, replyTo } = reply
  return {
    group,
    bot,
    key,
    id: createHash('sha256')
      .update(JSON.stringify([from, group, bot, key]))
      .digest('base64url'),
    at,
    name,
    text: cleanText(reply.text),
    ...(replyTo !== '' && { replyTo }),
    mentions: [],
  }
}

const inboundOf = (
  from: string,
  { group, bot, id, at, name, text, replyTo, mentions }: BridgePost,
  botsIn: BridgeChannelOptions['botsIn'],
): InboundMessage => ({
  id,
  group,
  ts: at,
  sender: { id: `${from}/${bot}`, name, bot: true },
  text,
  mentions,
  ...(replyTo !== undefined && { replyTo }),
  bots: botsIn(group).map((each) => each.id),
})
