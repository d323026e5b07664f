// A hostile Telegram on loopback: the Bot API over HTTP, with redelivery, cut answers, floods, two pollers and bad files.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { listening } from '../../world/loopback.ts'
import { spoil, type SendTrouble } from './troubles.ts'
import { mention, ok, refuse } from './answers.ts'
import { type FakeChat, type FakeUser, makeChats, type Stored } from './chats.ts'
import { type FakeFile, type FileTrouble, serveFile } from './files.ts'
import { type FakeBot, makeMethods, type Payload, Refused } from './methods.ts'
import { makePolling } from './polling.ts'
import { makeQueue, type Queue } from './updates.ts'

interface Options {
  people: readonly { handle: string; name: string }[]
  bots: readonly { handle: string; name: string; readsAll?: boolean }[]
  typingMs?: number
}

interface Saying {
  /** Handles; each is called by `@username`, or by a `text_mention` where it has none. */
  mentions?: readonly string[]
  replyTo?: string
  /** ms */
  at?: number
  thread?: number
  /** Further fields of the message. */
  content?: object
  entities?: readonly object[]
}

export type FakeTelegram = Awaited<ReturnType<typeof fakeTelegram>>

/** With Ann and Bo, Iris and Rex. */
export const fakeLab = (over: Partial<Options> = {}): Promise<FakeTelegram> =>
  fakeTelegram({
    people: [
      { handle: 'ann', name: 'Ann' },
      { handle: 'bo', name: 'Bo' },
    ],
    bots: [
      { handle: 'iris', name: 'Iris' },
      { handle: 'rex', name: 'Rex' },
    ],
    ...over,
  })

