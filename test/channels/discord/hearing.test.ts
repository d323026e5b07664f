// What a message on Discord says, names and carries, as the service gets it.
import { describe, expect, test } from 'vitest'
import { discord, hears, online, until } from './one-bot.ts'

const file = (more: object) => ({ id: '900', filename: 'a.bin', size: 10, url: 'http://127.0.0.1/x', ...more })

describe('words', () => {
  test('mentions, channels, emoji, times and commands stand in the text as people read them', async () => {
    const { fake, lab } = await discord()
    const bot = await online(fake)
    const other = fake.channel('stats')
    const text = `<@${fake.idOf('bo')}> look in <#${lab}> <:wave:123> at <t:0:R>, then </ask:5>; <#1> <@2>`
    const id = fake.say('ann', lab, text, { more: { mentions: [{ id: fake.idOf('bo'), username: 'bo' }] } })
    const message = await hears(bot, id)
    expect(message.text).toBe('@bo look in #lab :wave: at 1970-01-01 00:00 UTC, then /ask; #1 <@2>')
    expect(message.mentions).toEqual([{ id: fake.idOf('bo'), name: 'bo' }])
    expect(bot.channel.titleOf?.(`discord:${lab}`)).toBe('lab')
    expect(bot.channel.titleOf?.(`discord:${other}`)).toBeUndefined()
  })

  test('a call of the bot before the words is taken away where it is alone, and stays a mention (R5)', async () => {
    const { fake, lab } = await discord()
    const bot = await online(fake)
    const id = fake.say('ann', lab, '@Iris, when?', { mentions: ['iris'] })
    expect(await hears(bot, id)).toMatchObject({ text: 'when?', mentions: [{ id: fake.idOf('iris'), name: 'Iris' }] })
  })

  test('the bot’s own role is the bot, and @everyone is all; who writes so without the right calls nobody', async () => {
    const { fake, lab } = await discord()
    const bot = await online(fake)
    const role = await hears(bot, fake.say('ann', lab, `<@&${fake.roleOf('iris')}> when?`))
    const all = await hears(bot, fake.say('ann', lab, '@everyone lunch'))
    const none = await hears(bot, fake.say('ann', lab, '@everyone!', { more: { mention_everyone: false } }))
    const own = { id: fake.idOf('iris'), name: 'Iris' }
    expect([role, all, none].map(({ text, mentions }) => [text, mentions])).toEqual([
      ['@Iris when?', [own]],
      ['@all lunch', [{ id: 'all', name: 'all' }]],
      ['@everyone!', []],
    ])
  })

  test('a reply that rings the bot mentions nobody: it answers', async () => {
    const { fake, lab } = await discord()
    const bot = await online(fake)
    const first = fake.say('ann', lab, 'One.')
    const more = { mentions: [{ id: fake.idOf('iris'), username: 'Iris', bot: true }] }
    const id = fake.say('bo', lab, 'Two.', { replyTo: first, more })
    expect(await hears(bot, id)).toMatchObject({ mentions: [], replyTo: first })
  })

  test('what the platform itself says is not heard', async () => {
    const { fake, lab } = await discord()
    const bot = await online(fake)
    fake.say('ann', lab, 'joined', { more: { type: 7 } })
    await hears(bot, fake.say('ann', lab, 'Hello.'))
    expect([bot.texts(), bot.ignored]).toEqual([['Hello.'], ['the platform itself says it']])
  })

  test('a link that is shown is no edit', async () => {
    const { fake, lab } = await discord()
    const bot = await online(fake)
    const id = fake.say('ann', lab, 'https://example.org')
    await hears(bot, id)
    fake.unfurl(id)
    fake.edit(id, 'https://example.com')
    await until('the edit', () => bot.corrections.length > 0)
    expect(bot.corrections).toEqual([{ group: `discord:${lab}`, id, text: 'https://example.com' }])
  })
})

