// What an operator orders, as events for the groups: each is a step on its group's tape.
import type { GroupContext } from '../../machines/group/context.ts'
import type { GroupPolicy } from '../../machines/group/settings.ts'
import type { Config } from '../config/config.ts'
import { botKey, configuredKeys, isBot, partsOf, roomOf } from '../room/key.ts'
import type { Host } from './host.ts'
import type { Receipt } from '../room/room.ts'
import type { PausedBots } from '../store/paused-bots.ts'

export type Order =
  | { do: 'mute' | 'unmute' | 'drop'; actor: string }
  /** null: the policy of the configuration. */
  | { do: 'policy'; actor: string; policy: GroupPolicy | null }
  | { do: 'approve' | 'deny'; actor: string; n: number }
  | { do: 'pause' | 'resume'; bot: string }

/** A call of a run that an operator is to allow or deny, by its number; `text`: as the room was told. */
interface OpenAsk {
  n: number
  text: string
}

interface Options {
  host: Pick<Host, 'order' | 'room' | 'rooms'>
  config: Pick<Config, 'groups'>
  pausedBots: PausedBots
  /** Tells the other workers of a cluster. */
  share?: (bot: string, paused: boolean) => Promise<void>
  now: () => number
}

/** Groups told in one transaction: others get their turn in between. */
const atOnce = 100

export function makeControls({ host, config, pausedBots, share = async () => {}, now }: Options) {
  const acceptedOf = (receipts: Receipt[]): number => receipts.filter((receipt) => receipt === 'accepted').length

  /**
   * A pause holds from the first transaction on: a group that is not told yet learns of it when it is loaded.
   * Throws StoreError when nothing of it was stored.
   */
  async function tellAll(bot: string, what: 'pause' | 'resume'): Promise<number> {
    const shared = share(bot, what === 'pause')
    // The groups are told all the same.
    shared.catch(() => {})
    const keys = await chartsOf(bot)
    let sum = 0
    for (let at = 0; at === 0 || at < keys.length; at += atOnce) {
      const inbound = keys.slice(at, at + atOnce).map((key) => ({ key, event: { type: `operator.${what}` } }))
      // oxlint-disable-next-line no-await-in-loop -- some at once
      sum += acceptedOf(await host.order(inbound, () => pausedBots.set(bot, what === 'pause', now())))
      // oxlint-disable-next-line no-await-in-loop -- messages come in between
      await new Promise((resolve) => setImmediate(resolve))
      if (pausedBots.isPaused(bot) !== (what === 'pause')) break
    }
    await shared
    return sum
  }

  /** In all groups where it has heard anything, and in those of the configuration. */
  async function chartsOf(bot: string): Promise<string[]> {
    const heard = (await host.rooms()).flatMap(({ charts }) => charts)
    return [...new Set([...heard, ...configuredKeys(config)])].filter((key) => isBot(key) && partsOf(key).bot === bot)
  }

  return {
    /** Returns to how many groups it was told. */
    async apply(order: Order): Promise<number> {
      if ('bot' in order) return tellAll(order.bot, order.do)
      const key = botKey(order.actor)
      const event = eventOf(order)
      return acceptedOf(await host.order([{ key, event }]))
    },
    /** What waits for an operator's word. */
    async askOf(actor: string): Promise<OpenAsk | undefined> {
      const key = botKey(actor)
      const chart = (await host.room(roomOf(key)))?.find((each) => each.key === key)
      const { ask } = (chart?.snapshot?.context as GroupContext | undefined)?.run ?? {}
      return ask && { n: ask.n, text: ask.text }
    },
  }
}

function eventOf(order: Exclude<Order, { bot: string }>): { type: string } & Record<string, unknown> {
  if (order.do === 'approve' || order.do === 'deny')
    return { type: 'operator.approve', n: order.n, allow: order.do === 'approve' }
  return { type: `operator.${order.do}`, ...(order.do === 'policy' && { policy: order.policy }) }
}
