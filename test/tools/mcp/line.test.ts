// The line to an MCP server that is good, dies, hangs, floods, writes garbage, sends 100 MB, or asks for what it does not get.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectServer } from '../../../src/tools/mcp/connect-server.ts'
import { mcpOverHttp } from '../../fakes/mcp/http-server.ts'
import { lineTo, programOf, quick, serverOf } from './lines.ts'

const text = (said: string) => ({ content: [{ type: 'text', text: said }] })
const silent = { down: () => undefined, listChanged: () => undefined }
const refused = (server: ReturnType<typeof serverOf>) =>
  connectServer(server, silent, quick).then(
    () => 'it is open',
    ({ name, reason, permanent }: { name: string; reason: string; permanent: boolean }) => ({
      name,
      reason,
      permanent,
    }),
  )

describe.runIf(process.platform === 'linux')('a program', () => {
  test('lists its tools, answers calls, and ends with all that it started', async () => {
    const program = programOf('good')
    const line = await lineTo(serverOf(program.reach))
    expect((await line.list()).map((tool) => (tool as { name: string }).name)).toEqual([
      'search',
      'keep',
      'change',
      'env',
    ])
    expect(await line.call('search', { query: 'samples' })).toEqual(text('found samples in three places'))
    await line.close()
    await program.allGone()
    expect(line.downs).toEqual([])
  })

  test('is given PATH and what the configuration names of the environment, and nothing else', async () => {
    const line = await lineTo(serverOf(programOf('good', { ARCHIVE: 'papers' }).reach))
    const { content } = (await line.call('env')) as { content: { text: string }[] }
    expect(JSON.parse(content[0]?.text ?? '')).toEqual({ PATH: process.env['PATH'], ARCHIVE: 'papers' })
  })

  test('that dies in a call is told of with its last words, without a secret, and the call ends', async () => {
    const program = programOf('dies', { TOKEN: 'geheim99' })
    const line = await lineTo(serverOf(program.reach, { secrets: ['geheim99'] }))
    const reason = 'the program ended with code 3: out of luck …'
    await expect(line.call('search', { query: 'x' })).rejects.toMatchObject({ name: 'LineError', reason })
    expect(line.downs).toEqual([{ reason, permanent: false }])
    await program.allGone()
    await expect(line.call('search', { query: 'x' })).rejects.toMatchObject({ name: 'LineError', reason })
  })

  test('that hangs is ended once it does not even answer a ping', async () => {
    const program = programOf('hangs')
    const line = await lineTo(serverOf(program.reach))
    await expect(line.call('search', { query: 'x' }, 100)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
    expect(await line.down).toEqual({ reason: 'it does not answer any more', permanent: false })
    await program.allGone()
  })

  test('that answers late, but answers, keeps its line', async () => {
    const line = await lineTo(serverOf(programOf('good').reach))
    await expect(line.call('slow', {}, 50)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
    expect(await line.call('search', { query: 'y' })).toEqual(text('found y in three places'))
    expect(line.downs).toEqual([])
  })

  test('that floods is ended', async () => {
    const program = programOf('floods')
    const line = await lineTo(serverOf(program.reach))
    await expect(line.call('search', { query: 'x' })).rejects.toMatchObject({ name: 'LineError' })
    expect((await line.down).reason).toMatch(/^it floods: /)
    await program.allGone()
  })

  test('that sends 100 MB is ended before much of it is read', async () => {
    const program = programOf('huge')
    const line = await lineTo(serverOf(program.reach))
    const { arrayBuffers } = process.memoryUsage()
    const reason = 'it sent a message of more than 100000 bytes'
    await expect(line.call('search', { bytes: 100_000_000 }, 20_000)).rejects.toMatchObject({ reason })
    expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(10_000_000)
    await program.allGone()
  })

  test('that writes garbage, ends at once, or is not there gets no line', async () => {
    const garbage = programOf('garbage')
    const stdio = { kind: 'stdio' as const, args: [], env: {}, cwd: '/' }
    expect([
      await refused(serverOf(garbage.reach)),
      await refused(serverOf({ ...stdio, command: 'false' })),
      await refused(serverOf({ ...stdio, command: 'no-such-program' })),
    ]).toEqual([
      {
        name: 'LineError',
        reason: 'it does not speak MCP: what it writes is no JSON',
        permanent: false,
      },
      { name: 'LineError', reason: 'the program ended with code 1', permanent: false },
      {
        name: 'LineError',
        reason: 'no-such-program is not there: check its command and cwd under mcp in chime.yaml',
        permanent: true,
      },
    ])
    await garbage.allGone()
  })

  test('gets no model, no folders and no answers of people from us', async () => {
    const program = programOf('asks')
    const line = await lineTo(serverOf(program.reach))
    expect(await line.call('search', { query: 'x' })).toEqual(text('asked'))
    const answers = () =>
      program
        .lines()
        .flatMap((said) =>
          said.startsWith('asked {') ? [JSON.parse(said.slice(6)) as { error?: { code: number } }] : [],
        )
    await expect.poll(() => answers().map(({ error }) => error?.code)).toEqual([-32_601, -32_601, -32_601])
  })

  test('that says that its tools have changed is heard', async () => {
    const line = await lineTo(serverOf(programOf('changes').reach))
    expect(await line.call('change')).toEqual(text('changed'))
    await expect.poll(() => line.changes.length).toBe(1)
  })
})

describe('a service', () => {
  const at = (url: string, headers: Record<string, string> = {}) => serverOf({ kind: 'http', url, headers })

  test('on this machine, named as such, is asked with its headers', async () => {
    const server = await mcpOverHttp('good')
    const line = await lineTo(at(server.url, { authorization: 'Bearer geheim' }))
    expect(await line.list()).toHaveLength(4)
    expect(await line.call('search', { query: 'samples' })).toEqual(text('found samples in three places'))
    expect(new Set(server.headers.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer geheim']))
  })

  test.each([
    'http://10.0.0.1/mcp',
    'http://[::ffff:127.0.0.1]:1/mcp',
    'http://169.254.169.254/mcp',
    'http://0.0.0.0:1/mcp',
  ])('at %s is not asked', async (url) => {
    expect(await refused(at(url))).toEqual({
      name: 'LineError',
      reason: 'its address is not public: of this machine it is named as 127.0.0.1 or localhost',
      permanent: true,
    })
  })

  test('that sends us elsewhere is not followed, and its headers go nowhere', async () => {
    const elsewhere = await mcpOverHttp('good')
    const server = await mcpOverHttp('good', { redirect: elsewhere.url })
    expect(await refused(at(server.url, { authorization: 'Bearer geheim' }))).toMatchObject({ name: 'LineError' })
    expect(elsewhere.headers).toEqual([])
  })

  test.each([
    [403, 'it answers 403: what stands in its headers under mcp in chime.yaml is refused', true],
    [500, 'it answers 500', false],
  ])('that answers %i', async (status, reason, permanent) => {
    const server = createServer((_, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    expect(await refused(at(`http://localhost:${port}`))).toEqual({ name: 'LineError', reason, permanent })
  })

  test('that sends too much, or is gone, loses its line', async () => {
    const huge = await mcpOverHttp('huge')
    const reason = 'it sent a message of more than 100000 bytes'
    const line = await lineTo(at(huge.url))
    await expect(line.call('search', { bytes: 5_000_000 })).rejects.toMatchObject({ name: 'LineError', reason })
    expect(line.downs).toEqual([{ reason, permanent: false }])
    const gone = await mcpOverHttp('good')
    const other = await lineTo(at(gone.url))
    gone.stop()
    await expect(other.call('search', { query: 'x' })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(await other.down).toEqual({ reason: 'it does not answer any more', permanent: false })
  })

  test('that floods on its standing stream is let go', async () => {
    const floods = await mcpOverHttp('floods')
    const line = await lineTo(at(floods.url))
    await expect(line.call('search', { query: 'x' })).rejects.toMatchObject({ name: 'LineError' })
    expect((await line.down).reason).toMatch(/^it floods: /)
  })
})
