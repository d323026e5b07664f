// The XMPP channel: every bot has an account and a stream of its own, and a membership in every room.
import { xml } from '@xmpp/client'
import {
  type Channel,
  ChannelError,
  type Correction,
  type OutboundReply,
  type Reaction,
  expired,
  noIntake,
} from '../channel.ts'
import { LRUCache } from 'lru-cache'
import { inParts } from '../in-parts.ts'
import { addressOf, ns } from './names.ts'
import { type Part, planReply, reactionStanza } from './outbound.ts'
import { type Kept, makeXmppBot, type RoomAccount, type Speaker, type XmppBot } from './bot.ts'
import { correct, say } from './saying.ts'
import { openSession } from './session.ts'
import type { Timers } from '../timers.ts'
import type { Uploads } from './uploads.ts'

export interface XmppChannelOptions {
  /** By the bot's id in the configuration. */
  accounts: ReadonlyMap<string, RoomAccount>
  /** Bare addresses of bots that other processes run. */
  peers: readonly string[]
  /** Messages read when a bot comes into a room. */
  historyLimit: number
  timers: Timers
  kept: Kept
  rejoinMs?: number
  silenceMs?: number
  /** What was not taken, and why: for the log. */
  ignored: (bot: string, reason: string) => void
  /** A room that the bot cannot be in: it is tried again. */
  trouble: (bot: string, reason: string) => void
  corrected: (correction: Correction) => void
}

const usualRejoinMs = 5_000
const usualSilenceMs = 20_000
const maxReactions = 5_000
const reactionKey = ({ bot, group, message }: Omit<Reaction, 'emoji'>): string => `${bot} ${group} ${message}`
const nothing = (): Promise<void> => Promise.resolve()

