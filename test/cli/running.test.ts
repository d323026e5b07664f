// Whether a Chime serves at an address, whoever answers there.
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { runningService } from '../../src/cli/running.ts'
import { loopback } from '../world/loopback.ts'

async function at(answer: (response: ServerResponse) => void) {
  const { port, stop } = await loopback((_, response) => answer(response))
  onTestFinished(stop)
  return { host: '127.0.0.1', port } as Parameters<typeof runningService>[0]
}

test('the service that answers is told with its address', async () => {
  const web = await at((response) => void response.end(JSON.stringify({ status: 'ok', node: 'n1' })))
  expect(await runningService(web)).toMatchObject({ url: `http://127.0.0.1:${web.port}`, node: 'n1', halted: 0 })
})

test('an endless answer is none, and is not read on', async () => {
  const plenty = 64 * 1_048_576
  const { promise: closed, resolve } = Promise.withResolvers<number>()
  const web = await at((response) => {
    let written = 0
    response.once('close', () => resolve(written))
    const go = (): void => {
      do written += 65_536
      while (response.write(Buffer.alloc(65_536, ' ')) && written < plenty)
      if (written < plenty) response.once('drain', go)
    }
    go()
  })
  expect(await runningService(web)).toBeUndefined()
  expect(await closed).toBeLessThan(plenty)
})
