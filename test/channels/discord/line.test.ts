// The gateway as it breaks: sessions that go on, sessions that are lost, and lines that nothing can mend.
import { describe, expect, test } from 'vitest'
import { discord, hears, nothingKept, online, opened, until } from './one-bot.ts'

test('what was said while the line was cut is replayed in its order, and heard once', async () => {
  const { fake, lab } = await discord()
  const bot = await online(fake)
  await hears(bot, fake.say('ann', lab, 'One.'))
  fake.cutLine('iris')
  await until('the break', () => fake.lines('iris') === 0)
  for (const text of ['Two.', 'Three.']) fake.say('ann', lab, text)
  await until('the return', () => bot.told.at(-1) === 'ready' && bot.told.length > 2)
  await hears(bot, fake.say('ann', lab, 'Four.'))
  expect([bot.texts(), bot.told, fake.seen.identified, fake.seen.resumed]).toEqual([
    ['One.', 'Two.', 'Three.', 'Four.'],
    ['ready', 'reconnecting', 'ready'],
    1,
    1,
  ])
})

test('a gateway that asks for it gets a new line with the same session', async () => {
  const { fake, lab } = await discord()
  const bot = await online(fake)
  fake.askToReconnect('iris')
  await until('the resumption', () => fake.seen.resumed === 1)
  await until('the return', () => bot.told.at(-1) === 'ready' && bot.told.length > 1)
  await hears(bot, fake.say('ann', lab, 'One.'))
  expect([bot.texts(), fake.seen.identified]).toEqual([['One.'], 1])
})

test('a line whose heartbeats are not answered is given up, and its session goes on', async () => {
  const { fake, lab } = await discord({ heartbeatMs: 40 })
  fake.dropHeartbeats(true)
  const bot = await online(fake)
  await until('the resumption', () => fake.seen.resumed === 1)
  fake.dropHeartbeats(false)
  await hears(bot, fake.say('ann', lab, 'Still there?'))
  expect(fake.seen.identified).toBe(1)
})

test('a session that is lost is begun anew, and what was missed is read from the channels', async () => {
  const { fake, lab } = await discord()
  const bot = await online(fake)
  await hears(bot, fake.say('ann', lab, 'One.'))
  fake.cutLine('iris')
  await until('the break', () => fake.lines('iris') === 0)
  fake.forgetSessions('iris')
  const id = fake.say('ann', lab, 'While you were gone.')
  expect((await hears(bot, id)).contextOnly).toBeUndefined()
  await hears(bot, fake.say('ann', lab, 'Back?'))
  expect([bot.texts(), fake.seen.identified]).toEqual([['One.', 'While you were gone.', 'Back?'], 2])
}, 20_000)

test.each(['{"op":10}', '{"op":9}', '{"op":0,"t":"READY"}'])(
  'a frame that is broken costs the line, and nothing else: %s',
  async (frame) => {
    const { fake, lab } = await discord()
    const bot = await online(fake)
    fake.raw('iris', frame)
    await until('the return', () => fake.seen.identified === 2 && bot.told.at(-1) === 'ready')
    await hears(bot, fake.say('ann', lab, 'Still here?'))
    expect(bot.told).toEqual(['ready', 'reconnecting', 'ready'])
  },
  20_000,
)

describe('a line that nobody can mend is told as such, with what to do', () => {
  test('the intent to read messages is switched off (4014)', async () => {
    const { fake } = await discord()
    fake.refuseIntents('iris')
    const bot = await opened(fake)
    await bot.connect()
    await until('the end', () => bot.told.length > 0)
    expect(bot.told).toEqual([
      'down for good: Discord closed the connection (4014): switch on Message Content Intent in the developer portal, under Bot → Privileged Gateway Intents',
    ])
  })

  test('the token is wrong', async () => {
    const { fake } = await discord()
    const bot = await opened(fake)
    fake.resetToken('iris')
    for (const _ of [1, 2])
      // oxlint-disable-next-line no-await-in-loop -- the second try asks again
      await expect(bot.connect()).rejects.toMatchObject({
        kind: 'permanent',
        message: 'Discord answered 401: 401: Unauthorized; the token is wrong or was reset',
      })
  })

  test('the token was reset while the bot was online (4004)', async () => {
    const { fake } = await discord()
    const bot = await online(fake)
    fake.closeLine('iris', 4004)
    await until('the end', () => bot.told.length > 1)
    expect(bot.told[1]).toBe('down for good: Discord closed the connection (4004): the token is wrong or was reset')
  })
})

