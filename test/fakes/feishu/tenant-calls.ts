// The rest of the HTTP side: tokens, the long connection's address, the bot itself, chats and who is in them.
import { type Answer, ok, page, refused } from './answers.ts'
import type { Call } from './message-calls.ts'
import { type App, type Chat, tenant, type World } from './world.ts'

export interface TenantOptions {
  tokenLifeMs: number
  /** A refused address comes without `data`: the SDK then tries for ever. */
  bareRefusals: boolean
  clientConfig: object
}

const connectionLimit = 50

export function tenantCalls(world: World, options: TenantOptions, connections: (app: App) => number) {
  const tokens = new Map<string, { app: App; until: number }>()
  const tickets = new Map<string, App>()

  const named = ({ path, app }: Call): Chat | undefined => {
    const chat = world.chats.get(path['chat'] ?? '')
    return chat?.members.has(app.handle) ? chat : undefined
  }
  const outside = (): Answer => refused(232011, 'Operator can NOT be out of the chat.')

  const pageOf = <T>(query: URLSearchParams, all: readonly T[]) =>
    page(all, Math.min(100, Number(query.get('page_size') ?? 20)), query.get('page_token'))

  return {
    /** The app whose token it is, unless that has run out. */
    holder(token: string, at: number): App | undefined {
      const held = tokens.get(token)
      return held && held.until > at ? held.app : undefined
    },
    /** The app that a connection's address was given to. */
    guest: (ticket: string): App | undefined => tickets.get(ticket),
    expireTokens: (): void => tokens.clear(),
    token(body: Record<string, unknown>, at: number): Answer {
      const app = [...world.apps.values()].find(({ appId }) => appId === body['app_id'])
      if (!app) return refused(10003, 'invalid app_id', 200)
      if (app.appSecret !== body['app_secret']) return refused(10014, 'app secret invalid', 200)
      const token = world.newId('t-fake')
      tokens.set(token, { app, until: at + options.tokenLifeMs })
      const expire = Math.ceil(options.tokenLifeMs / 1000)
      return { http: 200, body: { code: 0, msg: 'ok', tenant_access_token: token, expire } }
    },
    endpoint(body: Record<string, unknown>, address: string): Answer {
      const no = (code: number, msg: string): Answer => ({
        http: 200,
        body: { code, msg, ...(!options.bareRefusals && { data: {} }) },
      })
      const app = [...world.apps.values()].find(({ appId }) => appId === body['AppID'])
      if (!app) return no(1000040344, 'app not found')
      if (app.appSecret !== body['AppSecret']) return no(514, 'auth failed')
      if (connections(app) >= connectionLimit) return no(1000040350, 'the number of connections exceeded the limit')
      const ticket = world.newId('ticket')
      tickets.set(ticket, app)
      const url = `ws://${address}/connect?device_id=1&service_id=2&access_key=${ticket}`
      return ok({ URL: url, ClientConfig: options.clientConfig })
    },
    info: ({ app }: Call): Answer => ({
      http: 200,
      body: {
        code: 0,
        msg: 'ok',
        bot: { activate_status: 2, app_name: app.name, open_id: world.openId(app.handle, app), ip_white_list: [] },
      },
    }),
    chats({ app, query }: Call): Answer {
      const mine = [...world.chats.values()].filter(({ kind, members }) => kind !== 'p2p' && members.has(app.handle))
      const { items, ...rest } = pageOf(query, mine)
      return ok({ ...rest, items: items.map(({ id, name }) => ({ chat_id: id, name, tenant_key: tenant })) })
    },
    chat(call: Call): Answer {
      const chat = named(call)
      if (!chat) return outside()
      const isP2p = chat.kind === 'p2p'
      return ok({
        name: isP2p ? '' : chat.name,
        chat_mode: chat.kind,
        chat_type: 'private',
        ...(isP2p && { p2p_target_id: world.people(chat).map((handle) => world.openId(handle, call.app))[0] }),
        user_count: String(world.people(chat).length),
        bot_count: String(world.bots(chat).length),
        tenant_key: tenant,
      })
    },
    /** People only: the platform leaves bots out. */
    members(call: Call): Answer {
      const chat = named(call)
      if (!chat) return outside()
      const kind = call.query.get('member_id_type') ?? 'open_id'
      const people = world.people(chat)
      const { items, ...rest } = pageOf(call.query, people)
      const idOf = (handle: string) => (kind === 'union_id' ? world.unionId(handle) : world.openId(handle, call.app))
      return ok({
        ...rest,
        member_total: people.length,
        items: items.map((handle) => ({
          member_id_type: kind,
          member_id: idOf(handle),
          name: world.nameOf(handle),
          tenant_key: tenant,
        })),
      })
    },
    bots(call: Call): Answer {
      const chat = named(call)
      if (!chat) return outside()
      const items = world.bots(chat).map(({ handle, name }) => ({
        bot_id: world.openId(handle, call.app),
        bot_name: name,
      }))
      return ok({ items })
    },
  }
}
