// Groups that are nowhere but between peers: `bridge:lab` is whoever shares it, and what is said there is told to them.
import { createHash } from 'node:crypto'
import type { BridgePost, BridgePosts } from '../../store/bridge-posts.ts'
import { type Channel, ChannelError, type OutboundReply, type Posted, expired, nothingVisible } from '../channel.ts'
import { cleanText } from '../clean.ts'
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
  /** Told of every failed write. */
  onError?: (error: unknown) => void
}

export const bridgeChannelName = 'bridge'

/** Starts and stops the bridge. A bot's id is `alpha/iris`, here and at every peer. */
export function makeBridgeChannel(options: BridgeChannelOptions): Channel {
  const { bridge, id, posts, botsIn, calledIn, now, onError = () => {} } = options
  let isRunning = false

  return {
    name: bridgeChannelName,
    identify: async (bot) => ({ id: `${id}/${bot.id}`, name: bot.name }),
    async start(to) {
      isRunning = true
      bridge.start(to)
    },
    async send(reply, signal) {
      const { group, bot, key, expiresAt } = reply
      if (!isRunning || signal.aborted) throw new ChannelError('unavailable', 'the bridge is not running')
      if (!bridge.has(group)) throw new ChannelError('permanent', `no peer shares ${group}: list it in bridge.peers`)
      const member = botsIn(group).find((each) => each.id === bot)
      if (!member) throw new ChannelError('permanent', `${bot} is not in ${group}`)
      const known = posts.find(group, bot, key)
      if (known) return postedAs(known, botsIn)
      const at = now()
      if (at >= expiresAt) throw expired()
      const post = postOf(reply, { from: id, name: member.name, at })
      const { text, replyTo } = post
      if (text === '') throw nothingVisible()
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
      return postedAs(post, botsIn)
    },
    async stop() {
      isRunning = false
      await bridge.stop()
    },
  }
}

/** The key stands for all that the reply answers: see `record` in src/channels/bridge/open.ts. */
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

/** Nothing but this post tells the own bots of it. */
const postedAs = ({ group, id, text, mentions }: BridgePost, botsIn: BridgeChannelOptions['botsIn']): Posted => ({
  id,
  echo: [{ id, text, mentions, bots: botsIn(group).map((each) => each.id) }],
})
