// Events of a group as one app gets them, and the eyes of its bot, for the tests beside this file.
import { makeIdentities } from '../../../src/channels/feishu/identities.ts'
import type { Reader } from '../../../src/channels/feishu/reader.ts'

export const at = 1_800_000_000_000
export const app = 'cli_00000000000000a1'

export function makeReader(change: Partial<Reader> = {}): Reader {
  const identities = makeIdentities()
  const own = { id: 'ou_iris', openId: 'ou_iris', name: 'Iris' }
  identities.own({ app, ...own })
  return { app, bot: 'iris', own, identities, now: at + 1_000, ...change }
}

const bob = { union_id: 'on_bob', open_id: 'ou_bob', user_id: 'bob' }
export const iris = { key: '@_user_1', id: { open_id: 'ou_iris', union_id: 'on_iris' }, name: 'Iris' }

export const makeEvent = (change: Record<string, unknown> = {}, sender: Record<string, unknown> = {}) => ({
  event_type: 'im.message.receive_v1',
  sender: { sender_id: bob, sender_type: 'user', ...sender },
  message: {
    message_id: 'om_1',
    chat_id: 'oc_1',
    chat_type: 'group',
    message_type: 'text',
    content: JSON.stringify({ text: 'hello' }),
    create_time: String(at),
    ...change,
  },
})

export const unread = async () => undefined
export const text = (words: string) => ({ content: JSON.stringify({ text: words }) })
