// A reply to what was said before the bot came: the archive tells what it quotes, or it stays as its writer says (A12).
import { type Element, xml } from '@xmpp/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChannelError, type InboundMessage } from '../../../src/channels/channel.ts'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { type Prosody, startProsody } from '../../../tools/prosody.mjs'
import { type Kept, lastWeek, made, own, room } from './archive-world.ts'
import { online } from './channel-world.ts'
import { person } from './person.ts'

const above = (id: string, to: string, quoted: string) => [
  xml('reply', { xmlns: ns.reply, id, to }),
  xml('fallback', { xmlns: ns.fallback, for: ns.reply }, xml('body', { start: '0', end: String(quoted.length) })),
]
const quotes = ({ parts }: InboundMessage) => (parts ?? []).filter(({ kind }) => kind === 'quote')

const oob = (url: string) => xml('x', { xmlns: ns.outOfBand }, xml('url', {}, url))
const upload = 'https://upload.example/a'
const files = [`${upload}/cat.png`, `${upload}/data.csv`, `${upload}/clip.mp4`, 'file:///etc/passwd'] as const
const carried = {
  text: '[image: cat.png] [file: data.csv] [video: clip.mp4]',
  parts: [
    { kind: 'image', name: 'cat.png', ref: `${upload}/cat.png` },
    { kind: 'file', name: 'data.csv', ref: `${upload}/data.csv` },
  ],
}

describe.skipIf(process.env['CHIME_SKIP_XMPP'] === '1')('a reply in a room, to what the bot never heard', () => {
  let prosody: Prosody
  beforeAll(async () => {
    prosody = await startProsody(['iris', 'ann', 'bo'])
  })
  afterAll(() => prosody.stop())

  test('quotes what the archive keeps, whatever the reply says that it quotes (XEP-0313, XEP-0461)', async () => {
    const lab = prosody.room('lab')
    const [ann, bo] = [await person(prosody, 'ann', lab), await person(prosody, 'bo', lab)]
    const before = Date.now() - 1_000
    const id = await bo.say('the door code is 4711')
    const picture = await bo.say(files[0], { children: [oob(files[0])] })
    const iris = await online(prosody, lab, { historyLimit: 0 })
    await ann.say('and that one?', { children: [xml('reply', { xmlns: ns.reply, id })] })
    await ann.say('> I quit\nreally?', { children: above(id, `${lab}/ann`, '> I quit\n') })
    await ann.say('> I quit\nwho said it?', { children: above('nobody', `${lab}/bo`, '> I quit\n') })
    await ann.say('what is this?', { children: [xml('reply', { xmlns: ns.reply, id: picture })] })
    await ann.say('nobody did', { children: [xml('reply', { xmlns: ns.reply, id: 'nowhere' })] })
    await iris.heard('nobody did')
    const proven = { kind: 'quote', id, sender: 'bo@localhost', name: 'bo', text: 'the door code is 4711' }
    const heard = iris.taken.map((message) => [message.text, message.replyTo, quotes(message)])
    expect(heard).toEqual([
      ['and that one?', id, [{ ...proven, ts: expect.any(Number) }]],
      ['really?', id, [{ ...proven, ts: expect.any(Number) }]],
      [
        'who said it?',
        'nobody',
        [{ kind: 'quote', id: 'nobody', sender: 'bo@localhost', name: 'bo', text: 'I quit', unproven: true }],
      ],
      [
        'what is this?',
        picture,
        [
          {
            ...proven,
            id: picture,
            ts: expect.any(Number),
            text: '[image: cat.png]',
            parts: carried.parts.slice(0, 1),
          },
        ],
      ],
      ['nobody did', 'nowhere', []],
    ])
    const [quote] = iris.taken.flatMap(quotes)
    expect(quote?.kind === 'quote' && (quote.ts ?? 0) >= before && (quote.ts ?? 0) <= Date.now()).toBe(true)
  })
})

const inRoom = (id: string, text: string, ...children: Element[]) =>
  xml(
    'message',
    { from: `${room}/ann`, type: 'groupchat', id },
    xml('body', {}, text),
    xml('stanza-id', { xmlns: ns.stanzaId, by: room, id }),
    ...children,
  )
const reply = (id: string, to?: string) => xml('reply', { xmlns: ns.reply, id, to })
const told = (taken: InboundMessage[]) => taken.map((message) => [message.text, message.replyTo, message.parts])

const kept: Kept[] = [
  { id: 'a0', by: `${room}/rex`, text: 'before it', item: 'rex@localhost' },
  { id: 'a1', by: `${room}/bo`, text: 'sixty', item: 'bo@localhost' },
  { id: 'a2', by: `${room}/rex`, text: 'behind it', item: 'rex@localhost' },
]
const sixty = { kind: 'quote', id: 'a1', sender: 'bo@localhost', name: 'bo', ts: lastWeek, text: 'sixty' }

test('an archive that looks up ids is asked once, any other for the message before the next (XEP-0313)', async () => {
  const extended = await made(kept, { features: [ns.mamExtended] })
  await extended.hear(inRoom('r1', 'why sixty?', reply('a1')))
  const plain = await made(kept)
  await plain.hear(inRoom('r1', 'why sixty?', reply('a1')))
  expect([extended, plain].map(({ asked, taken }) => [asked, told(taken)])).toEqual([
    [['ids a1'], [['why sixty?', 'a1', [sixty]]]],
    [['after a1', 'before a2'], [['why sixty?', 'a1', [sixty]]]],
  ])
})

