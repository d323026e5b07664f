import { expect, test } from 'vitest'
import { ChannelError, type OutboundReply } from '../../src/channels/channel.ts'
import { pacedSend } from '../../src/channels/paced-send.ts'

const signal = new AbortController().signal
const to = (group: string, bot = 'iris') => ({ group, bot }) as OutboundReply

test('a bot leaves a group alone for as long as its channel asks; other groups and other bots are not held', async () => {
  let now = 1_000
  const asked: string[] = []
  const send = pacedSend(
    async ({ group, bot }) => {
      asked.push(`${now} ${bot} ${group}`)
      if (now < 1_700) throw new ChannelError('rateLimited', 'slow down', { retryAfterMs: 700 })
      return { id: 'p1' }
    },
    () => now,
  )
  const outcome = (group: string, bot?: string) =>
    send(to(group, bot), signal).catch(({ kind, message }: ChannelError) => `${kind}: ${message}`)
  expect(await outcome('acp:lab')).toBe('rateLimited: slow down')
  now = 1_699
  expect(await outcome('acp:lab')).toBe('rateLimited: the channel wants acp:lab left alone for 1 ms more')
  expect(await outcome('acp:lab', 'rex')).toBe('rateLimited: slow down')
  expect(await outcome('acp:den')).toBe('rateLimited: slow down')
  now = 1_700
  expect(await outcome('acp:lab')).toEqual({ id: 'p1' })
  expect(asked).toEqual(['1000 iris acp:lab', '1699 rex acp:lab', '1699 iris acp:den', '1700 iris acp:lab'])
})

test.each([
  ['that names no time', new ChannelError('rateLimited', 'slow down')],
  ['of another kind', new ChannelError('unavailable', 'down')],
])('a refusal %s holds nothing back', async (_, error) => {
  let asked = 0
  const send = pacedSend(
    () => {
      asked += 1
      return Promise.reject(error)
    },
    () => 1,
  )
  await expect(send(to('acp:lab'), signal)).rejects.toBe(error)
  await expect(send(to('acp:lab'), signal)).rejects.toBe(error)
  expect(asked).toBe(2)
})
