// The server of the stand-in for a model: what it refuses.
import { expect, test } from 'vitest'
import { startRehearsal } from '../../src/llm/rehearsal-server.ts'

test('the server answers what it cannot read with a 400, or a 413', async () => {
  const server = await startRehearsal()
  try {
    const post = async (body: string) => {
      const response = await fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body })
      await response.arrayBuffer()
      return response.status
    }
    const message = '{"role":"user","content":"x"}'
    const bodies = [
      '',
      '{',
      '{"messages":[]}',
      '{"messages":[{"role":"user","content":[]}]}',
      `{"stream":true,"messages":[${message}]}`,
    ]
    const statuses: number[] = []
    // oxlint-disable-next-line no-await-in-loop
    for (const body of [...bodies, 'x'.repeat(1_000_001), `{"messages":[${message}]}`]) statuses.push(await post(body))
    expect(statuses).toEqual([400, 400, 400, 400, 400, 413, 200])
  } finally {
    await server.stop()
  }
})
