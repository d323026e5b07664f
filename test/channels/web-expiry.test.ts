import { expect, test } from 'vitest'
import { makeReply, makeWeb } from './web-fixture.ts'

test('a reply that expired is not posted any more; one that was posted before is found by its key (L6, S5)', async () => {
  const { channel, intake } = makeWeb()
  await channel.start(intake)
  const { signal } = new AbortController()
  const posted = await channel.send(makeReply(), signal)
  expect(await channel.send(makeReply({ expiresAt: 0 }), signal)).toEqual(posted)
  await expect(channel.send(makeReply({ key: 'another', expiresAt: 0 }), signal)).rejects.toMatchObject({
    kind: 'permanent',
    message: 'the reply expired before it was posted',
  })
  expect(channel.list('lobby', { limit: 9 })).toHaveLength(1)
  await channel.stop()
})
