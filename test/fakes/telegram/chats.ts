// Who is in which chat of the fake, and what stands there under which number for whom.

export interface FakeUser {
  handle: string
  id: number
  name: string
  username: string
  isBot: boolean
}

export interface Stored {
  by: string
  text: string
  /** s */
  date: number
  /** As the Bot API has it, beside the words. */
  content: object
  /** Of the chat, or in a basic group and a chat of two of everybody who sees it. */
  numbers: Map<string, number>
  replyTo?: Stored
  thread?: number
  entities: object[]
  reactions: Map<string, string>
}

export interface FakeChat {
  id: number
  type: 'private' | 'group' | 'supergroup'
  title?: string
  members: Set<string>
  stands: Stored[]
}

export function makeChats(users: ReadonlyMap<string, FakeUser>) {
  const chats = new Map<string, FakeChat>()
  /** Everybody has one row of numbers for basic groups and chats of two. */
  const counters = new Map<string, number>()
  const next = (whose: string): number => {
    const number = (counters.get(whose) ?? Math.abs(hash(whose)) % 500) + 1
    counters.set(whose, number)
    return number
  }
  const shared = (chat: FakeChat) => `chat ${chat.id}`

  function numbersOf(chat: FakeChat): Map<string, number> {
    if (chat.type === 'supergroup') {
      const number = next(shared(chat))
      return new Map([...chat.members].map((each) => [each, number]))
    }
    return new Map([...chat.members].map((each) => [each, next(each)]))
  }

  return {
    add(name: string, chat: FakeChat): FakeChat {
      chats.set(name, chat)
      return chat
    },
    get: (name: string): FakeChat | undefined => chats.get(name),
    named(name: string): FakeChat {
      const chat = chats.get(name)
      if (!chat) throw new Error(`no such chat: ${name}`)
      return chat
    },
    /** As a bot sees it: a chat of two has the number of the person. */
    seenBy: (id: number, bot: string): FakeChat | undefined =>
      [...chats.values()].find((chat) => chat.id === id && chat.members.has(bot)),
    anyOf: (id: number): FakeChat | undefined => [...chats.values()].find((chat) => chat.id === id),
    put(chat: FakeChat, message: Omit<Stored, 'numbers' | 'reactions'>): Stored {
      const stored = { ...message, numbers: numbersOf(chat), reactions: new Map<string, string>() }
      chat.stands.push(stored)
      return stored
    },
    numbered: (chat: FakeChat, viewer: string, number: number): Stored | undefined =>
      chat.stands.find((each) => each.numbers.get(viewer) === number),
    /** As an update and an answer show it. */
    shown: (chat: FakeChat, message: Stored, viewer: string): Record<string, unknown> =>
      shown(chat, message, viewer, 1),
  }

  function shown(chat: FakeChat, message: Stored, viewer: string, depth: number): Record<string, unknown> {
    const { by, text, date, content, replyTo, thread, entities } = message
    const isMedia = Object.keys(content).length > 0
    const [words, marks] = isMedia ? ['caption', 'caption_entities'] : ['text', 'entities']
    return {
      message_id: message.numbers.get(viewer),
      date,
      from: userShown(users.get(by)),
      chat: chatShown(chat),
      ...(text !== '' && { [words]: text }),
      ...(entities.length > 0 && { [marks]: entities }),
      ...(thread !== undefined && { message_thread_id: thread, is_topic_message: true }),
      ...(replyTo && depth > 0 && { reply_to_message: shown(chat, replyTo, viewer, 0) }),
      ...content,
    }
  }

  function chatShown({ id, type, title, members }: FakeChat): object {
    const person = [...members].map((each) => users.get(each)).find((each) => each && !each.isBot)
    return type === 'private' ? { id, type, first_name: person?.name } : { id, type, title }
  }
}

export const userShown = (user: FakeUser | undefined): object | undefined =>
  user && { id: user.id, is_bot: user.isBot, first_name: user.name, username: user.username }

const hash = (text: string): number =>
  Array.from(text).reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) | 0, 7)