export async function fakeTelegram({ people, bots: given, typingMs = 5_000 }: Options) {
  let ids = 100
  const user = (handle: string, name: string, isBot: boolean): FakeUser => ({
    handle,
    id: (ids += 1),
    name,
    username: isBot ? `${handle}_bot` : handle,
    isBot,
  })
  const bots = given.map(({ handle, name, readsAll = true }): FakeBot => {
    const made = user(handle, name, true)
    return { ...made, token: `${made.id}:${handle}-secret-0123456789abcdef`, readsAll }
  })
  const users = new Map<string, FakeUser>([
    ...people.map(({ handle, name }) => [handle, user(handle, name, false)] as const),
    ...bots.map((bot) => [bot.handle, bot] as const),
  ])
  const chats = makeChats(users)
  const queues = new Map(bots.map(({ handle }) => [handle, makeQueue()]))
  const files = new Map<string, FakeFile & { bot: string; path: string }>()
  const methods = makeMethods({ users, chats, typingMs, files })
  const troubles: SendTrouble[] = []
  const pollTroubles: SendTrouble[] = []
  const calls: { bot: string; method: string; payload: Payload }[] = []
  const webhooks = new Map<string, string>()
  const poll = makePolling({ queueOf, troubles: pollTroubles, webhookOf: (bot) => webhooks.get(bot) })
  const open = new Set<ServerResponse>()
  let hanging = 0

  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    void answer(request, response).catch((error: unknown) => {
      if (error instanceof Refused) return refuse(response, error)
      return refuse(response, new Refused(500, String(error)))
    })
  })
  const { url, stop } = await listening(server)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = /^\/(file\/)?bot([^/]+)\/(.*)$/.exec(request.url ?? '')
    const bot = bots.find((each) => each.token === path?.[2])
    if (!bot) throw new Refused(path ? 401 : 404, path ? 'Unauthorized' : 'Not Found')
    if (path?.[1])
      return serveFile(
        response,
        [...files.values()].find((file) => file.path === path[3]),
      )
    const payload = (await json(request).catch(() => ({}))) as Payload
    const called = path?.[3] ?? ''
    calls.push({ bot: bot.handle, method: called, payload })
    if (called === 'getUpdates') return poll(bot.handle, payload, response)
    if (called === 'getWebhookInfo')
      return ok(response, { url: webhooks.get(bot.handle) ?? '', pending_update_count: queueOf(bot.handle).size() })
    const trouble = called === 'sendMessage' ? troubles.shift() : undefined
    if (trouble && trouble !== 'none')
      return spoil(trouble, response, () => {
        methods.sendMessage(bot, payload)
        if (trouble === 'silent') hanging += 1
      })
    const run = (methods as unknown as Record<string, (bot: FakeBot, payload: Payload) => unknown>)[called]
    if (!run) throw new Refused(404, 'Not Found: method not found')
    ok(response, run(bot, payload))
  }

  function queueOf(bot: string): Queue {
    const queue = queues.get(bot)
    if (!queue) throw new Error(`no such bot: ${bot}`)
    return queue
  }

  const chatNamed = (name: string): FakeChat => chats.named(name)

  /** Bots hear no bots, and with privacy mode only what is for them. */
  function hears(bot: FakeBot, chat: FakeChat, message: Stored): boolean {
    if (!chat.members.has(bot.handle) || users.get(message.by)?.isBot) return false
    if (bot.readsAll || chat.type === 'private') return true
    return (
      message.text.startsWith('/') || message.text.includes(`@${bot.username}`) || message.replyTo?.by === bot.handle
    )
  }

  function tellAll(chat: FakeChat, message: Stored, kind: 'message' | 'edited_message'): void {
    for (const bot of bots)
      if (hears(bot, chat, message)) queueOf(bot.handle).push({ [kind]: chats.shown(chat, message, bot.handle) })
  }

  const find = (chat: FakeChat, id: string): Stored => {
    const stored = chat.stands.find((each) => [...each.numbers.values()].includes(Number(id)))
    if (!stored) throw new Error(`no such message: ${id}`)
    return stored
  }
  const idOf = (chat: FakeChat, message: Stored, viewer = bots[0]?.handle ?? ''): string =>
    String(message.numbers.get(viewer) ?? [...message.numbers.values()][0] ?? chat.id)

  return {
    url,
    calls: calls as readonly { bot: string; method: string; payload: Payload }[],
    token: (bot: string): string => bots.find(({ handle }) => handle === bot)?.token ?? '',
    userId: (handle: string): number => users.get(handle)?.id ?? 0,
    /** Returns its number. */
    chat(name: string, members: readonly string[], type: FakeChat['type'] = 'supergroup'): number {
      const number = type === 'supergroup' ? -1_000_000_000_000 - (ids += 1) : -(ids += 1)
      chats.add(name, { id: number, type, title: `The ${name}`, members: new Set(members), stands: [] })
      return number
    },
    /** The chat of one person with one bot. */
    alone(person: string, bot: string): string {
      const name = `${person} ${bot}`
      if (!chats.get(name))
        chats.add(name, {
          id: users.get(person)?.id ?? 0,
          type: 'private',
          members: new Set([person, bot]),
          stands: [],
        })
      return name
    },
    say(who: string, name: string, text: string, how: Saying = {}): string {
      const chat = chatNamed(name)
      const entities = [
        ...(how.entities ?? []),
        ...(how.mentions ?? []).flatMap((each) => mention(text, users.get(each))),
      ]
      const stored = chats.put(chat, {
        by: who,
        text,
        date: Math.floor((how.at ?? Date.now()) / 1_000),
        content: how.content ?? {},
        entities,
        ...(how.replyTo !== undefined && { replyTo: find(chat, how.replyTo) }),
        ...(how.thread !== undefined && { thread: how.thread }),
      })
      tellAll(chat, stored, 'message')
      return idOf(
        chat,
        stored,
        [...chat.members].find((each) => users.get(each)?.isBot),
      )
    },
    edit(name: string, id: string, text: string): void {
      const chat = chatNamed(name)
      const stored = find(chat, id)
      stored.text = text
      tellAll(chat, stored, 'edited_message')
    },
    redeliver(name: string, id: string): void {
      tellAll(chatNamed(name), find(chatNamed(name), id), 'message')
    },
    /** Whatever the test likes, to one bot. */
    push: (bot: string, update: object): number => queueOf(bot).push(update),
    pushRaw: (bot: string, update: unknown): void => queueOf(bot).pushRaw(update),
    isWaiting: (bot: string, id: string): boolean =>
      queueOf(bot).has((each) => String((each as { message?: { message_id?: number } }).message?.message_id) === id),
    waiting: (bot: string): number => queueOf(bot).size(),
    posted: (name: string): (Stored & { id: string })[] => {
      const chat = chatNamed(name)
      return chat.stands.map((each) => ({
        ...each,
        id: idOf(chat, each, users.get(each.by)?.isBot ? each.by : undefined),
      }))
    },
    idOf: (name: string, message: Stored): string => idOf(chatNamed(name), message),
    failSends: (...next: SendTrouble[]): void => void troubles.push(...next),
    failPolls: (...next: SendTrouble[]): void => void pollTroubles.push(...next),
    hearAll: (all: boolean): void => void bots.map((bot) => (bot.readsAll = all)),
    setWebhook: (bot: string, at: string): void => void webhooks.set(bot, at),
    putOut(name: string, bot: string): void {
      const chat = chatNamed(name)
      chat.members.delete(bot)
      queueOf(bot).push({
        my_chat_member: {
          chat: { id: chat.id, type: chat.type, title: chat.title },
          new_chat_member: { status: 'kicked' },
        },
      })
    },
    /** A file of a bot's own address; returns that. */
    file(bot: string, bytes: FakeFile['bytes'], trouble: FileTrouble = 'none'): string {
      const id = `${bot}-file-${files.size}`
      files.set(id, { bot, bytes, path: `documents/file_${files.size}.bin`, trouble })
      return id
    },
    isTyping: (bot: string, name: string): boolean => methods.isTyping(bot, chatNamed(name)),
    isHanging: (): boolean => hanging > 0,
    open: (): number => open.size,
    stop,
  }
}
