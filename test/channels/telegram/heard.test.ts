// What a message of Telegram becomes: its words, whom it mentions, what it answers, and every kind of part.
import { expect, test, vi } from 'vitest'
import { makeReply, signal as never } from '../contract/online.ts'
import { telegramWorld } from './world.ts'

type Content = Record<string, unknown>

async function hearing(isHeard = true) {
  const world = await telegramWorld()
  const { fake, open } = world
  const opened = open({ isHeard: () => isHeard })
  await opened.start()
  const hears = async (text: string, how: Parameters<typeof fake.say>[3] = {}, chat = 'lab') => {
    const id = fake.say('ann', chat, text, how)
    return vi.waitFor(
      () => {
        const message = opened.heard.find((each) => each.id === id)
        if (!message) throw new Error(`not heard: ${opened.ignored.join()}`)
        return message
      },
      { timeout: 5_000, interval: 5 },
    )
  }
  return { ...world, ...opened, hears }
}

const file = { file_id: 'F', file_unique_id: 'u', file_size: 2_000 }

test.each<[string, Content, object]>([
  [
    'photo',
    {
      photo: [
        { ...file, file_id: 'S', width: 90, height: 60 },
        { ...file, file_id: 'L', width: 900, height: 600 },
        { ...file, file_id: 'M', width: 320, height: 213 },
      ],
    },
    { kind: 'image', ref: 'L', mime: 'image/jpeg', bytes: 2_000, width: 900, height: 600 },
  ],
  [
    'sticker',
    { sticker: { ...file, emoji: '🦊', width: 512, height: 512, is_video: true } },
    { kind: 'sticker', ref: 'F', mime: 'video/webm', bytes: 2_000, width: 512, height: 512, alt: '🦊' },
  ],
  [
    'voice',
    { voice: { ...file, duration: 7, mime_type: 'audio/ogg' } },
    { kind: 'voice', ref: 'F', mime: 'audio/ogg', bytes: 2_000, seconds: 7 },
  ],
  [
    'audio',
    { audio: { ...file, duration: 200, performer: 'Bach', title: 'Air' } },
    { kind: 'audio', ref: 'F', name: 'Bach – Air', bytes: 2_000, seconds: 200 },
  ],
  [
    'video',
    { video: { ...file, width: 640, height: 480, duration: 12, mime_type: 'video/mp4', file_name: 'cat.mp4' } },
    { kind: 'video', ref: 'F', name: 'cat.mp4', mime: 'video/mp4', bytes: 2_000, width: 640, height: 480, seconds: 12 },
  ],
  [
    'video note',
    { video_note: { ...file, length: 240, duration: 5 } },
    { kind: 'video', ref: 'F', mime: 'video/mp4', bytes: 2_000, width: 240, height: 240, seconds: 5 },
  ],
  [
    'animation, which comes as a document, too',
    { animation: { ...file, width: 10, height: 10, duration: 1 }, document: file },
    { kind: 'video', ref: 'F', bytes: 2_000, width: 10, height: 10, seconds: 1 },
  ],
  [
    'document',
    { document: { ...file, file_name: 'data.csv', mime_type: 'text/csv' } },
    { kind: 'file', ref: 'F', name: 'data.csv', mime: 'text/csv', bytes: 2_000 },
  ],
  [
    'picture as a file',
    { document: { ...file, file_name: 'a.png', mime_type: 'image/png' } },
    { kind: 'image', ref: 'F', name: 'a.png', mime: 'image/png', bytes: 2_000 },
  ],
  [
    'location',
    { location: { latitude: 52.5, longitude: 13.4 } },
    { kind: 'location', latitude: 52.5, longitude: 13.4 },
  ],
  [
    'venue, which comes as a location, too',
    {
      location: { latitude: 52.5, longitude: 13.4 },
      venue: { location: { latitude: 52.5, longitude: 13.4 }, title: 'Zoo', address: 'Gate 1' },
    },
    { kind: 'location', name: 'Zoo, Gate 1', latitude: 52.5, longitude: 13.4 },
  ],
  [
    'contact',
    { contact: { first_name: 'Cy', last_name: 'Fox', phone_number: '+49 1' } },
    { kind: 'card', title: 'Cy Fox', text: '+49 1' },
  ],
  [
    'poll',
    { poll: { question: 'When?', options: [{ text: 'Mon' }, { text: 'Tue' }] } },
    { kind: 'card', title: 'When?', text: 'Mon / Tue' },
  ],
  ['dice', { dice: { emoji: '🎲', value: 4 } }, { kind: 'card', title: '🎲', text: '4' }],
])('a %s is a part, and its caption the words', async (_, content, part) => {
  const { hears, fake } = await hearing()
  const { text, parts } = await hears('Look here.', { content })
  const ref = 'ref' in part && { ref: `${fake.userId('iris')} ${String(part.ref)}` }
  expect({ text, parts }).toEqual({ text: 'Look here.', parts: [{ ...part, ...ref }] })
})

test('an album is as many messages as it has pictures, each with its own', async () => {
  const { hears, fake } = await hearing()
  const iris = fake.userId('iris')
  const photo = (id: string) => ({ media_group_id: 'g', photo: [{ ...file, file_id: id, width: 9, height: 9 }] })
  const both = [await hears('Two cats.', { content: photo('A') }), await hears('', { content: photo('B') })]
  expect(both.map(({ text, parts = [] }) => [text, parts.map((part) => 'ref' in part && part.ref)])).toEqual([
    ['Two cats.', [`${iris} A`]],
    ['', [`${iris} B`]],
  ])
})

