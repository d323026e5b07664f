// Which revision of MCP is spoken with a server: what it answers, or the newest one where it knows no other; else one clear reason.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectServer } from '../../../src/tools/mcp/connect-server.ts'
import { mcpOverHttp } from '../../fakes/mcp/http-server.ts'
import type { Manner } from '../../fakes/mcp/talk.ts'
import { lineTo, programOf, quick, serverOf } from './lines.ts'

const text = (said: string) => ({ content: [{ type: 'text', text: said }] })
const refused = (server: ReturnType<typeof serverOf>) =>
  connectServer(server, { down: () => undefined, listChanged: () => undefined }, quick).then(
    () => 'it is open',
    ({ reason, permanent }: { reason: string; permanent: boolean }) => ({ reason, permanent }),
  )
const at = (url: string, headers: Record<string, string> = {}) => serverOf({ kind: 'http', url, headers })
const reasons: [Manner, string][] = [
  ['unknown', 'it speaks 1999-01-01 of MCP, which is not known here: update it, or Chime'],
  ['later', 'it speaks 2031-01-01 of MCP, which is not known here: update it, or Chime'],
  ['neither', 'it takes neither an older revision of MCP nor 2026-07-28: update it, or Chime'],
]

describe.runIf(process.platform === 'linux')('a program', () => {
  test('is asked for the newest revision that begins with initialize, and is taken with an older one', async () => {
    const program = programOf('older')
    const line = await lineTo(serverOf(program.reach))
    expect(await line.list()).toHaveLength(4)
    expect(await line.call('search', { query: 'samples' })).toEqual(text('found samples in three places'))
    expect(
      program
        .lines()
        .filter((said) => said.startsWith('asked '))
        .slice(0, 2),
    ).toEqual(['asked initialize', 'asked notifications/initialized'])
  })

  test('that knows the newest revision alone is asked anew, and lists, answers, and is found alive without a ping', async () => {
    const program = programOf('newest')
    const line = await lineTo(serverOf(program.reach))
    expect(await line.list()).toHaveLength(4)
    expect(await line.call('search', { query: 'samples' })).toMatchObject(text('found samples in three places'))
    await expect(line.call('slow', {}, 50)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
    expect(await line.call('search', { query: 'y' })).toMatchObject(text('found y in three places'))
    const asked = program.lines().filter((said) => said.startsWith('asked ') && !said.includes('notifications/'))
    expect(asked.slice(0, 4)).toEqual([
      'asked initialize',
      'asked server/discover',
      'asked tools/list',
      'asked tools/call',
    ])
    await expect.poll(() => program.lines().filter((said) => said === 'asked server/discover')).toHaveLength(2)
    expect(line.downs).toEqual([])
    await line.close()
    await program.allGone()
  })

  test.each(reasons)('that is %s is refused with the next step', async (manner, reason) => {
    const program = programOf(manner)
    expect(await refused(serverOf(program.reach))).toEqual({ reason, permanent: true })
    await program.allGone()
  })
})

describe('a service', () => {
  test('that knows the newest revision alone is asked anew', async () => {
    const server = await mcpOverHttp('newest')
    const line = await lineTo(at(server.url, { authorization: 'Bearer geheim' }))
    expect(await line.list()).toHaveLength(4)
    expect(await line.call('search', { query: 'samples' })).toMatchObject(text('found samples in three places'))
    expect(server.headers.map((headers) => headers['mcp-protocol-version'])).toEqual([
      undefined,
      '2026-07-28',
      '2026-07-28',
      '2026-07-28',
    ])
    expect(new Set(server.headers.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer geheim']))
  })

  test.each(reasons)('that is %s is refused with the next step', async (manner, reason) => {
    const { url } = await mcpOverHttp(manner)
    expect(await refused(at(url))).toEqual({ reason, permanent: true })
  })

  test('that wants to know who asks is told of in one line, whatever it says', async () => {
    const server = createServer((request, response) => {
      response.writeHead(401, `no ${request.headers.authorization}`, { 'www-authenticate': 'Bearer realm="geheim99"' })
      response.end(JSON.stringify({ error: { code: -32_601, message: request.headers.authorization } }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    expect(await refused(at(`http://127.0.0.1:${port}`, { authorization: 'Bearer geheim99' }))).toEqual({
      reason:
        'it answers 401: it wants to know who asks; put its token into .env and authorization: Bearer ${NAME} into its headers under mcp in chime.yaml (it is not signed in to by OAuth)',
      permanent: true,
    })
  })
})
