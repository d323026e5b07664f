// What is somebody else's is refused with the next step: the id of another message, and names that read like a bot's.
import { describe, expect, test } from 'vitest'
import { makeReply, makeWeb, post, signal } from './web-fixture.ts'

async function started() {
  const web = makeWeb()
  await web.channel.start(web.intake)
  return web
}

const refused = (detail: string, code: object) => ({
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  detail,
  ...code,
})

test.each([
  ["somebody else's message", { name: 'Eve', text: 'hi' }, "somebody else's message"],
  ['an own message of another text', { name: 'Dana', text: 'ho' }, 'another message of yours'],
  ['an own message with another reply', { name: 'Dana', text: 'hi', replyTo: 'm0' }, 'another message of yours'],
])('under the id of %s is a 409 that shows nothing of it, and stores nothing', async (_what, body, whose) => {
  const { app, channel, taken } = await started()
  await post(app, { name: 'Dana', text: 'hi', id: 'm1' })
  const response = await post(app, { ...body, id: 'm1' })
  const detail = `the id m1 is ${whose} in this room: post this one again with a new id, or without one`
  expect(await response.json()).toEqual(refused(detail, { code: 'idTaken' }))
  expect([channel.list('lobby', { limit: 9 }).map(({ text }) => text), taken.length]).toEqual([['hi'], 1])
  expect((await post(app, { ...body, id: 'm2' })).status).toBe(201)
})

test("under the id of a bot's message is a 409, and in another room it is free", async () => {
  const { app, channel } = await started()
  const { id } = await channel.send(makeReply(), signal())
  const statuses = await Promise.all([
    post(app, { name: 'iris\u00A0fan', text: 'A Welch test.', id }),
    post(app, { name: 'Dana', text: 'hi', id }, { room: 'den' }),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([409, 201])
})

describe('a name', () => {
  test.each(['Rex', 'rex', 'ＲＥＸ', ' r\u200Bex ', 'R\u2800ex', '小审', 'C++  (Dev)'])(
    'that is a bot’s is a 409: %j',
    async (name) => {
      const { app, taken } = await started()
      const response = await post(app, { name, text: 'hi' })
      expect(response.status).toBe(409)
      expect(await response.text()).toContain('is a name of the bot Rex: choose another')
      expect(taken).toEqual([])
    },
  )

  test.each([
    ['Rеx', 'with a Cyrillic letter'],
    ['Rex.', 'with a full stop'],
    ['R e x', 'with spaces'],
    ['Re̲x', 'with an accent'],
    ['🤖 Rex', 'with a sign'],
    ['C++ Dev', 'with other signs than the alias'],
    ['小审。', 'with a mark behind Han'],
  ])('that reads like a bot’s is a 409: %j, %s', async (name) => {
    const { app, taken } = await started()
    const response = await post(app, { name, text: 'hi' })
    expect(await response.json()).toEqual(
      refused(`${name} reads like a name of the bot Rex: choose another`, {
        code: 'nameOfBot',
        numbers: { name, bot: 'Rex' },
      }),
    )
    expect(taken).toEqual([])
  })

  test.each(['C', 'Dev', 'Rexine', 'Trex', 'ΓΕΧ Rex', 'Мария', '小'])(
    'that only resembles one is a person’s: %j',
    async (name) => {
      const { app } = await started()
      expect((await post(app, { name, text: 'hi' })).status).toBe(201)
    },
  )

  test('of a bot that is not in the room is free there', async () => {
    const { app } = await started()
    expect((await post(app, { name: 'Rex', text: 'hi' }, { room: 'den' })).status).toBe(201)
  })
})
