import { describe, expect, it } from 'vitest'
import type { InboundMessage } from '../../src/channels/channel.ts'
import { type Part, wordsOf } from '../../src/language/parts.ts'
import { readAloud } from './read-aloud.ts'
import { by, addressedToOther, iris, type Line, listener, nothing, nova, room, roster, to } from './reading-room.ts'

describe('a message addresses the bot', () => {
  it('by a structured mention, a reply to it, its name as a call or in a sentence, the surest first', () => {
    const { say } = room()
    expect(say('Ann', 'Iris, look', to('iris'))).toEqual(by('mention'))
    expect(say('Ann', 'Iris, look', { replyTo: 'old' })).toEqual(by('reply'))
    expect(say('Ann', 'look, Iris!')).toEqual(by('called'))
    expect(say('Ann', '问问小鸢吧')).toEqual(by('named'))
  })

  it('by a reply to what it was seen to say', () => {
    const { say } = room()
    expect(say('iris', 'Iris here', { id: 'said' })).toEqual(nothing)
    expect(say('Ann', 'really?', { replyTo: 'said' })).toEqual(by('reply'))
  })

  it('by a quote of its own words that nobody here has heard; one of somebody else is for them', () => {
    const quote = (sender: string): Partial<InboundMessage> => ({
      replyTo: 'ages ago',
      parts: [{ kind: 'quote', id: 'ages ago', sender, name: 'whoever', text: 'Iris, use a Welch test' }],
    })
    const { say } = room()
    expect(say('Ann', 'really?', quote('u-iris'))).toEqual(by('reply'))
    expect(say('Ann', 'really?', quote('u-Bob'))).toEqual(addressedToOther)
    expect(say('Ann', 'really?', { ...quote('u-Bob'), replyTo: 'old' })).toEqual(by('reply'))
  })

  it('not by a quote that nobody vouches for', () => {
    const parts = [
      { kind: 'quote', id: 'made up', sender: 'u-iris', text: 'yours is the key', unproven: true },
    ] as const
    expect(room().say('Ann', 'really?', { replyTo: 'made up', parts })).not.toEqual(by('reply'))
  })

  it('not by a reply to its words that calls somebody else', () => {
    const quote = { kind: 'quote', id: 'old', sender: 'u-iris', name: 'Iris', text: 'a Welch test' } as const
    const { say } = room()
    expect(say('Ann', 'Nova, is that so?', { replyTo: 'old' })).toEqual(addressedToOther)
    expect(say('Ann', 'Nova, is that so?', { replyTo: 'old', parts: [quote] })).toEqual(addressedToOther)
    expect(say('Ann', 'is that so?', { replyTo: 'old', ...to('Bob') })).toEqual(addressedToOther)
    expect(say('Ann', 'Nova, Iris: is that so?', { replyTo: 'old' })).toEqual(by('reply'))
    expect(say('Ann', 'Nova says no, is that so?', { replyTo: 'old' })).toEqual(by('reply'))
    expect(say('Ann', 'Nova, what does Iris mean?', { replyTo: 'old' })).toEqual(by('named'))
  })

  it('not by the name of a file, nor by the words of a card', () => {
    const told = (part: Part): Line => ['Ann', `see ${wordsOf(part)}`, { parts: [part] }]
    const { say } = room()
    expect(say(...told({ kind: 'card', title: 'Iris, Nova: type YES', text: 'Iris, be quiet!' }))).toEqual(nothing)
    expect(say(...told({ kind: 'file', name: 'Iris reply to everyone.txt' }))).toEqual(nothing)
    expect(say(...told({ kind: 'image', name: 'Iris?.png', inline: true }))).toEqual(nothing)
    const card = { kind: 'card', title: 'a vote' } as const
    expect(say('Ann', `Iris, look ${wordsOf(card)}`, { parts: [card] })).toEqual(by('called'))
  })

  it('beside others (M3)', () => {
    const { say } = room()
    expect(say('Ann', 'what does Iris think?', to('Bob'))).toEqual(by('named'))
    expect(say('Ann', 'Bob: and you, Iris?')).toEqual(by('called'))
    expect(say('Ann', 'look', to('Bob', 'iris'))).toEqual(by('mention'))
  })
})

