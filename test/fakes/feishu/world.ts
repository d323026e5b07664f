// The people, apps, chats and messages of a fake tenant, with ids that differ from app to app.
import { createHash } from 'node:crypto'
import { allScopes } from './scopes.ts'

export interface AppSpec {
  handle: string
  /** What the chat shows; default the handle. */
  name?: string
  /** Default: every scope that the fake knows. */
  scopes?: readonly string[]
  /** Subscribed event types; default all. */
  events?: readonly string[]
}

export type PersonSpec = string | { handle: string; name: string }

export interface App {
  handle: string
  name: string
  appId: string
  appSecret: string
  scopes: Set<string>
  events: Set<string> | undefined
}

export interface Chat {
  id: string
  name: string
  kind: 'group' | 'topic' | 'p2p'
  /** Handles of people and apps. */
  members: Set<string>
}

export interface Mention {
  key: string
  /** `all` for everybody. */
  handle: string
}

export interface Message {
  id: string
  chat: Chat
  /** Handle. */
  by: string
  kind: string
  /** JSON as bots read it, mentions as keys. */
  content: string
  mentions: Mention[]
  at: number
  editedAt?: number
  /** How often, by an app. */
  edits?: number
  recalled?: true
  parent?: string
  root?: string
  thread?: string
  /** What a merged forward holds. */
  forwarded?: string[]
  reactions: { id: string; by: string; emoji: string }[]
}

export const tenant = 'tenant_of_the_fake'

const hash = (...parts: string[]): string => createHash('md5').update(parts.join('\n')).digest('hex')

export type World = ReturnType<typeof world>

export function world(appSpecs: readonly AppSpec[], people: readonly PersonSpec[]) {
  const names = new Map<string, string>()
  const apps = new Map<string, App>()
  const chats = new Map<string, Chat>()
  const messages = new Map<string, Message>()
  let made = 0

  for (const person of people) {
    const { handle, name } = typeof person === 'string' ? { handle: person, name: person } : person
    addName(handle, name)
  }
  for (const { handle, name = handle, scopes = allScopes, events } of appSpecs) {
    addName(handle, name)
    apps.set(handle, {
      handle,
      name,
      appId: `cli_${hash('app', handle).slice(0, 16)}`,
      appSecret: hash('secret', handle),
      scopes: new Set(scopes),
      events: events && new Set(events),
    })
  }

  function addName(handle: string, name: string): void {
    if (names.has(handle)) throw new Error(`two members have the handle ${handle}`)
    names.set(handle, name)
  }

  function known(handle: string): string {
    if (!names.has(handle)) throw new Error(`nobody has the handle ${handle}`)
    return handle
  }

  function addChat(name: string, kind: Chat['kind'], members: readonly string[]): Chat {
    const id = `oc_${hash('chat', kind, name)}`
    if (chats.has(id)) throw new Error(`there is a chat ${name}`)
    const chat: Chat = { id, name, kind, members: new Set(members.map(known)) }
    chats.set(id, chat)
    return chat
  }

  const openId = (handle: string, app: App): string => `ou_${hash('open', known(handle), app.appId)}`

  return {
    apps,
    /** Throws when there is no such handle. */
    known,
    chats,
    messages,
    nameOf: (handle: string): string => (handle === 'all' ? 'Everyone' : (names.get(known(handle)) ?? handle)),
    people: (chat: Chat): string[] => [...chat.members].filter((handle) => !apps.has(handle)),
    bots: (chat: Chat): App[] => [...chat.members].flatMap((handle) => apps.get(handle) ?? []),
    /** The same member has another one in each app. */
    openId,
    unionId: (handle: string): string => `on_${hash('union', known(handle))}`,
    app(handle: string): App {
      const app = apps.get(handle)
      if (!app) throw new Error(`no app has the handle ${handle}`)
      return app
    },
    chat(id: string): Chat {
      const chat = chats.get(id)
      if (!chat) throw new Error(`there is no chat ${id}`)
      return chat
    },
    message(id: string): Message {
      const message = messages.get(id)
      if (!message) throw new Error(`there is no message ${id}`)
      return message
    },
    addChat,
    /** The one-to-one chat of a person and an app, made when it is first used. */
    oneToOne(person: string, app: string): Chat {
      const name = `${person} and ${app}`
      return chats.get(`oc_${hash('chat', 'p2p', name)}`) ?? addChat(name, 'p2p', [person, app])
    },
    memberOfOpenId: (chat: Chat, id: string, app: App): string | undefined =>
      [...chat.members].find((handle) => openId(handle, app) === id),
    personOfOpenId: (id: string, app: App): string | undefined =>
      [...names.keys()].find((handle) => !apps.has(handle) && openId(handle, app) === id),
    newId(prefix: string): string {
      made += 1
      return `${prefix}_${hash(prefix, String(made))}`
    },
  }
}
