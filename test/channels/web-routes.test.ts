import { describe, expect, test } from 'vitest'
import type { RoomMessage } from '../../src/channels/web/rooms.ts'
import { at, get, makeReply, makeVerdict, makeWeb, post, signal } from './web-fixture.ts'

async function started() {
  const web = makeWeb()
  await web.channel.start(web.intake)
  return web
}

const problem = (status: number, title: string, detail: string, code?: object) => ({
  type: 'about:blank',
  title,
  status,
  detail,
  ...code,
})

const notUtf8 = 'the body is not UTF-8: send it as JSON in UTF-8'

test('the rooms are listed with their bots, without aliases', async () => {
  const { app } = await started()
  const iris = { id: 'iris', name: 'Iris', role: 'research assistant' }
  const rex = { id: 'rex', name: 'Rex', role: 'code reviewer' }
  expect(await (await get(app, '/api/rooms')).json()).toEqual({
    rooms: [
      { id: 'lobby', title: 'Lobby', bots: [iris, rex] },
      { id: 'den', title: 'Den', bots: [iris] },
    ],
  })
})

describe('posting', () => {
  test('stores the message, hands it in without mentions (R8), and answers with it', async () => {
    const { app, taken } = await started()
    const response = await post(app, { name: ' Dana ', text: ' @Iris hi\r\nthere ', id: 'm1', replyTo: 'm0' })
    const message = { seq: 1, room: 'lobby', id: 'm1', sender: 'person:dana', name: 'Dana', bot: false }
    expect([response.status, await response.json()]).toEqual([
      201,
      { message: { ...message, text: '@Iris hi\nthere', replyTo: 'm0', ts: at } },
    ])
    const sender = { id: 'person:dana', name: 'Dana', bot: false }
    expect(taken).toEqual([[{ id: 'm1', group: 'web:lobby', ts: at, sender, text: '@Iris hi\nthere', replyTo: 'm0' }]])
  })

  test('the same id again is answered 200 with the first post (R10)', async () => {
    const { app, taken } = await started()
    const first = await (await post(app, { name: 'Dana', text: 'hi', id: 'm1' })).json()
    const again = await post(app, { name: ' dana', text: 'hi ', id: 'm1' })
    expect([again.status, await again.json(), taken.length]).toEqual([200, first, 1])
  })

  test('without an id gets one', async () => {
    const { app, channel } = await started()
    await post(app, { name: 'Dana', text: 'hi' })
    await post(app, { name: 'Dana', text: 'hi' })
    const ids = channel.list('lobby', { limit: 9 }).map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([2, 2])
  })

  test.each([
    ['no JSON', '{"name":', 'the body is not JSON'],
    ['no UTF-8', Buffer.from('{"name":"Dana","text":"café"}', 'latin1'), notUtf8],
    ['UTF-16', Buffer.from('{"name":"Dana","text":"hi"}\u00E9', 'utf16le'), notUtf8],
    ['an empty text', { name: 'Dana', text: ' \n ' }, 'text: is empty'],
    ['an invisible text', { name: 'Dana', text: '\u{E0041}\u202E' }, 'text: is empty'],
    ['a text of zero-width signs', { name: 'Dana', text: '\u200B\u2060 \u2800\u3164\uFE0F' }, 'text: is empty'],
    ['a name of braille blanks', { name: '\u2800\u2800', text: 'hi' }, 'name: is empty'],
    ['a text of 4001 characters', { name: 'Dana', text: '長'.repeat(4001) }, 'text: is longer than 4000 characters'],
    ['an invisible name', { name: '\u200B\u3164', text: 'hi' }, 'name: is empty'],
    ['a name of 41 characters', { name: 'n'.repeat(41), text: 'hi' }, 'name: is longer than 40 characters'],
    ['an odd id', { name: 'Dana', text: 'hi', id: '../x' }, 'id: is made of 1 to 64 letters, digits, and . _ : -'],
  ])('with %s is a 400 that says so', async (_, body, detail) => {
    const { app, channel } = await started()
    const response = await post(app, body)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toEqual(problem(400, 'Bad Request', detail, { code: 'invalidBody' }))
    expect(channel.list('lobby', { limit: 9 })).toEqual([])
  })

  test('with unknown or inherited keys is a 400 and pollutes nothing', async () => {
    const { app } = await started()
    const response = await post(app, '{"name":"Dana","text":"hi","__proto__":{"bot":true},"bot":true}')
    expect(response.status).toBe(400)
    expect({}).not.toHaveProperty('bot')
  })

  test('loses direction overrides, tag characters, controls and half surrogates', async () => {
    const { app, taken } = await started()
    await post(app, '{"name":"D\\u202Eana","text":"a\\u202Eb\\u0000c\\udb40d\\udb40\\udc41 👩\u200D🔬"}')
    expect(taken[0]?.[0]).toMatchObject({ sender: { name: 'Dana' }, text: 'abc\uFFFDd 👩\u200D🔬' })
  })

  test('of 70 KB, or of 1 MB, is a 413', async () => {
    const { app, taken } = await started()
    for (const size of [70_000, 1_000_000]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const response = await post(
        app,
        { name: 'Dana', text: 'a'.repeat(size) },
        { headers: { 'content-length': `${size + 30}` } },
      )
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await response.json()).toEqual(
        problem(413, 'Payload Too Large', 'a post is at most 64 KB', {
          code: 'tooLarge',
          numbers: { maxBytes: 65_536 },
        }),
      )
    }
    expect(taken).toEqual([])
  })

  test('that the service refuses is a 503 that says the message is kept', async () => {
    const { app, channel } = makeWeb()
    await channel.start(() => Promise.reject(new Error('disk full at /secret/path')))
    const response = await post(app, { name: 'Dana', text: 'hi', id: 'm1' })
    const detail = 'message m1 is kept and the bots get it later; post it again with this id to be sure'
    expect(await response.json()).toEqual(problem(503, 'Service Unavailable', detail, { code: 'notTaken' }))
    expect(channel.list('lobby', { limit: 9 }).map(({ id }) => id)).toEqual(['m1'])
    await channel.stop()
  })

  test('after the stop is a 503 and stores nothing', async () => {
    const { app, channel } = await started()
    await channel.stop()
    const response = await post(app, { name: 'Dana', text: 'hi' })
    expect(await response.json()).toEqual(
      problem(503, 'Service Unavailable', 'the web channel is not running', { code: 'notStored' }),
    )
    expect(channel.list('lobby', { limit: 9 })).toEqual([])
  })
})

