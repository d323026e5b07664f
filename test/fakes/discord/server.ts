// One server with its channels, people and bots, as the fake keeps it: ids are snowflakes, like the real ones.

export interface FakeUser {
  id: string
  handle: string
  name: string
  token?: string
  /** Message Content Intent is switched off. */
  isWithoutContent?: boolean
}

export interface FakeChannel {
  id: string
  type: number
  name?: string
  parent?: string
  /** Of a chat of two. */
  between?: string[]
}

export interface FakeMessage {
  id: string
  channel_id: string
  author: FakeUser
  content: string
  at: number
  editedAt?: number
  mentions: FakeUser[]
  isToAll: boolean
  reference?: string
  nonce?: string
  allowed?: { parse?: string[]; users?: string[]; replied_user?: boolean }
  reactions: { by: string; emoji: string }[]
  /** What else it carries, as Discord writes it. */
  more: Record<string, unknown>
}

export interface Saying {
  mentions?: readonly string[]
  replyTo?: string
  at?: number
  /** As it stands in the message: attachments, stickers … */
  more?: Record<string, unknown>
}

export type FakeServer = ReturnType<typeof makeServer>
type Listener = (to: readonly string[], type: string, data: unknown) => void

const epoch = 1_420_070_400_000

export function makeServer({
  people,
  bots,
}: {
  people: readonly string[]
  bots: readonly { handle: string; name: string }[]
}) {
  let count = 0
  const snowflake = (at = Date.now()): string => String((BigInt(Math.floor(at) - epoch) << 22n) | BigInt((count += 1)))
  const users: FakeUser[] = [
    ...people.map((name) => ({ id: snowflake(), handle: name.toLowerCase(), name })),
    ...bots.map(({ handle, name }) => ({ id: snowflake(), handle, name, token: `token.${handle}.secret` })),
  ]
  const guild = snowflake()
  const roles = new Map(bots.map(({ handle }) => [handle, snowflake()]))
  const channels = new Map<string, FakeChannel>()
  const all: FakeMessage[] = []
  const typing: { bot: string; channel: string; at: number }[] = []
  const forbidden = new Set<string>()
  const muted = new Set<string>()
  const outside = new Set<string>()
  let listener: Listener = () => {}

  const userOf = (who: string): FakeUser => {
    const found = users.find(({ handle, id }) => handle === who || id === who)
    if (!found) throw new Error(`nobody is called ${who}`)
    return found
  }
  const isBot = (user: FakeUser): boolean => bots.some(({ handle }) => handle === user.handle)
  const shownUser = (user: FakeUser) => ({
    id: user.id,
    username: user.handle,
    global_name: isBot(user) ? null : user.name,
    ...(isBot(user) && { bot: true, username: user.name }),
    discriminator: '0',
    avatar: null,
  })
  const put = (channel: Omit<FakeChannel, 'id'>): string => {
    const id = snowflake()
    channels.set(id, { id, ...channel })
    return id
  }
  const lastOf = (channel: string): string | undefined =>
    all
      .filter((each) => each.channel_id === channel)
      .map(({ id }) => id)
      .toSorted((a, b) => Number(BigInt(a) - BigInt(b)))
      .at(-1)
  const shownChannel = ({ id, type, name, parent }: FakeChannel) => ({
    id,
    type,
    name,
    ...(parent !== undefined && { parent_id: parent }),
    last_message_id: lastOf(id) ?? null,
    permission_overwrites: [
      { id: guild, type: 0, allow: '0', deny: muted.has(id) ? String((1 << 11) | (1 << 6)) : '0' },
      { id: 'broken' },
    ].slice(0, muted.has(id) ? 1 : 2),
  })
  const find = (id: string): FakeMessage | undefined => all.find((each) => each.id === id)

  /** As history tells it: the gateway adds the server. */
  function shown(message: FakeMessage, isNested = false): Record<string, unknown> {
    const quoted = message.reference === undefined ? undefined : find(message.reference)
    return {
      id: message.id,
      type: message.reference === undefined ? 0 : 19,
      channel_id: message.channel_id,
      author: shownUser(message.author),
      content: message.content,
      timestamp: new Date(message.at).toISOString(),
      edited_timestamp: message.editedAt === undefined ? null : new Date(message.editedAt).toISOString(),
      mentions: message.mentions.map(shownUser),
      mention_roles: [...roles.values()].filter((id) => message.content.includes(`<@&${id}>`)),
      mention_everyone: message.isToAll,
      attachments: [],
      embeds: [],
      flags: 0,
      ...(message.reference !== undefined && {
        message_reference: { type: 0, message_id: message.reference, channel_id: message.channel_id, guild_id: guild },
        ...(!isNested && { referenced_message: quoted ? shown(quoted, true) : null }),
      }),
      ...message.more,
    }
  }

  function tell(type: string, channel: string, data: Record<string, unknown>): void {
    const { between } = channels.get(channel) ?? {}
    const to = bots.map(({ handle }) => handle).filter((handle) => between?.includes(handle) ?? true)
    listener(to, type, { ...data, ...(between === undefined && { guild_id: guild }) })
  }

  function add(message: Omit<FakeMessage, 'id' | 'reactions'>): FakeMessage {
    const made: FakeMessage = { ...message, id: snowflake(message.at), reactions: [] }
    all.push(made)
    tell('MESSAGE_CREATE', made.channel_id, {
      ...shown(made),
      ...(made.nonce !== undefined && { nonce: made.nonce }),
    })
    return made
  }

  return {
    guild,
    userOf,
    byToken: (token: string) => users.find((user) => user.token === token),
    shownUser,
    roleOf: (bot: string): string => roles.get(bot) ?? '',
    onEvent: (given: Listener): void => void (listener = given),
    tell,
    channel: (name: string): string => put({ type: 0, name }),
    thread: (parent: string, name: string): string => put({ type: 11, name, parent }),
    direct(who: string, bot: string): string {
      const known = [...channels.values()].find(({ between }) => between?.includes(who) && between.includes(bot))
      return known?.id ?? put({ type: 1, between: [who, bot] })
    },
    channelOf: (id: string) => channels.get(id),
    shownChannel,
    shown: (message: FakeMessage) => shown(message),
    shownGuild: () => ({
      id: guild,
      name: 'Lab',
      owner_id: users[0]?.id,
      roles: [
        { id: guild, name: '@everyone', permissions: String(1024 + 2048 + 65536 + 64) },
        ...bots.map(({ handle, name }) => ({
          id: roles.get(handle),
          name,
          permissions: '0',
          tags: { bot_id: userOf(handle).id },
        })),
      ],
      channels: [...channels.values()].filter(({ type }) => type === 0).map(shownChannel),
      threads: [...channels.values()].filter(({ type }) => type === 11).map(shownChannel),
      members: [],
    }),
    memberOf: (bot: string) => ({ user: shownUser(userOf(bot)), roles: [roles.get(bot)] }),
    say(
      who: string,
      channel: string,
      text: string,
      { mentions = [], replyTo, at = Date.now(), more = {} }: Saying = {},
    ) {
      const named = mentions.map(userOf)
      const content = named.reduce((words, user) => words.replace(`@${user.name}`, `<@${user.id}>`), text)
      return add({
        channel_id: channel,
        author: userOf(who),
        content,
        at,
        mentions: named,
        isToAll: /@(?:everyone|here)/.test(text),
        more,
        ...(replyTo !== undefined && { reference: replyTo }),
      }).id
    },
    post: add,
    edit(id: string, text: string): void {
      const message = find(id)
      if (!message) return
      message.content = text
      message.editedAt = Date.now()
      tell('MESSAGE_UPDATE', message.channel_id, shown(message))
    },
    /** Discord shows what a link leads to: the words stay. */
    unfurl(id: string): void {
      const message = find(id)
      if (message) tell('MESSAGE_UPDATE', message.channel_id, shown(message))
    },
    remove(id: string): void {
      const at = all.findIndex((each) => each.id === id)
      const [message] = at === -1 ? [] : all.splice(at, 1)
      if (message) tell('MESSAGE_DELETE', message.channel_id, { id, channel_id: message.channel_id })
    },
    find,
    /** Oldest first. */
    messages: (channel: string): FakeMessage[] =>
      all.filter((each) => each.channel_id === channel).toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id))),
    typed: (bot: string, channel: string): void => void typing.push({ bot, channel, at: Date.now() }),
    typingIn: (bot: string, channel: string): number =>
      typing.findLast((each) => each.bot === bot && each.channel === channel)?.at ?? 0,
    /** Nobody's bots see the channel any more. */
    forbid: (channel: string): void => void forbidden.add(channel),
    /** Nobody may write or react there. */
    mute: (channel: string): void => void muted.add(channel),
    /** The bot is in no server. */
    leave: (bot: string): void => void outside.add(bot),
    /** Somebody opened its invitation. */
    join: (bot: string): void => void outside.delete(bot),
    isIn: (bot: string): boolean => !outside.has(bot),
    isForbidden: (channel: string): boolean => forbidden.has(channel),
  }
}