describe('what it carries (A12)', () => {
  const cases: [string, object, object[]][] = [
    [
      'a picture',
      {
        attachments: [
          file({ content_type: 'image/png', filename: 'cat.png', width: 6, height: 4, description: 'a cat' }),
        ],
      },
      [
        {
          kind: 'image',
          ref: 'CHANNEL ID 900',
          name: 'cat.png',
          mime: 'image/png',
          bytes: 10,
          width: 6,
          height: 4,
          alt: 'a cat',
        },
      ],
    ],
    [
      'a voice message',
      {
        flags: 1 << 13,
        attachments: [file({ content_type: 'audio/ogg', filename: 'voice-message.ogg', duration_secs: 2.5 })],
      },
      [{ kind: 'voice', ref: 'CHANNEL ID 900', name: 'voice-message.ogg', mime: 'audio/ogg', bytes: 10, seconds: 2.5 }],
    ],
    [
      'a sound, a film and a file',
      {
        attachments: [
          file({ id: '1', content_type: 'audio/mpeg' }),
          file({ id: '2', content_type: 'video/mp4' }),
          file({ id: '3', title: '数据', filename: '_.csv' }),
        ],
      },
      [
        { kind: 'audio', ref: 'CHANNEL ID 1', name: 'a.bin', mime: 'audio/mpeg', bytes: 10 },
        { kind: 'video', ref: 'CHANNEL ID 2', name: 'a.bin', mime: 'video/mp4', bytes: 10 },
        { kind: 'file', ref: 'CHANNEL ID 3', name: '数据.csv', bytes: 10 },
      ],
    ],
    [
      'stickers, one of them drawn by a program',
      {
        sticker_items: [
          { id: '7', name: 'wave', format_type: 1 },
          { id: '8', name: 'dance', format_type: 3 },
        ],
      },
      [
        { kind: 'sticker', alt: 'wave', ref: 'sticker 7.png' },
        { kind: 'sticker', alt: 'dance' },
      ],
    ],
    [
      'a card',
      { embeds: [{ type: 'rich', title: 'Build', description: 'failed', fields: [{ name: 'step', value: 'lint' }] }] },
      [{ kind: 'card', title: 'Build', text: 'failed\nstep: lint' }],
    ],
    [
      'a poll',
      {
        poll: {
          question: { text: 'When?' },
          answers: [{ poll_media: { text: 'today' } }, { poll_media: { text: 'never' } }],
        },
      },
      [{ kind: 'card', title: 'When?', text: '- today\n- never' }],
    ],
    [
      'a forwarded message with a picture',
      {
        message_reference: { type: 1, message_id: '5', channel_id: '6' },
        message_snapshots: [
          {
            message: {
              content: 'Far away.',
              timestamp: '2026-01-02T03:04:05.000Z',
              attachments: [file({ content_type: 'image/png' })],
            },
          },
        ],
      },
      [
        {
          kind: 'forward',
          lines: [{ name: 'somebody', text: 'Far away. [image: a.bin, 10 B]', ts: Date.UTC(2026, 0, 2, 3, 4, 5) }],
        },
        { kind: 'image', ref: 'CHANNEL ID 900', name: 'a.bin', mime: 'image/png', bytes: 10 },
      ],
    ],
    [
      'what is broken',
      {
        attachments: [{ id: 'x' }, null, file({ id: '4', size: 'big' })],
        sticker_items: 'none',
        embeds: [{ title: 7 }],
      },
      [{ kind: 'file', ref: 'CHANNEL ID 4', name: 'a.bin' }],
    ],
  ]
  test.each(cases)('%s', async (_, more, parts) => {
    const { fake, lab } = await discord()
    const bot = await online(fake)
    const id = fake.say('ann', lab, '', { more: { ...more } })
    const message = await hears(bot, id)
    const told = JSON.parse(JSON.stringify(message.parts).replaceAll(lab, 'CHANNEL').replaceAll(id, 'ID')) as unknown
    expect([message.text, told, message.replyTo]).toEqual(['', parts, undefined])
  })

  test('what a link leads to is no card: its address stands in the text', async () => {
    const { fake, lab } = await discord()
    const bot = await online(fake)
    const more = { embeds: [{ type: 'link', title: 'Example' }] }
    expect(await hears(bot, fake.say('ann', lab, 'https://example.org', { more }))).not.toHaveProperty('parts')
  })

  test('a message that it answers is quoted where it was never heard, with its writer and its time', async () => {
    const { fake, lab } = await discord()
    const at = Date.now() - 7 * 86_400_000
    const old = fake.say('bo', lab, 'Use Welch, @Ann.', { at, mentions: ['ann'] })
    const bot = await online(fake, { historyLimit: 0 })
    const id = fake.say('ann', lab, 'Still so?', { replyTo: old })
    const quote = { kind: 'quote', id: old, sender: fake.idOf('bo'), name: 'Bo', ts: at, text: 'Use Welch, @Ann.' }
    expect(await hears(bot, id)).toMatchObject({ text: 'Still so?', replyTo: old, parts: [quote] })
    // What was heard is no quote, and what is gone is nothing.
    expect(await hears(bot, fake.say('bo', lab, 'Yes.', { replyTo: id }))).not.toHaveProperty('parts')
    fake.remove(old)
    const late = await hears(bot, fake.say('bo', lab, 'Hm.', { replyTo: old }))
    expect([late.replyTo, late.parts]).toEqual([old, undefined])
  })
})
