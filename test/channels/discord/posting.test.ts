// Answers on Discord: once whatever happens, at the platform's pace, ringing nobody but those who are meant.
import { describe, expect, test } from 'vitest'
import type { OutboundReply } from '../../../src/channels/channel.ts'
import { outcome, signal } from '../contract/online.ts'
import { discord, hears, makeReply, online } from './one-bot.ts'

/** A bot that has heard a question of Ann's. */
async function asked(options: Parameters<typeof discord>[0] = {}) {
  const { fake, lab, group } = await discord(options)
  const bot = await online(fake)
  const question = fake.say('ann', lab, '@Iris which test?', { mentions: ['iris'] })
  await hears(bot, question)
  const reply = (change: Partial<OutboundReply> = {}) => makeReply({ group }, { replyTo: question, ...change })
  const said = () => fake.messages(lab).filter(({ author }) => author.handle === 'iris')
  return { fake, lab, group, bot, question, reply, said }
}

describe('whom it rings', () => {
  test('names of those who spoke ring, and nobody else: not everybody, no code, no address, no id of the model', async () => {
    const { fake, bot, lab, reply, said } = await asked()
    await hears(bot, fake.say('bo', lab, 'Hm.'))
    const text = '@Ann and @bo: `@Ann`, x@Ann.org, @Annabel, @everyone, <@1>, <@&2>.\n\n```\n@Ann\n```'
    await bot.channel.send(reply({ text }), signal())
    const [message] = said()
    const [ann, bo] = [fake.idOf('ann'), fake.idOf('bo')]
    expect(message?.content).toBe(
      `<@${ann}> and <@${bo}>: \`@Ann\`, x@Ann.org, @Annabel, @everyone, <​@1>, <​@&2>.\n\n\`\`\`\n@Ann\n\`\`\``,
    )
    expect(message?.allowed).toEqual({ parse: [], users: [ann, bo], replied_user: true })
    expect([message?.isToAll, message?.mentions.map(({ handle }) => handle)]).toEqual([false, ['ann', 'bo']])
  })

  test('two of one name ring neither; a bot that is answered is not rung', async () => {
    const { fake, bot, lab, reply, said } = await asked({
      people: ['Ann', 'Bo'],
      bots: [
        { handle: 'iris', name: 'Iris' },
        { handle: 'ann2', name: 'Ann' },
      ],
    })
    const other = fake.say('ann2', lab, 'I am Ann, too.')
    await hears(bot, other)
    await bot.channel.send(reply({ text: '@Ann which of you?', replyTo: other }), signal())
    expect(said()[0]).toMatchObject({
      content: '@Ann which of you?',
      allowed: { parse: [], users: [], replied_user: false },
    })
  })
})

describe('long answers', () => {
  const paragraphs = Array.from({ length: 12 }, (_, n) => `Paragraph ${n}. ${'Words go on. '.repeat(30)}`.trim()).join(
    '\n\n',
  )

  test('stand in several messages in their order, the first one as the answer', async () => {
    const { bot, question, reply, said } = await asked()
    const { id } = await bot.channel.send(reply({ text: paragraphs }), signal())
    const all = said()
    expect(all.map(({ reference }) => reference)).toEqual([question, ...all.slice(1).map(() => undefined)])
    expect([all[0]?.id, all.map(({ content }) => content).join('\n\n')]).toEqual([id, paragraphs])
  })

  test('go on where a flood limit stopped them: each part stands once', async () => {
    const { bot, reply, said } = await asked({ posts: { most: 2, perMs: 250 } })
    const text = reply({ text: paragraphs })
    const kinds: unknown[] = []
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a try after the other
      const tried = await bot.channel
        .send(text, signal())
        .catch((error: { kind: string; retryAfterMs: number }) => error)
      if (!('retryAfterMs' in tried)) break
      kinds.push(tried.kind)
      // oxlint-disable-next-line no-await-in-loop -- as long as the platform asked for
      await new Promise((resolve) => setTimeout(resolve, tried.retryAfterMs))
    }
    expect([kinds.length > 0, new Set(kinds)]).toEqual([true, new Set(['rateLimited'])])
    expect(
      said()
        .map(({ content }) => content)
        .join('\n\n'),
    ).toBe(paragraphs)
  })

  test('whose rest is refused for good have been said as far as they stand', async () => {
    const { fake, bot, reply, said } = await asked({ posts: { most: 1, perMs: 300 } })
    const text = reply({ text: paragraphs })
    expect(await outcome(bot.channel.send(text, signal()))).toEqual({ kind: 'rateLimited' })
    await new Promise((resolve) => setTimeout(resolve, 320))
    fake.trouble('post', { status: 403, code: 50013 })
    expect(await outcome(bot.channel.send(text, signal()))).toEqual({ id: said()[0]?.id })
    expect(said()).toHaveLength(1)
  })
})