describe('a message is aimed elsewhere', () => {
  it.each<Line>([
    ['Ann', 'look', to('Bob')],
    ['Ann', 'really?', { replyTo: 'm1' }],
    ['Ann', 'Bob: look'],
    ['Ann', '@dan look'],
    ['Ann', 'thanks Bob'],
    ['Ann', 'is it so, Dan?'],
    ['Ann', 'Nova, look'],
    ['Ann', 'Cleo, look'],
    ['Ann', '@will look'],
    ['Ann', 'will: look'],
    ['Ann', 'ノヴァ、cssを教えて'],
  ])('%s: %s', (...line) => {
    expect(room().say(...line)).toEqual(addressedToOther)
  })

  it('for every bot but the one it addresses', () => {
    const { read } = room()
    const reading = read('Ann', 'Nova, look')
    expect([reading.addressingOf(iris), reading.addressingOf(nova)]).toEqual([addressedToOther, by('called')])
  })

  it('not when nobody known is called, or when all are', () => {
    const { say } = room()
    const lines = ['Zoe: look', 'I saw Bob', 'will it work?', 'Bob is away', '@danny look', 'thanks Bobby']
    expect(lines.map((text) => say('Ann', text))).toEqual(lines.map(() => nothing))
    expect(say('Ann', '@all look', to('Bob'))).toEqual(nothing)
    expect(say('Ann', 'hi all, and Bob: look')).toEqual(nothing)
  })

  it('not for a bot whose given name is called', () => {
    const cleo = listener('cm1', 'Cleo Miller')
    expect(room().read('Ann', 'Cleo, look').addressingOf(cleo)).toEqual(nothing)
  })

  it.each([
    ['민수', '민수야 이거 봐'],
    ['민수', '민수님 확인 부탁드려요'],
    ['田中', '田中さんはどう思う？'],
    ['小明', '麻烦小明，看一下'],
  ])('because %s is called by what follows the name: %s', (name, text) => {
    const { say } = room()
    expect(say('Ann', text)).toEqual(nothing)
    say(name, '.')
    expect(say('Ann', text)).toEqual(addressedToOther)
  })

  it.each([
    ['민수', '민수님 의견이 맞아요'],
    ['田中', '田中さんは来ない'],
  ])('not because %s is spoken of: %s', (name, text) => {
    const { say } = room()
    say(name, '.')
    expect(say('Ann', text)).toEqual(nothing)
  })

  it.each<Line>([
    ['Ann', '@Bob thanks! Anyone else: regression?'],
    ['Ann', 'Bob, does anyone know regression?'],
    ['Ann', 'Bob, Dan, others: which regression?'],
    ['Ann', 'Hey Bob and all, look'],
    ['Ann', 'Bob: look. Hi team, look'],
    ['Ann', "Bob: look. Y'all, look"],
    ['Ann', '谢谢Bob，有人知道回归怎么做吗？'],
    ['Ann', 'Bobさん、ありがとう。誰か回帰わかる人いる？'],
    ['Ann', 'Bobさん、みんな、質問です'],
    ['Ann', 'Bob, 안녕! 여러분 질문있어요'],
    ['Ann', 'Bob, привет! Ребята, посмотрите'],
    ['Ann', 'same here, does anyone know a css fix?', { replyTo: 'm1' }],
    ['Ann', 'please look', { mentions: [...to('Bob').mentions, { id: 'all', name: 'all' }] }],
  ])('not when all are asked beside somebody, by %s: %s', (...line) => {
    expect(room().say(...line)).toEqual(nothing)
  })

  it.each<Line>([
    ['Ann', 'Bob: I doubt anyone knows'],
    ['Ann', '谢谢Bob，谁是你老师？'],
    ['Ann', 'Bob, кто это?'],
  ])('for all that %s asks who, or speaks of anyone: %s', (...line) => {
    expect(room().say(...line)).toEqual(addressedToOther)
  })

  it.each(['all', '@_all', 'Everyone', 'here', 'CHANNEL', 'room'])('not by a mention of %s', (id) => {
    const { say } = room()
    const line = { mentions: [{ id, name: 'x' }] }
    expect([say('Ann', 'look', line), say('Ann', 'it is odd')]).toEqual([nothing, nothing])
  })

  it('not by words that are also names: what opens a message, and what people are', () => {
    const { say } = room()
    for (const name of ['question', 'Python', 'Team Lead', 'Dr House', 'Support', 'May'])
      say(name, '.', { ts: -500_000 })
    const lines = [
      'Question: how do I fit it?',
      'Python, what a snake',
      'Dr, look',
      'I pay for this, support?',
      'ok, support: look',
      'see @support',
      'so it is, may?',
    ]
    expect(lines.map((text) => say('Ann', text))).toEqual(lines.map(() => nothing))
    const calls = ['@question look', 'Support, look', '@support look', 'Team Lead, look', 'May: look']
    expect(calls.map((text) => say('Ann', text))).toEqual(calls.map(() => addressedToOther))
  })

  it('not because the sender names itself', () => {
    const { say } = room()
    say('Ann', 'hello')
    expect(say('Ann', 'Ann: is my name')).toEqual(nothing)
  })

  it('not because of what was said in another group', () => {
    expect(room().say('Ann', 'Bob: look', { group: 'h' })).toEqual(nothing)
  })
})

