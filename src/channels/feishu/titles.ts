// What people call a chat: its name, or in a one-to-one chat the person's; asked once a chat, in the background.
import { LRUCache } from 'lru-cache'
import { isPermanent } from '../channel.ts'
import { cleanName } from '../clean.ts'
import type { FeishuApp } from './app.ts'
import type { Identities } from './identities.ts'
import { chatOf } from './inbound.ts'

interface Options {
  /** By the bot's id. */
  apps: ReadonlyMap<string, FeishuApp>
  identities: Pick<Identities, 'members'>
  /** ms. */
  now(): number
}

const maxChats = 5_000
/** Calls count by the month: so many chats that have been silent since the start are asked about, and no more. */
const maxSilent = 20
const longestTitle = 80
/** The page looks at every chat all the time. */
const nextTryMs = 60_000

interface Known {
  name?: string
  isOneToOne?: boolean
  /** The last try failed in passing: not to be made again before. */
  notBefore?: number
}

export function makeTitles({ apps, identities, now }: Options) {
  const known = new LRUCache<string, Known>({ max: maxChats })
  let silent = 0
  let asking = Promise.resolve()

  async function ask(group: string, chat: string, bots: readonly string[]): Promise<void> {
    for (const bot of bots) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- the first that may see the chat tells
        const told = await apps.get(bot)?.chat(chat)
        const name = cleanName(told?.name ?? '').slice(0, longestTitle)
        return void known.set(group, { name, isOneToOne: told?.mode === 'p2p' })
      } catch (error) {
        // What passes is worth another try.
        if (!isPermanent(error)) return void known.set(group, { notBefore: now() + nextTryMs })
      }
    }
  }

  const personIn = (chat: string): string | undefined =>
    [...apps.values()]
      .flatMap(({ appId }) => identities.members(appId, chat))
      .find(({ isBot }) => !isBot)
      ?.name.slice(0, longestTitle)

  return {
    /** `heardBy`: bots that are known to be in the chat. undefined: it is not known, or not yet. */
    of(group: string, heardBy: ReadonlySet<string>): string | undefined {
      const chat = chatOf(group)
      if (chat === undefined) return undefined
      const { notBefore = known.has(group) ? Infinity : 0 } = known.get(group) ?? {}
      if (notBefore <= now() && (heardBy.size > 0 || silent < maxSilent)) {
        if (heardBy.size === 0) silent += 1
        known.set(group, {})
        const bots = heardBy.size > 0 ? [...heardBy] : [...apps.keys()]
        asking = asking.then(() => ask(group, chat, bots))
      }
      const { name, isOneToOne } = known.get(group) ?? {}
      return name || (isOneToOne ? personIn(chat) : undefined)
    },
  }
}