test('what the archive keeps brings its pictures and files along (XEP-0066)', async () => {
  const withFiles = { id: 'a1', by: `${room}/bo`, text: `${upload}/cat.png`, item: 'bo@localhost' }
  const { taken, hear } = await made([{ ...withFiles, children: files.map(oob) }], { features: [ns.mamExtended] })
  await hear(inRoom('r1', 'what is this?', reply('a1')))
  expect(told(taken)).toEqual([['what is this?', 'a1', [{ ...sixty, ...carried }]]])
})

test('what only the reply says that it quotes brings none', async () => {
  const { taken, hear } = await made([])
  await hear(inRoom('r1', `> ${files[0]}\nwhat is this?`, ...above('gone', `${room}/bo`, `> ${files[0]}\n`)))
  expect(told(taken)).toEqual([
    ['what is this?', 'gone', [{ kind: 'quote', id: 'gone', text: files[0], unproven: true, name: 'bo' }]],
  ])
})

test('the bot’s own words of last week are its own in a quote', async () => {
  const { taken, hear } = await made([{ id: 'a1', by: `${room}/Iris`, text: 'noon', item: own }])
  await hear(inRoom('r1', 'are you sure?', reply('a1')))
  expect(told(taken)).toEqual([['are you sure?', 'a1', [{ ...sixty, sender: own, name: 'Iris', text: 'noon' }]]])
})

test('one whose writer the archive does not show is no proven quote', async () => {
  const { taken, hear } = await made([{ id: 'a1', by: `${room}/bo`, text: 'sixty' }])
  await hear(inRoom('r1', 'why?', reply('a1')))
  expect(told(taken)).toEqual([['why?', 'a1', undefined]])
})

test('an archive that is silent holds a reply up for two seconds, what comes behind it too, and no further reply', async () => {
  const { taken, asked, hear, wait } = await made(kept, { features: [ns.mamExtended], troubles: ['silent'] })
  await hear(inRoom('r1', 'why?', reply('a1')))
  await hear(inRoom('r2', 'hello'))
  const held = [...taken]
  await wait(2_000)
  const late = told(taken)
  await hear(inRoom('r3', 'why?', reply('a1')))
  const askedBy = [...asked]
  await wait(60_000)
  await hear(inRoom('r4', 'why sixty?', reply('a1')))
  expect([held, late, askedBy, asked, told(taken).at(-2), told(taken).at(-1)]).toEqual([
    [],
    [
      ['why?', 'a1', undefined],
      ['hello', undefined, undefined],
    ],
    ['ids a1'],
    ['ids a1', 'ids a1'],
    ['why?', 'a1', undefined],
    ['why sixty?', 'a1', [sixty]],
  ])
})

test('what an archive does not have is asked for once, and one that is busy is asked again by the next reply', async () => {
  const busy = new ChannelError('unavailable', 'the XMPP server did not answer')
  const { taken, asked, hear } = await made(kept, { features: [ns.mamExtended], troubles: [busy] })
  await hear(inRoom('r1', 'one', reply('a1')))
  await hear(inRoom('r2', 'two', reply('a1')))
  await hear(inRoom('r3', 'three', reply('none')))
  await hear(inRoom('r4', 'four', reply('none')))
  expect([asked, told(taken)]).toEqual([
    ['ids a1', 'ids a1', 'ids none'],
    [
      ['one', 'a1', undefined],
      ['two', 'a1', [sixty]],
      ['three', 'none', undefined],
      ['four', 'none', undefined],
    ],
  ])
})

test('a flood of replies to nothing has four questions under way at a time', async () => {
  const troubles = Array.from({ length: 20 }, () => 'silent' as const)
  const { taken, asked, hear, wait } = await made(kept, { features: [ns.mamExtended], troubles })
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (let n = 0; n < 20; n += 1) await hear(inRoom(`r${n}`, `why ${n}?`, reply(`none${n}`)))
  await wait(2_000)
  expect([asked, taken.length]).toEqual([['ids none0', 'ids none1', 'ids none2', 'ids none3'], 20])
})

describe('one to one', () => {
  const alone: Kept[] = [
    { id: 'b1', by: 'ann@localhost/phone', text: 'my train is at six', wireId: 'w1' },
    { id: 'b2', by: `${own}/chime`, text: 'noted', wireId: 'w2' },
  ]
  const said = (...children: Element[]) =>
    xml(
      'message',
      { from: 'ann@localhost/phone', to: own, type: 'chat', id: 'r' },
      xml('body', {}, 'late?'),
      ...children,
    )
  const quote = {
    kind: 'quote',
    id: 'b1',
    sender: 'ann@localhost',
    name: 'ann',
    ts: lastWeek,
    text: 'my train is at six',
  }

  test.each([
    ['what the person called theirs', 'w1', 'ann@localhost', 'b1', [quote]],
    ['the bot’s own', 'w2', undefined, 'w2', [{ ...quote, id: 'w2', sender: own, name: 'iris', text: 'noted' }]],
    ['another’s, says the reply', 'w1', own, 'w1', undefined],
    ['nothing', 'w9', undefined, 'w9', undefined],
  ])('a reply to %s', async (_, id, to, replyTo, parts) => {
    const { taken, hear } = await made(alone)
    await hear(said(reply(id, to)))
    expect(told(taken)).toEqual([['late?', replyTo, parts]])
  })

  test('a reply to what the talk has under the archive’s id is a reply to that, without a quote', async () => {
    const { taken, hear } = await made(alone, { known: 'b1' })
    await hear(said(...above('w1', 'ann@localhost', 'la')))
    expect(told(taken)).toEqual([['te?', 'b1', undefined]])
  })
})
