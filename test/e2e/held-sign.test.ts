// The sign on a request that waits for the budget: it stands there until the answer does, and is then gone.
import { expect, test } from 'vitest'
import { quick, rooms, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'
import { serviceWorld } from '../world/service-world.ts'

const folder = tempFolders()

test('a request that waited bears no sign any more once it is answered, and the stream tells so', async () => {
  const shortWindow = { durationMs: 3_000, maxMessages: 1, maxTokens: 500_000 }
  const limits = { ...quick.limits, shortWindow, maxPersonShare: 1 }
  const { service } = await serviceWorld({ home: folder(), social: { limits }, rest: { channels: rooms('lobby') } })
  const { visitor } = service
  const stream = await fetch(`${service.url}/api/rooms/lobby/stream`)
  const first = await visitor.say('lobby', 'Iris, how many?')
  await visitor.reply('lobby', { id: first, bot: 'iris' })
  const second = await visitor.say('lobby', 'Iris, and for two groups?')
  const shown = () => visitor.replies('lobby').then((all) => all.filter(({ replyTo }) => replyTo === second))
  const sign = await waitFor('the sign', async () => (await shown())[0])
  expect({ text: sign.text, type: sign.type }).toEqual({ text: '⏳', type: 'reaction' })
  await visitor.outcome('lobby', 'iris', second)
  expect((await shown()).map(({ text }) => text)).toEqual(['Take 2 more samples.'])
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let told = ''
  // oxlint-disable-next-line no-await-in-loop -- chunk by chunk
  while (!told.includes('event: removed')) told += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  expect(told).toContain(`event: removed\ndata: ${JSON.stringify({ id: sign.id })}\n\n`)
})
