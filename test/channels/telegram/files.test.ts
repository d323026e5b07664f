// Files of Telegram as the channel reads them: no more than is wanted, whatever the other side announces or sends.
import { expect, test, vi } from 'vitest'
import type { Download } from '../../../src/channels/channel.ts'
import { isMedia } from '../../../src/language/parts.ts'
import { makeReply } from '../contract/online.ts'
import { telegramWorld } from './world.ts'

async function reading() {
  const { fake, group, open } = await telegramWorld()
  const { channel } = open()
  const read = (ref: string, over: Partial<Download> = {}, signal = AbortSignal.timeout(5_000)) =>
    channel
      .download?.({ group, message: '1', bot: 'iris', part: { kind: 'file', ref }, most: 100_000, ...over }, signal)
      .then(
        ({ bytes, mime }) => ({ bytes: bytes.byteLength, mime }),
        ({ kind, message }: { kind: string; message: string }) => ({ kind, message }),
      )
  return { fake, read, channel, group }
}

test('a file comes whole, and an empty one is empty', async () => {
  const { fake, read } = await reading()
  const mime = 'application/octet-stream'
  expect(await read(fake.file('iris', 90_000))).toEqual({ bytes: 90_000, mime })
  expect(await read(fake.file('iris', 0))).toEqual({ bytes: 0, mime })
})

test.each([
  ['one that says that it is too large', 100_001, 'none'],
  ['one that announces more than it said', 10, 'boasts'],
  ['one that never ends', 10, 'endless'],
] as const)('%s is not read', async (_, bytes, trouble) => {
  const { fake, read } = await reading()
  expect(await read(fake.file('iris', bytes, trouble))).toEqual({
    kind: 'permanent',
    message: 'the file is larger than 100000 bytes',
  })
  await vi.waitFor(() => expect(fake.open()).toBe(0), { timeout: 5_000, interval: 5 })
})

test('one that is gone, or another bot’s, is refused for good', async () => {
  const { fake, read } = await reading()
  expect(await read(fake.file('iris', 10, 'gone'))).toMatchObject({ kind: 'permanent' })
  expect(await read(fake.file('rex', 10))).toMatchObject({ kind: 'permanent' })
  expect(await read('never-heard-of')).toMatchObject({ kind: 'permanent' })
})

test('one that another bot of the group heard of comes by that bot', async () => {
  const { fake, group, open } = await telegramWorld()
  const { channel, heard, start } = open()
  await start(['rex', 'iris'])
  const document = { file_id: fake.file('rex', 10), file_name: 'a.bin' }
  fake.say('ann', 'lab', 'see', { content: { document } })
  const part = await vi.waitFor(
    () => {
      const of = heard.find(({ bots }) => bots?.includes('rex'))?.parts?.find(isMedia)
      if (of?.ref === undefined) throw new Error('not heard yet')
      return { ...of, ref: of.ref }
    },
    { timeout: 5_000, interval: 5 },
  )
  const read = channel.download?.({ group, message: '1', bot: 'iris', part, most: 100 }, AbortSignal.timeout(5_000))
  expect((await read)?.bytes.length).toBe(10)
})

test('one that breaks off, or does not come, may come later', async () => {
  const { fake, read } = await reading()
  expect(await read(fake.file('iris', 1_000, 'cut'))).toMatchObject({ kind: 'unavailable' })
  const stopping = new AbortController()
  const slow = read(fake.file('iris', 1_000, 'slow'), {}, stopping.signal)
  await vi.waitFor(() => expect(fake.open()).toBe(1), { timeout: 5_000, interval: 5 })
  stopping.abort()
  expect(await slow).toMatchObject({ kind: 'unavailable' })
})

test('no error of a file or of a post tells the token', async () => {
  const { fake, read, channel, group } = await reading()
  const secret = fake.token('iris').split(':')[1] ?? 'none'
  const told = [
    await read(fake.file('iris', 1_000, 'cut')),
    await read(fake.file('iris', 10, 'gone')),
    await channel
      .send(makeReply({ group }, { text: 'x'.repeat(10) }), AbortSignal.abort())
      .catch((error: Error) => [error.message, error.stack, String(error.cause)]),
  ]
  expect(JSON.stringify(told)).not.toContain(secret)
})