test('a gateway that takes no line is given up after some tries; the next line takes the session up', async () => {
  const { fake, lab } = await discord()
  const bot = await online(fake)
  await hears(bot, fake.say('ann', lab, 'One.'))
  fake.refuseLines(true)
  fake.cutLine('iris')
  await until('the end', () => bot.told.at(-1)?.startsWith('down'))
  expect(bot.told).toEqual(['ready', 'reconnecting', 'reconnecting', 'down: the gateway closes again and again (1011)'])
  await bot.close()
  fake.say('ann', lab, 'Two.')
  fake.refuseLines(false)
  await bot.connect()
  await until('the return', () => bot.told.at(-1) === 'ready')
  await hears(bot, fake.say('ann', lab, 'Three.'))
  expect([bot.texts(), fake.seen.identified, fake.seen.resumed]).toEqual([['One.', 'Two.', 'Three.'], 1, 1])
})

test('a bot that is closed while its line is still coming up leaves nothing open', async () => {
  const { fake } = await discord()
  const bot = await opened(fake)
  const close = await bot.connect()
  await close()
  await until('nothing is open', fake.isIdle)
  expect(bot.told).toEqual([])
})

describe('after a restart', () => {
  const since = (at: number, known: readonly string[] = []) => ({
    ...nothingKept,
    heardUntil: () => at,
    knows: (_: string, id: string) => known.includes(id),
  })

  test('what was said meanwhile is read, old talk as context, and what is known is not', async () => {
    const { fake, lab } = await discord()
    const now = Date.now()
    const [known, old, fresh] = [
      fake.say('ann', lab, 'Known.', { at: now - 2 * 3_600_000 }),
      fake.say('ann', lab, 'Old.', { at: now - 3_600_000 }),
      fake.say('ann', lab, 'Fresh.', { at: now - 60_000 }),
    ]
    const bot = await online(fake, { kept: since(now - 2 * 3_600_000, [known]) })
    await hears(bot, fresh)
    expect(bot.heard.map(({ id, contextOnly }) => [id, contextOnly])).toEqual([
      [old, true],
      [fresh, undefined],
    ])
  })

  test('where pending messages are dropped, what was said meanwhile is context alone, and what is said now is not', async () => {
    const { fake, lab } = await discord()
    const now = Date.now()
    const waiting = fake.say('ann', lab, 'Iris, still there?', { at: now - 60_000 })
    const bot = await online(fake, { kept: since(now - 3_600_000), pending: 'drop' })
    await hears(bot, waiting)
    const fresh = fake.say('ann', lab, 'Iris, and now?', { at: Date.now() + 1_000 })
    await hears(bot, fresh)
    expect(bot.heard.map(({ id, contextOnly }) => [id, contextOnly])).toEqual([
      [waiting, true],
      [fresh, undefined],
    ])
  })

  test('of very much that was said the newest is read, page by page', async () => {
    const { fake, lab } = await discord()
    const now = Date.now()
    for (let n = 0; n < 250; n += 1) fake.say('ann', lab, `Line ${n}.`, { at: now - 600_000 + n * 1_000 })
    const bot = await online(fake, { kept: since(now - 900_000) })
    await until('all of them', () => bot.heard.length === 200)
    expect([bot.texts()[0], bot.texts().at(-1)]).toEqual(['Line 50.', 'Line 249.'])
  })

  test('chats of two are read that the store knows', async () => {
    const { fake } = await discord()
    const direct = fake.direct('ann', 'iris')
    const id = fake.say('ann', direct, 'Anybody?', { at: Date.now() - 60_000 })
    const kept = { ...since(Date.now() - 120_000), alone: () => [`discord:${direct}`] }
    expect(await hears(await online(fake, { kept }), id)).toMatchObject({ oneToOne: true, text: 'Anybody?' })
  })

  test('a channel that the bot may not read is left out, one that is slow is asked again', async () => {
    const { fake, lab } = await discord()
    const other = fake.channel('private')
    fake.forbid(other)
    fake.say('ann', other, 'Secret.')
    fake.trouble('history', { status: 429, retryAfter: 0.05 })
    const id = fake.say('ann', lab, 'Fresh.', { at: Date.now() - 1_000 })
    const bot = await online(fake, { kept: since(Date.now() - 60_000) })
    await hears(bot, id)
    expect(bot.texts()).toEqual(['Fresh.'])
  })

  test('a channel that cannot be read for a while is read with the next message, from where it was left', async () => {
    const { fake, lab } = await discord()
    fake.say('ann', lab, 'Missed.', { at: Date.now() - 100_000 })
    fake.trouble('history', { status: 429, retryAfter: 60 })
    const bot = await online(fake, { kept: since(Date.now() - 120_000) })
    await until('the refusal', () => bot.ignored.length > 0)
    await hears(bot, fake.say('ann', lab, 'Next.'))
    expect(bot.texts()).toEqual(['Missed.', 'Next.'])
  })
})
