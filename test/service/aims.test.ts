import { describe, expect, it } from 'vitest'
import { makeMentionMatcher } from '../../machines/rules/mention.ts'
import type { InboundMessage } from '../../src/channels/channel.ts'
import { type Aim, makeAims } from '../../src/service/aims.ts'

const listener = (bot: string, name: string, aliases: string[] = []) => ({
  bot,
  ownId: `u-${bot}`,
  isNamedIn: makeMentionMatcher({ id: bot, name, aliases }),
})
const iris = listener('iris', 'Iris', ['小鸢'])
const nova = listener('nova', 'Nova')
const roster = [
  { id: 'iris', name: 'Iris' },
  { id: 'nova', name: 'Nova' },
  { id: 'cm1', name: 'Cleo Miller' },
]

type Line = [sender: string, text: string, rest?: Partial<InboundMessage>]

/** A group in which Bob and Dan have spoken long ago; lines follow each other by a second. */
function room() {
  const aims = makeAims({ roster: () => roster, authorOf: (_, id) => (id === 'old' ? 'u-iris' : undefined) })
  let n = 0
  const read = (...[sender, text, rest]: Line) => {
    n += 1
    const message = {
      id: `m${n}`,
      group: 'g',
      ts: n * 1_000,
      sender: { id: `u-${sender}`, name: sender, bot: false },
      text,
    }
    return aims.read({ ...message, ...rest })
  }
  for (const sender of ['Bob', 'Dan', 'will']) read(sender, 'good morning', { ts: -1_000_000 })
  return { read, say: (...line: Line) => read(...line)(iris) }
}

const nothing: Aim = { mentioned: false }
const elsewhere: Aim = { mentioned: false, elsewhere: true }
const by = (how: Aim['how']) => ({ mentioned: true, how })
const to = (...names: string[]) => ({ mentions: names.map((name) => ({ id: `u-${name}`, name })) })

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
  ])('%s: %s', (...line) => {
    expect(room().say(...line)).toEqual(elsewhere)
  })

  it('for every bot but the one it addresses', () => {
    const { read } = room()
    const aim = read('Ann', 'Nova, look')
    expect([aim(iris), aim(nova)]).toEqual([elsewhere, by('called')])
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
    expect(room().read('Ann', 'Cleo, look')(cleo)).toEqual(nothing)
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

describe('what goes on from an earlier message', () => {
  it('is aimed elsewhere for a minute, unless it asks all', () => {
    const { say } = room()
    say('Ann', 'Bob: look', { ts: 0 })
    expect(say('Ann', 'it is odd', { ts: 30_000 })).toEqual(elsewhere)
    expect(say('Ann', 'does anybody know why?', { ts: 40_000 })).toEqual(nothing)
    say('Ann', 'Bob: look', { ts: 100_000 })
    expect(say('Ann', 'it is odd', { ts: 150_000 })).toEqual(elsewhere)
    expect(say('Ann', 'it is odd', { ts: 160_001 })).toEqual(nothing)
  })

  it('is aimed at the bot when the bot was addressed', () => {
    const { read } = room()
    read('Ann', '小鸢，看')(iris)
    const next = read('Ann', 'it is odd')
    expect([next(iris), next(nova)]).toEqual([nothing, elsewhere])
  })

  it('gives way to a call of another', () => {
    const { say } = room()
    say('Ann', 'Iris, look')
    expect(say('Ann', 'Bob: and you?')).toEqual(elsewhere)
    expect(say('Ann', 'it is odd')).toEqual(elsewhere)
  })

  it('is an answer to whoever called its sender', () => {
    const { say } = room()
    say('Ann', 'Bob: look')
    expect(say('Bob', 'yes, I see')).toEqual(elsewhere)
    say('iris', 'Dan, what is it?')
    expect(say('Dan', 'a bird')).toEqual(nothing)
  })
})

it('follows a roster that changes', () => {
  let members = roster
  const aims = makeAims({ roster: () => members, authorOf: () => undefined })
  const ask = (id: string) => {
    const sender = { id: `u-${id}`, name: `Ann ${id}`, bot: false }
    return aims.read({ id, group: 'g', ts: 0, sender, text: 'Zoe: look' })(iris)
  }
  expect(ask('1')).toEqual(nothing)
  members = [...roster, { id: 'zoe', name: 'Zoe' }]
  expect(ask('2')).toEqual(elsewhere)
})