export function makeXmppChannel(options: XmppChannelOptions): Channel & Uploads & { readonly name: 'xmpp' } {
  const { accounts, timers } = options
  const ownJids = new Set([...options.peers, ...Array.from(accounts.values(), ({ jid }) => jid)])
  const bots = new Map<string, XmppBot>()
  /** What each bot last put on a message. */
  const reactions = new LRUCache<string, string>({ max: maxReactions })
  let intake = noIntake

  function botOf({ id, name }: { id: string; name: string }): XmppBot {
    const account = accounts.get(id)
    if (!account) throw new ChannelError('permanent', `${id} has no account on XMPP: see channels.xmpp.accounts`)
    const known =
      bots.get(id) ??
      makeXmppBot({
        bot: id,
        name,
        account,
        bots: ownJids,
        historyLimit: options.historyLimit,
        rejoinMs: options.rejoinMs ?? usualRejoinMs,
        timers,
        kept: options.kept,
        intake: (messages) => intake(messages),
        corrected: options.corrected,
        ignored: (reason) => options.ignored(id, reason),
        trouble: (reason) => options.trouble(id, reason),
      })
    bots.set(id, known)
    return known
  }

  function speaker(bot: string): Speaker {
    const known = bots.get(bot)
    if (!accounts.has(bot)) throw new ChannelError('permanent', `${bot} has no account on XMPP`)
    if (!known?.session) throw new ChannelError('unavailable', `${bot} is not connected to the XMPP server`)
    return { ...known, session: known.session }
  }

  /** Where a bot's words of a group go: a room that it belongs to, or one person. */
  function placeOf(
    { account, memberships }: Speaker,
    { bot, group, oneToOne }: Pick<OutboundReply, 'bot' | 'group' | 'oneToOne'>,
  ) {
    const to = addressOf(group, account.jid)
    const membership = to === undefined ? undefined : memberships.get(to)
    if (to === undefined || (!membership && !oneToOne))
      throw new ChannelError('permanent', `${bot} is in no room ${group}: see channels.xmpp.rooms`)
    return { to, membership }
  }

  return {
    name: 'xmpp',
    /** R1: the server tells at the login whether the account is the bot's. */
    identify(bot) {
      const { account } = botOf(bot)
      return Promise.resolve({ id: account.jid, name: bot.name })
    },
    start(given) {
      intake = given
      return nothing()
    },
    connect(bot, line) {
      const me = botOf(bot)
      const { memberships, posting } = me
      const isSettled = () => [...memberships.values()].every((membership) => membership.isSettled)
      let hasOpened = false
      me.settled = () => {
        if (hasOpened && me.session && isSettled()) line.ready()
      }
      me.overflowed = () =>
        line.down({ reason: 'the service does not keep up with the talk', permanent: false, code: 'overflowed' })
      me.handing.open()
      const session = openSession(me.account, {
        line,
        timers,
        silenceMs: options.silenceMs ?? usualSilenceMs,
        opened(opened) {
          hasOpened = true
          me.session = opened
          void opened.send(xml('presence')).catch(nothing)
          me.enter(opened)
          me.settled()
        },
        resumed() {
          me.session = session
          me.settled()
        },
        broke() {
          me.session = undefined
          posting.broke()
        },
        stanza: me.hear,
      })
      return Promise.resolve(async () => {
        me.handing.close()
        me.session = undefined
        for (const membership of memberships.values()) membership.leave()
        posting.broke()
        await session.close()
      })
    },
    async send(reply, signal) {
      const me = speaker(reply.bot)
      const { inbound } = me
      const { to, membership } = placeOf(me, reply)
      if (membership && !membership.isIn)
        throw new ChannelError('unavailable', `${reply.bot} is not in ${membership.room} now`)
      const nick = inbound.nickOf(reply.replyTo)
      const quotes = reply.replyTo !== '' && (membership !== undefined || reply.type === 'reaction')
      const parts = planReply(reply, {
        to,
        type: membership ? 'groupchat' : 'chat',
        occupants: membership?.occupants() ?? [],
        ...(quotes && {
          replyTo: { id: reply.replyTo, ...(membership && nick && { by: `${membership.room}/${nick}` }) },
        }),
      })
      const ids = await deliver(me, reply, parts, signal)
      if (parts[0]?.stanza.getChild('reactions'))
        reactions.set(reactionKey({ ...reply, message: reply.replyTo }), parts[0].text)
      const echo = ids.map((id, n) => ({ id, text: parts[n]?.text ?? '', bots: [reply.bot] }))
      // A room brings back what was said in it; a server does not bring back what the bot said to one person.
      return { id: ids[0], ...(!membership && { echo }) }
    },
    async edit(edit, signal) {
      const me = speaker(edit.bot)
      const at = placeOf(me, edit)
      if (at.membership?.isIn === false || signal.aborted)
        throw new ChannelError('unavailable', `${edit.bot} is not in ${at.to} now`)
      await correct(me, edit, at, bots.values(), signal)
    },
    react: (reaction, signal) => setReactions(reaction, reaction.emoji, signal),
    async unreact(reaction, signal) {
      // A further reaction has taken its place.
      const last = reactions.get(reactionKey(reaction))
      if (last === undefined || last === reaction.emoji) await setReactions(reaction, '', signal)
    },
    async typing(bot, group) {
      const me = bots.get(bot)
      const to = me && addressOf(group, me.account.jid)
      if (to === undefined) return nothing
      const type = me?.memberships.has(to) ? 'groupchat' : 'chat'
      const show = async (state: 'composing' | 'paused') => {
        const hints = xml('no-store', { xmlns: ns.hints })
        await me?.session
          ?.send(xml('message', { to, type }, xml(state, { xmlns: ns.chatStates }), hints))
          .catch(nothing)
      }
      await show('composing')
      return () => show('paused')
    },
    people(group) {
      const room = addressOf(group, '') ?? ''
      const memberships = Array.from(bots.values(), (me) => me.memberships.get(room))
      const membership = memberships.find((each) => each?.isIn && !each.hidesPeople)
      return membership && [...new Set(membership.occupants().flatMap(({ id, bot }) => (bot ? [] : [id])))]
    },
    titleOf(group) {
      return addressOf(group, '')?.split('@', 1)[0]
    },
    stop: nothing,
    uploadHosts: (bot: string) => bots.get(bot)?.uploadHosts() ?? Promise.resolve(new Set<string>()),
  }

  /** All reactions of one sender to a message stand in one stanza: the same again changes nothing (XEP-0444). */
  async function setReactions(reaction: Reaction, emoji: string, signal: AbortSignal): Promise<void> {
    const { bot, group, message } = reaction
    const me = speaker(bot)
    const { to, membership } = placeOf(me, reaction)
    if (membership?.isIn === false || signal.aborted)
      throw new ChannelError('unavailable', `${bot} is not in ${to} now`)
    const place = { to, type: membership ? ('groupchat' as const) : ('chat' as const) }
    await me.session.send(reactionStanza(`${group} ${message} ${emoji} ${bot}`, emoji, message, place))
    reactions.set(reactionKey(reaction), emoji)
  }

  /** Resolves with the channel's ids. */
  async function deliver(me: Speaker, reply: OutboundReply, parts: Part[], signal: AbortSignal) {
    const { posting, session, account, memberships, inbound, tried } = me
    const at = addressOf(reply.group, account.jid) ?? ''
    const membership = memberships.get(at)
    const mayStand = tried.has(reply.key) || !inbound.wasLive(reply.replyTo)
    if (mayStand && parts.some(({ id }) => posting.idOf(id) === undefined)) {
      const archive = membership ? { at, nick: membership.nick } : { at }
      await posting.lookUp(session, archive)
    }
    const ids = await inParts(parts, ({ id, stanza }) => {
      const known = posting.idOf(id)
      if (known === undefined && timers.now() >= reply.expiresAt) throw expired()
      if (signal.aborted) throw new ChannelError('unavailable', 'the post was given up')
      tried.add(reply.key)
      return known ?? say(me, { id, stanza }, { to: at, membership }, signal)
    })
    tried.delete(reply.key)
    return ids
  }
}
