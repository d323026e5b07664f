import { expect, test } from 'vitest'
import { ChannelError, type OutboundReply } from '../../src/channels/channel.ts'
import { pacedSend } from '../../src/service/paced-send.ts'

const signal = new AbortController().signal
const to = (group: string) => ({ group }) as OutboundReply

test('a group is left alone for as long as its channel asks, and the others are not', async () => {
  let now = 1_000
  const asked: string[] = []
  const send = pacedSend(
    async ({ group }) => {
      asked.push(`${now} ${group}`)
      if (now < 1_700) throw new ChannelError('rateLimited', 'slow down', { retryAfterMs: 700 })
      return { id: 'p1' }
    },
    () => now,
  )
  const fate = (group: string) =>
    send(to(group), signal).catch(({ kind, message }: ChannelError) => `${kind}: ${message}`)
  expect(await fate('acp:lab')).toBe('rateLimited: slow down')
  now = 1_699
  expect(await fate('acp:lab')).toBe('rateLimited: acp:lab is left alone for 1 ms more')
  expect(await fate('acp:den')).toBe('rateLimited: slow down')
  now = 1_700
  expect(await fate('acp:lab')).toEqual({ id: 'p1' })
  expect(asked).toEqual(['1000 acp:lab', '1699 acp:den', '1700 acp:lab'])
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
