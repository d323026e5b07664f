// The bridge as the service hosts it: own replies in the step that books them as sent, peers' words as any channel's.
import type { DeliverInput } from '../../../machines/group/children.ts'
import { targetsOf } from '../../../machines/group/call-inputs.ts'
import type { GroupContext } from '../../../machines/group/context.ts'
import { isReplied, isTurnEnd } from '../../../machines/group/verdicts/kinds.ts'
import { makeBridge } from './bridge.ts'
import { bridgeChannelName, makeBridgeChannel } from './bridge-channel.ts'
import type { ChannelContext, OwnChannel, OwnContext } from '../plugin.ts'
import type { BridgeConfig } from './config.ts'
import { partsOf } from '../../room/key.ts'
import { verdictsOf } from '../../room/steps.ts'
import { makeBridgeRoutes, type RefusedRequest } from './routes.ts'
import { openBridgePosts } from '../../store/bridge-posts.ts'
import { openBridgeStore } from '../../store/bridge.ts'
import { bridgeMembers } from './members.ts'
import { countedLog } from '../../feed/counted-log.ts'

export function openBridge(settings: BridgeConfig, service: ChannelContext & OwnContext): OwnChannel {
  const { config, db, clock, log, talk, memberIn, roster, knows, failures } = service
  const store = openBridgeStore(db)
  const posts = openBridgePosts(db)
  const members = bridgeMembers({ settings, config, store, roster, knows })
  const listeners: (() => void)[] = []
  const isPersons = (group: string, message: string): boolean => talk.lines(group, [message]).some(({ bot }) => !bot)
  const bridge = makeBridge({
    ...settings,
    store,
    now: clock.now,
    wall: clock.wall,
    botsIn: (group) => members.in(group).map(({ id }) => id),
    ownIdIn: (group, bot) => memberIn(group, bot)?.ownId,
    isPersons,
    refused(peer, reason) {
      failures.note('bridge', `${peer} does not take a message: ${reason}`)
      log('error', 'a peer of the bridge does not take a message: it is dropped', { peer, error: reason })
    },
    keptBack(reply) {
      failures.note('bridge', `a reply in ${reply.group} is kept back: bots alone have talked long enough (hopLimit)`)
      log('warn', 'peers of the bridge are not told a reply: bots alone have talked long enough (hopLimit)', {
        ...reply,
      })
    },
    expired(peer, messages) {
      failures.note('bridge', `messages waited too long for ${peer}`, messages)
      log('warn', 'messages waited too long for a peer of the bridge: they are dropped', { peer, messages })
    },
    changed(peer, reason) {
      if (reason === undefined) log('info', 'a peer of the bridge is back', { peer })
      else log('warn', 'a peer of the bridge is down; it is tried again', { peer, error: reason })
    },
    stands: () => listeners.forEach((listen) => listen()),
  })
  const channel = makeBridgeChannel({
    bridge,
    id: settings.id,
    posts,
    botsIn: members.in,
    calledIn: members.calledIn,
    now: clock.now,
    onError(error) {
      failures.note('bridge', error)
      log('error', 'a message of the bridge could not be stored or handed in', { error: String(error) })
    },
  })
  // Strangers may send as many as they like.
  const refusals = countedLog(
    ({ status, peer }: RefusedRequest) => `${status} ${peer ?? ''}`,
    ({ status, reason, peer }, more) =>
      log('warn', 'a request to the bridge was refused', { peer, status, error: reason, ...(more > 0 && { more }) }),
  )
  /**
   * The messages whose journey a reply continues: a person's, where it answers one, else those that it answers. Where
   * nobody knows how far a bot's message has come, all that it read.
   */
  function goesOnFrom(group: string, context: GroupContext): string[] {
    const read = context.turn?.batch.map(({ id }) => id) ?? []
    const answered = context.turn ? targetsOf(context) : []
    const persons = answered.filter((id) => isPersons(group, id))
    if (persons.length > 0) return persons
    const isKnown = answered.length > 0 && answered.every((id) => store.journeyOf(group, [id]))
    return isKnown ? answered : [...new Set([...answered, ...read])]
  }

  return {
    ...channel,
    isAtHome: true,
    signedRoutes: makeBridgeRoutes({ receive: bridge.receive, refused: refusals.tell }),
    refused: refusals.sum,
    peers: {
      rows: bridge.standings,
      onChange: (listen) => void listeners.push(listen),
      retry: bridge.retry,
    },
    oldRows: [...store.oldRows, posts.oldRows],
    record(step) {
      const { bot, group, oneToOne } = partsOf(step.key)
      if (oneToOne || !bridge.has(group)) return
      for (const { input } of step.started.filter(({ src }) => src === 'deliver')) {
        const { key, turn, text, type, replyTo } = input as DeliverInput
        const { context } = step.snapshot as { context: GroupContext }
        const batch = goesOnFrom(group, context)
        if (isItsOwn(group)) {
          // The channel tells it, and finds by the key how far it has come.
          const { hops, root } = store.journeyOf(group, batch) ?? { hops: 0, root: batch[0] ?? replyTo }
          store.noteJourney(group, key, { hops, root }, step.at)
        }
        // A reaction says nothing that a peer could answer, and is no message of its own on most channels.
        else if (type !== 'reaction') store.plan(step.actor, turn, { text, replyTo, batch })
      }
      for (const verdict of verdictsOf(step)) {
        if (!isTurnEnd(verdict) || verdict.turn === null) continue
        const planned = store.takePlan(step.actor, verdict.turn)
        const message = (step.event as { output?: { id?: string } }).output?.id
        if (!planned || !isReplied(verdict) || message === undefined) continue
        const { text, replyTo, batch } = planned
        const sender = { id: bot, name: members.nameOf(bot) }
        const mentions = members.calledIn(group, text, bot)
        bridge.said({ group, message, sender, text, replyTo, mentions, batch }, step.at)
      }
    },
    committed: bridge.wake,
    async stop() {
      await channel.stop()
      refusals.stop()
    },
  }
}

const isItsOwn = (group: string): boolean => group.startsWith(`${bridgeChannelName}:`)
