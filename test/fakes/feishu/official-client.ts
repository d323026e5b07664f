// The official SDK at the fake: HTTP client and long connection of one app, and what it heard.
import { EventEmitter, once } from 'node:events'
import * as lark from '@larksuiteoapi/node-sdk'
import type { FakeFeishu } from './fake-feishu.ts'

const types = [
  'im.message.receive_v1',
  'im.message.updated_v1',
  'im.message.recalled_v1',
  'im.message.reaction.created_v1',
  'im.chat.member.bot.added_v1',
  'im.chat.member.bot.deleted_v1',
  'im.chat.member.user.added_v1',
  'im.chat.member.user.deleted_v1',
]

export interface Heard {
  event_id: string
  event_type: string
  sender: { sender_id: Record<string, unknown>; sender_type: string }
  message: {
    message_id: string
    content: string
    mentions?: { key: string; id: Record<string, unknown>; name: string }[]
    [key: string]: unknown
  }
  [key: string]: unknown
}

interface Credentials {
  appId: string
  appSecret: string
}

const nothing = (): void => undefined
// A level alone does not do: the SDK takes `fatal`, which is 0, for none and logs.
const quiet = { logger: { error: nothing, warn: nothing, info: nothing, debug: nothing, trace: nothing } }

/** Throws as the SDK does: an HTTP status of 400 and more rejects. */
export const officialClient = (fake: FakeFeishu, { appId, appSecret }: Credentials) =>
  new lark.Client({ appId, appSecret, domain: fake.url, cache: new lark.DefaultCache(), ...quiet })

/** Resolves when the connection is up; `handle` runs before the acknowledgement; `pingTimeout` in seconds, 0: none. */
export async function officialConnection(
  fake: FakeFeishu,
  app: string,
  handle?: (data: Heard) => unknown,
  pingTimeout = 0,
) {
  const heard: Heard[] = []
  const states = new EventEmitter()
  const dispatcher = new lark.EventDispatcher(quiet)
  const take = async (data: Heard): Promise<void> => {
    heard.push(data)
    await handle?.(data)
  }
  dispatcher.register(Object.fromEntries(types.map((type) => [type, take])))
  const socket = new lark.WSClient({
    ...fake.app(app),
    ...quiet,
    domain: fake.url,
    wsConfig: { pingTimeout },
    onReady: () => void states.emit('ready'),
    onError: (error) => void states.emit('error', error),
  })
  const ready = once(states, 'ready')
  await socket.start({ eventDispatcher: dispatcher })
  await ready
  return { heard, stop: () => socket.close({ force: true }) }
}

/** Why the SDK gave the connection up. */
export function refusedConnection(fake: FakeFeishu, credentials: Credentials): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new lark.WSClient({
      ...credentials,
      ...quiet,
      domain: fake.url,
      onReady: () => reject(new Error('it connected')),
      onError: ({ message }) => {
        socket.close({ force: true })
        resolve(message)
      },
    })
    void socket.start({ eventDispatcher: new lark.EventDispatcher(quiet) })
  })
}

/** `status code` of a call that the SDK rejects. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    const answer = await call
    return `answered ${JSON.stringify(answer)}`
  } catch (error) {
    const { response, code } = error as { response?: { status: number; data: { code?: number } }; code?: string }
    return response ? `${response.status} ${response.data.code ?? 'no code'}` : String(code)
  }
}
