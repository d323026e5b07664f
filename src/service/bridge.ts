// The bridge as the service hosts it: own replies in the step that books them as sent, peers' words as any channel's.
import type { DatabaseSync } from 'node:sqlite'
import type { DeliverInput } from '../../machines/group.children.ts'
import type { GroupContext } from '../../machines/group.types.ts'
import { makeBridge } from '../channels/bridge/bridge.ts'
import type { Intake } from '../channels/channel.ts'
import type { BridgeConfig } from '../config/bridge.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../feed/log.ts'
import { actorKey, partsOf } from '../host/actor-key.ts'
import { type Clock, type Step, verdictsOf } from '../host/host.ts'
import { makeBridgeRoutes } from '../http/bridge-routes.ts'
import { openBridgeStore } from '../store/bridge.ts'
import { calledIn, type Named } from './called.ts'

interface Options {
  settings: BridgeConfig
  config: Config
  db: DatabaseSync
  clock: Clock
  log: Log
  /** Who is known by name beside the own bots. */
  roster: () => readonly Named[]
  /** Whether a bot has heard anything in a group. */
  knows: (key: string) => boolean
}

export function openBridge({ settings, config, db, clock, log, roster, knows }: Options) {
  const store = openBridgeStore(db)
  const bots = new Map(config.bots.map((bot) => [bot.id, bot]))
  const bridge = makeBridge({
    ...settings,
    store,
    now: clock.now,
    botsIn: (group) =>
      config.bots
        .filter(({ id }) => isListed(config, group, id) || knows(actorKey({ bot: id, group, oneToOne: false })))
        .map(({ id }) => id),
    refused: (peer, reason) =>
      log.error({ peer, error: reason }, 'a peer of the bridge does not take a message: it is dropped'),
    expired: (peer, messages) =>
      log.warn({ peer, messages }, 'messages waited too long for a peer of the bridge: they are dropped'),
    changed(peer, reason) {
      if (reason === undefined) log.info({ peer }, 'a peer of the bridge is back')
      else log.warn({ peer, error: reason }, 'a peer of the bridge is down; it is tried again')
    },
  })

  return {
    routes: makeBridgeRoutes({
      receive: bridge.receive,
      refused: ({ status, reason, peer }) =>
        log.warn({ peer, status, error: reason }, 'a request to the bridge was refused'),
    }),
    start: (intake: Intake): void => bridge.start(intake),
    stop: () => bridge.stop(),
    prune: store.prune,
    /** Inside of the step's transaction. */
    record(step: Step): void {
      const { bot, group, oneToOne } = partsOf(step.key)
      if (oneToOne || !bridge.has(group)) return
      for (const { input } of step.started.filter(({ src }) => src === 'deliver')) {
        const { turn, text, type, replyTo } = input as DeliverInput
        const { context } = step.snapshot as { context: GroupContext }
        const batch = context.turn?.batch.map(({ id }) => id) ?? []
        // A reaction says nothing that a peer could answer, and is no message of its own on most channels.
        if (type !== 'reaction') store.plan(step.actor, turn, { text, replyTo, batch })
      }
      for (const { gate, outcome, why, turn } of verdictsOf(step)) {
        if (gate !== 'dispatch' || outcome !== 'end' || turn === null) continue
        const planned = store.takePlan(step.actor, turn)
        const message = (step.event as { output?: { id?: string } }).output?.id
        if (!planned || why !== 'replied' || message === undefined) continue
        const { text, replyTo, batch } = planned
        const sender = { id: bot, name: bots.get(bot)?.name ?? bot }
        bridge.said(
          {
            group,
            message,
            sender,
            text,
            replyTo,
            mentions: calledIn(text, [...roster(), ...config.bots], bot),
            batch,
          },
          step.at,
        )
      }
    },
    /** After the commit. */
    committed: bridge.wake,
  }
}

/** A room's bots are those of the configuration; on other channels a bot is in a group once it has heard there. */
const isListed = ({ groups }: Config, group: string, bot: string): boolean =>
  group.startsWith('web:') && (groups[group]?.bots.includes(bot) ?? false)