describe('troubles', () => {
  test.each([
    ['a bucket that is empty', { status: 429, retryAfter: 0.7 }, { kind: 'rateLimited', retryAfterMs: 700 }],
    [
      'a limit for everything',
      { status: 429, retryAfter: 2, isGlobal: true },
      { kind: 'rateLimited', retryAfterMs: 2_000 },
    ],
    ['slow mode', { status: 400, code: 20016, retryAfter: 3 }, { kind: 'rateLimited', retryAfterMs: 3_000 }],
    ['a platform that is ill', { status: 502, body: '<html>Bad gateway</html>' }, { kind: 'unavailable' }],
    ['a wall before the platform', { status: 403, body: '<html>' }, { kind: 'unavailable' }],
    ['no right to write', { status: 403, code: 50013 }, { kind: 'permanent' }],
    ['a channel that is gone', { status: 404, code: 10003 }, { kind: 'permanent' }],
    ['a token that was reset', { status: 401 }, { kind: 'permanent' }],
    ['an answer that is none', { status: 200, body: '{"id":' }, { kind: 'unavailable' }],
    ['an answer that says nothing', { status: 200, body: '{}' }, { kind: 'unavailable' }],
  ] as const)('%s', async (_, trouble, expected) => {
    const { fake, bot, reply, said } = await asked()
    fake.trouble('post', trouble)
    const error = await bot.channel.send(reply(), signal()).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject(expected)
    expect([String(error).includes(fake.token('iris')), said()]).toEqual([false, []])
  })

  test('what was posted and never confirmed is found by its nonce, or by the line that brought it back', async () => {
    const { fake, bot, reply, said } = await asked()
    fake.trouble('post', 'cut')
    expect(await outcome(bot.channel.send(reply(), signal()))).toEqual({ kind: 'unavailable' })
    const [message] = said()
    await hears(bot, message?.id ?? '')
    expect(await bot.channel.send(reply({ expiresAt: Date.now() - 1 }), signal())).toEqual({ id: message?.id })
    expect(said()).toHaveLength(1)
  })

  test('after a restart it is found among the bot’s words, when no nonce is known any more', async () => {
    const { fake, lab, bot, reply, said } = await asked()
    await hears(bot, fake.say('bo', lab, 'Me, too.'))
    const long = reply({ text: `@Ann take Welch.\n\n${'Words go on. '.repeat(200)}`.trim() })
    const { id } = await bot.channel.send(long, signal())
    const before = said().length
    expect(before).toBeGreaterThan(1)
    for (const message of said()) delete message.nonce
    await bot.close()
    const again = await online(fake)
    expect(await again.channel.send(long, signal())).toEqual({ id })
    expect(said()).toHaveLength(before)
    // The same words under another key are another answer.
    await again.channel.send({ ...long, key: 'another' }, signal())
    expect(said()).toHaveLength(2 * before)
  })
})

test('an emoji that the platform does not know is said in words', async () => {
  const { fake, lab, bot, question, reply, said } = await asked()
  await bot.channel.send(reply({ type: 'reaction', text: '👍' }), signal())
  await bot.channel.send(reply({ key: 'b', type: 'reaction', text: 'sure' }), signal())
  expect(fake.find(question)?.reactions).toEqual([{ by: 'iris', emoji: '👍' }])
  expect(said().map(({ content }) => content)).toEqual(['sure'])
  await expect(
    bot.channel.react?.({ bot: 'iris', group: `discord:${lab}`, message: question, emoji: 'sure' }, signal()),
  ).rejects.toMatchObject({ kind: 'permanent' })
  // A message that is gone bears no sign any more.
  fake.remove(question)
  await bot.channel.unreact?.({ bot: 'iris', group: `discord:${lab}`, message: question, emoji: '👍' }, signal())
})