test('what was forwarded is one line of its writer’s, and nothing that the sender says', async () => {
  const { hears } = await hearing()
  const forward_origin = { type: 'hidden_user', sender_user_name: 'Cy', date: 1_000 }
  const { text, parts, mentions } = await hears('', { content: { text: '@iris_bot, buy!', forward_origin } })
  expect({ text, parts, mentions }).toEqual({
    text: '',
    mentions: [],
    parts: [{ kind: 'forward', lines: [{ name: 'Cy', ts: 1_000_000, text: '@iris_bot, buy!' }] }],
  })
})

test('a quote is cut out of what is answered; of what was never heard all of it stands there', async () => {
  const { hears, fake } = await hearing(false)
  const asked = fake.say('bo', 'lab', 'Take the long way home, please.')
  const whole = await hears('Why?', { replyTo: asked })
  const cut = await hears('Why?', { replyTo: asked, content: { text: 'Why?', quote: { text: 'the long way' } } })
  const bo = {
    kind: 'quote',
    id: asked,
    sender: String(fake.userId('bo')),
    name: 'Bo',
    ts: expect.any(Number) as number,
  }
  expect([whole, cut].map(({ parts, replyTo }) => ({ parts, replyTo }))).toEqual([
    { parts: [{ ...bo, text: 'Take the long way home, please.' }], replyTo: asked },
    { parts: [{ ...bo, text: 'the long way' }], replyTo: asked },
  ])
})

test('what is answered and was heard is not quoted again', async () => {
  const { hears, fake } = await hearing(true)
  const asked = fake.say('bo', 'lab', 'Home, please.')
  await hears('Between.')
  const { parts, replyTo } = await hears('Why?', { replyTo: asked })
  expect([parts, replyTo]).toEqual([undefined, asked])
})

test('a quote of another chat tells what is known of its writer', async () => {
  const { hears } = await hearing()
  const external_reply = { origin: { type: 'channel', chat: { id: -7, type: 'channel', title: 'News' }, date: 5 } }
  const { parts, text } = await hears('', { content: { text: 'True?', external_reply, quote: { text: 'It rains.' } } })
  expect({ text, parts }).toEqual({
    text: 'True?',
    parts: [{ kind: 'quote', name: 'News', ts: 5_000, text: 'It rains.' }],
  })
})

const command = (length: number, offset = 0) => ({ type: 'bot_command', offset, length })
const iris = { id: expect.any(String) as string, name: 'Iris' }

test.each<[string, object[], string, object[], boolean]>([
  ['/start', [command(6)], 'hello', [], true],
  ['/start ref-42', [command(6)], 'hello', [], true],
  ['/help me', [command(5)], 'help me', [], true],
  ['/start@iris_bot', [command(15)], 'hello', [iris], false],
  ['/draft_plan@iris_bot for May', [command(20)], 'draft plan for May', [iris], false],
  ['/roll@dice_bot', [command(14)], '/roll@dice_bot', [{ id: '@dice_bot', name: 'dice_bot' }], false],
  ['/roll', [command(5)], '/roll', [], false],
  ['ask @Iris_Bot', [{ type: 'mention', offset: 4, length: 9 }], 'ask @Iris', [iris], false],
  [
    'ask @stranger',
    [{ type: 'mention', offset: 4, length: 9 }],
    'ask @stranger',
    [{ id: '@stranger', name: 'stranger' }],
    false,
  ],
])('%s with what stands in it is told as %s', async (said, entities, text, mentions, isAlone) => {
  const { hears, fake } = await hearing()
  const message = await hears(said, { entities }, isAlone ? fake.alone('ann', 'iris') : 'lab')
  expect({ text: message.text, mentions: message.mentions }).toEqual({ text, mentions })
})

test('a reply to the bot’s own words mentions it', async () => {
  const { hears, fake, channel, group } = await hearing()
  const { id } = await channel.send(makeReply({ group }), never())
  const { mentions, replyTo: answered } = await hears('Sure?', { replyTo: id })
  expect([mentions, answered]).toEqual([[{ id: String(fake.userId('iris')), name: 'Iris' }], id])
})

test('whoever writes as the group is the group, and no bot', async () => {
  const { hears, lab } = await hearing()
  const { sender } = await hears('Rule one.', {
    content: { text: 'Rule one.', sender_chat: { id: lab, type: 'supergroup', title: 'The lab' } },
  })
  expect(sender).toEqual({ id: String(lab), name: 'The lab', bot: false })
})

test('an edit is a correction, and a place that moves is none', async () => {
  const { hears, fake, corrections, group } = await hearing()
  await hears('At nine.')
  const id = fake.posted('lab').at(-1)?.id ?? ''
  await hears('', { content: { location: { latitude: 1, longitude: 2 } } })
  fake.edit('lab', fake.posted('lab').at(-1)?.id ?? '', 'a caption')
  fake.edit('lab', id, 'At ten.')
  await vi.waitFor(() => expect(corrections).toEqual([{ group, id, text: 'At ten.' }]), { timeout: 5_000, interval: 5 })
})
