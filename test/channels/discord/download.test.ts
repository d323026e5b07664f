// Files on Discord: read by addresses that expire, in bounds, and from the platform's own store alone.
import { expect, test } from 'vitest'
import type { MediaPart } from '../../../src/language/parts.ts'
import { signal } from '../contract/online.ts'
import { discord, hears, online } from './one-bot.ts'

const bytes = new Uint8Array([1, 2, 3, 4])

async function withFile(change: Record<string, unknown> = {}) {
  const { fake, lab, group } = await discord()
  const bot = await online(fake)
  const url = fake.putFile('attachments/cat.png', bytes, 'image/png; charset=x')
  const file = { id: '900', filename: 'cat.png', content_type: 'image/png', url, ...change }
  const id = fake.say('ann', lab, '', { more: { attachments: [file] } })
  const message = await hears(bot, id)
  const part = message.parts?.[0] as MediaPart & { ref: string }
  const read = (most = 100, of = part) =>
    bot.channel.download?.({ group, message: id, bot: 'iris', part: of, most }, signal())
  return { fake, id, part, read }
}

test('a file is read by an address of now, with what the store says of it', async () => {
  const { read } = await withFile()
  expect(await read()).toEqual({ bytes: Buffer.from(bytes), mime: 'image/png' })
})

test.each([
  ['larger than announced', {}, 3, 'the file is larger than 3 bytes'],
  ['announced as too large', { size: 101 }, 100, 'the file is larger than 100 bytes'],
  [
    'somewhere else',
    { url: 'http://127.0.0.1:9/cdn/attachments/cat.png' },
    100,
    'the file is not in Discord’s own store',
  ],
  [
    'under a name that only begins like the store',
    { url: 'https://cdn.discordapp.com.evil.org/a' },
    100,
    'the file is not in Discord’s own store',
  ],
  ['no address', { url: 'cat.png' }, 100, 'the file is not in Discord’s own store'],
])('a file that is %s is refused', async (_, change, most, message) => {
  const { read } = await withFile(change)
  await expect(read(most)).rejects.toMatchObject({ kind: 'permanent', message })
})

test('a file that is gone, with its message or without it, is refused for good', async () => {
  const { fake, id, read } = await withFile()
  const message = fake.find(id)
  if (message) message.more = {}
  await expect(read()).rejects.toMatchObject({ kind: 'permanent', message: 'the file is not in the message any more' })
  fake.remove(id)
  await expect(read()).rejects.toMatchObject({ kind: 'permanent' })
})

test('a sticker has an address of its own; what is none is refused', async () => {
  const { fake, part, read } = await withFile()
  fake.putFile('stickers/7.png', bytes, 'image/png')
  expect((await read(100, { ...part, ref: 'sticker 7.png' }))?.bytes).toHaveLength(4)
  for (const ref of ['sticker 8.png', 'sticker ../../x', 'https://example.org/a', ''])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(read(100, { ...part, ref })).rejects.toMatchObject({ kind: 'permanent' })
})