it('follows a roster that changes', () => {
  let members = roster
  const reader = readAloud({ roster: () => members, authorOf: () => undefined })
  const ask = (id: string) => {
    const sender = { id: `u-${id}`, name: `Ann ${id}`, bot: false }
    return reader.read({ id, group: 'g', ts: 0, sender, text: 'Zoe: look' }).addressingOf(iris)
  }
  expect(ask('1')).toEqual(nothing)
  members = [...roster, { id: 'zoe', name: 'Zoe', aliases: [] }]
  expect(ask('2')).toEqual(addressedToOther)
})

it('knows a bot by its aliases even where a table lists it, too', () => {
  const twice = [...roster, { id: 'nova', name: 'Nova of the table' }]
  const reader = readAloud({ roster: () => [...twice], authorOf: () => undefined })
  const sender = { id: 'u-Ann', name: 'Ann', bot: false }
  const message = { id: 'm1', group: 'g', ts: 0, sender, text: 'ノヴァ、見て' }
  expect(reader.read(message).addressingOf(iris)).toEqual(addressedToOther)
})

describe('a reply may have to look at a picture, a file or a recording', () => {
  const file: Part = { kind: 'file', name: 'lease.pdf' }
  const needs = (lines: readonly Line[]) => {
    const { read } = room()
    return lines.map((line) => read(...line).mayNeedAttachments)
  }

  it('that the message carries or speaks of, and that its writer goes on asking about', () => {
    const talk: Line[] = [
      ['Ann', 'my lease came [file: lease.pdf]', { parts: [file] }],
      ['Bob', 'any dogs in it?'],
      ['Ann', 'and what about dogs?'],
      ['Ann', 'ok then'],
    ]
    expect(needs(talk)).toEqual([true, false, true, false])
  })

  it('for minutes, and not for longer', () => {
    const asked: Line = ['Ann', 'what does the pdf say of rent?', { ts: 10_000 }]
    expect(needs([asked, ['Ann', 'and of dogs?', { ts: 190_000 }]])).toEqual([true, true])
    expect(needs([asked, ['Ann', 'and of dogs?', { ts: 191_000 }]])).toEqual([true, false])
  })

  it('and not after a quote of words alone', () => {
    const quote: Part = { kind: 'quote', id: 'm1', text: 'good morning' }
    const quoting: Line = ['Ann', 'hm', { replyTo: 'm1', parts: [quote] }]
    expect(needs([quoting, ['Ann', 'and of dogs?']])).toEqual([true, false])
  })
})
