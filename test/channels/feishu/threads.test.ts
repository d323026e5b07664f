import { expect, test } from 'vitest'
import type { FeishuMessage } from '../../../src/channels/feishu/message.ts'
import { makeThreads } from '../../../src/channels/feishu/threads.ts'

const { signal } = new AbortController()

function makeApp(stored: Partial<FeishuMessage> | Error) {
  const asked: string[] = []
  const read = async (id: string): Promise<FeishuMessage> => {
    asked.push(id)
    if (stored instanceof Error) throw stored
    const sender = { isBot: false }
    return { id, chat: 'oc_1', kind: 'text', content: '{}', createdAt: 1, sender, mentions: [], ...stored }
  }
  return { app: { read }, asked }
}

test('what was heard is known, and what was not is asked for once', async () => {
  const threads = makeThreads()
  const { app, asked } = makeApp({ thread: 'omt_3' })
  threads.put('om_1', 'omt_1')
  threads.put('om_2', undefined)
  const ids = ['om_1', 'om_2', 'om_3', 'om_3', 'not of Feishu']
  const inThread = []
  // oxlint-disable-next-line no-await-in-loop -- the second question is answered by the first
  for (const id of ids) inThread.push(await threads.isIn(id, app, signal))
  expect([inThread, asked]).toEqual([[true, false, true, true, false], ['om_3']])
})

test('what the platform does not tell counts as no thread, and is asked for again', async () => {
  const threads = makeThreads()
  const { app, asked } = makeApp(new Error('down'))
  expect([await threads.isIn('om_1', app, signal), await threads.isIn('om_1', app, signal), asked]).toEqual([
    false,
    false,
    ['om_1', 'om_1'],
  ])
})
