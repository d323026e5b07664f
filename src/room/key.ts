// The name of one bot in one chat, as stores and logs write it: `iris web:lobby`, `iris direct web:ann`.
import type { Config } from '../config/config.ts'
import { topicGroup } from '../config/topics.ts'

export interface Whereabouts {
  bot: string
  group: string
  oneToOne: boolean
}

export const actorKey = ({ bot, ...place }: Whereabouts): string => `${bot} ${roomKey(place)}`

/** A group that itself begins like a chat of two is set off by a space more. */
export const roomKey = ({ group, oneToOne }: Omit<Whereabouts, 'bot'>): string =>
  oneToOne ? `direct ${group}` : /^(?:direct )| /.test(group) ? ` ${group}` : group

/** Bot ids and channel names have no spaces; what follows is the chat. What a bot's chart invokes is that bot's. */
export function partsOf(key: string): Whereabouts {
  const [head, rest] = [headOf(key), roomOf(key)]
  const bot = head.startsWith('#') ? head.slice(head.lastIndexOf('/') + 1) : head
  const oneToOne = rest.startsWith('direct ')
  const group = oneToOne ? rest.slice('direct '.length) : rest.startsWith(' ') ? rest.slice(1) : rest
  return { bot, group, oneToOne }
}

/** What of a chart's key stands before its room: that of a bot's is the bot's id. */
export const headOf = (key: string): string => key.slice(0, key.indexOf(' '))

/** The room of a chart: what its key has behind the bot. */
export const roomOf = (key: string): string => key.slice(key.indexOf(' ') + 1)

/** Of a chart that stands in the place of a bot: what names its machine. */
export const kindOfKey = (key: string): string => key.slice(0, key.search(/[/ ]/))

/** A chart that another one invokes: `#agent/work/iris web:lobby` is the `agent` that `iris web:lobby` calls `work`. */
export const childKey = (invoker: string, kind: string, id: string): string =>
  `#${kind}/${encodeURIComponent(id)}/${invoker}`

const child = /^#[^/ ]+\/([^/ ]*)\/(.+)$/

export const isChild = (key: string): boolean => key.startsWith('#') && child.test(key)

export function invokerOf(key: string): { invoker: string; id: string } {
  const [, id, invoker] = child.exec(key) ?? []
  if (id === undefined || invoker === undefined) throw new Error(`${key} is no key of an invoked chart`)
  return { invoker, id: decodeURIComponent(id) }
}

/** By which invoke of a chart another one is of it, itself or by those between them; undefined: it is none of its. */
export function invokeOf(key: string, other: string): string | undefined {
  if (!isChild(other)) return undefined
  const { invoker, id } = invokerOf(other)
  return invoker === key ? id : invokeOf(key, invoker)
}

/** The others are of their room, or of another chart. */
export const isBot = (key: string): boolean => !key.startsWith('#')

/** A bot's chart, or one that it invokes, itself or by others between them. */
export const isOfBot = (key: string): boolean => isBot(key) || isBot(partsOf(key).bot)

/** That of the bot that a chart is of. */
export const botKey = (key: string): string => (isBot(key) ? key : actorKey(partsOf(key)))

/** Of every bot in every group that the configuration names. */
export const configuredKeys = ({ groups }: Pick<Config, 'groups'>): string[] =>
  Object.entries(groups).flatMap(([name, { bots }]) =>
    bots.map((bot) => actorKey({ bot, group: topicGroup(name), oneToOne: false })),
  )