describe('reading', () => {
  test('gives the newest messages, or those after a seq, always in order', async () => {
    const { app, channel } = await started()
    for (const id of ['a', 'b', 'c', 'd']) void channel.post('lobby', { name: 'Dana', text: id, id })
    await channel.send(makeReply(), signal())
    const texts = async (query: string) => {
      const response = await get(app, `/api/rooms/lobby/messages${query}`)
      const { messages } = (await response.json()) as { messages: RoomMessage[] }
      return messages.map(({ text }) => text)
    }
    expect(await texts('?limit=2')).toEqual(['d', 'A Welch test.'])
    expect(await texts('?after=1&limit=2')).toEqual(['b', 'c'])
    expect(await texts('')).toEqual(['a', 'b', 'c', 'd', 'A Welch test.'])
  })

  test.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'limit=0x10',
    'limit=1e2',
    'limit=',
    'after=',
    'after=-1',
    'after=1.5',
    'after=%ZZ',
    `after=${10 ** 15}`,
  ])('with ?%s is a 400', async (query) => {
    const { app } = await started()
    expect((await get(app, `/api/rooms/lobby/messages?${query}`)).status).toBe(400)
  })

  test('gives the recent verdicts of the room', async () => {
    const { app, verdicts } = await started()
    verdicts.push(makeVerdict(1), makeVerdict(2))
    expect(await (await get(app, '/api/rooms/lobby/verdicts?limit=1')).json()).toEqual({ verdicts: [makeVerdict(2)] })
    expect(await (await get(app, '/api/rooms/den/verdicts')).json()).toEqual({ verdicts: [] })
  })

  test.each(['messages', 'verdicts', 'stream'])('%s of an unknown room is a 404', async (what) => {
    const { app } = await started()
    const response = await get(app, `/api/rooms/__proto__/${what}`)
    expect(await response.json()).toEqual(
      problem(404, 'Not Found', 'no such room: GET /api/rooms lists them', { code: 'noSuchRoom' }),
    )
  })
})
