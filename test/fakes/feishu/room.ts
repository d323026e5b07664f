// A fake whose people and bots, two of each, are in one group; its waits are short and nothing is left running.
import { onTestFinished } from 'vitest'
import { type FakeOptions, fakeFeishu } from './fake-feishu.ts'
import { type Heard, officialClient, officialConnection } from './official-client.ts'

export async function room(options: Partial<FakeOptions> = {}) {
  const { people = ['ann', 'bo'], apps = [{ handle: 'iris' }, { handle: 'otto' }] } = options
  const handles = [...people, ...apps].map((member) => (typeof member === 'string' ? member : member.handle))
  const fake = await fakeFeishu({
    redeliverMs: [20, 40, 80],
    reconnectMs: 20,
    reconnectNonceMs: 0,
    ...options,
    people,
    apps,
  })
  onTestFinished(fake.stop)
  return {
    fake,
    lab: fake.group('lab', handles),
    client: (app: string) => officialClient(fake, fake.app(app)),
    async listen(app: string, handle?: (data: Heard) => unknown, pingTimeout?: number) {
      const { heard, stop } = await officialConnection(fake, app, handle, pingTimeout)
      onTestFinished(stop)
      return heard
    },
  }
}

/** A text as the API takes it. */
export const text = (words: string): { msg_type: string; content: string } => ({
  msg_type: 'text',
  content: JSON.stringify({ text: words }),
})

/** The parameters of a text to a chat. */
export const textTo = (chat: string, words: string, uuid?: string) => ({
  params: { receive_id_type: 'chat_id' as const },
  data: { receive_id: chat, ...text(words), ...(uuid !== undefined && { uuid }) },
})
