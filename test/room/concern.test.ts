// Who of a room's bots a message is for: follow-ups, a person alone with them, questions to whichever.
import { describe, expect, it, test } from 'vitest'
import { makeMentionMatcher } from '../../src/language/mention.ts'
import { makeRelevance } from '../../src/language/relevance.ts'
import type { InboundMessage } from '../../src/channels/channel.ts'
import { readAloud } from './read-aloud.ts'
import { concernOf } from '../../src/room/concern.ts'
import type { Answered } from '../../src/room/conversation.ts'

const bot = (id: string, name: string, expertise: string) => ({
  bot: id,
  ownId: `u-${id}`,
  isNamedIn: makeMentionMatcher({ id, name, aliases: [] }),
  relevanceOf: makeRelevance({ role: '', expertise }),
})
const iris = bot('iris', 'Iris', 'papers, statistics; 论文、统计')
const rex = bot('rex', 'Rex', 'code review, tests; 代码、测试')

function room({ listeners = [iris, rex], members = [] as string[] | 'unknown', answered = [] as Answered[] } = {}) {
  const reader = readAloud({
    roster: () => listeners.map(({ bot: id }) => ({ id, name: id === 'iris' ? 'Iris' : 'Rex' })),
    isBot: (id) => listeners.some((listener) => listener.bot === id),
    authorOf: () => undefined,
    answeredIn: () => answered,
    membersIn: () => (members === 'unknown' ? undefined : new Set(members.map((name) => `u-${name}`))),
  })
  let n = 0
  const message = (sender: string, text: string, rest: Partial<InboundMessage>): InboundMessage => {
    n += 1
    const isBot = listeners.some((listener) => listener.bot === sender)
    return {
      id: `m${n}`,
      group: 'g',
      ts: n * 1_000,
      sender: { id: `u-${sender}`, name: sender, bot: isBot },
      text,
      ...rest,
    }
  }
  return {
    /** For each bot in the order of the configuration, in short. */
    say(sender: string, text: string, rest: Partial<InboundMessage> = {}): string[] {
      const said = message(sender, text, rest)
      const concerns = concernOf(reader.read(said), listeners)
      return listeners.map((listener) => {
        const { mentioned, how, asked, addressedToOther, continuesOtherExchange, toBots } = concerns.get(listener) ?? {
          mentioned: false,
        }
        return mentioned
          ? `${how}`
          : (asked ??
              (toBots
                ? 'toBots'
                : addressedToOther
                  ? 'addressedToOther'
                  : continuesOtherExchange
                    ? 'continuesOtherExchange'
                    : '-'))
      })
    },
  }
}

/** Bob was there a minute ago, so that nobody is alone. */
const company = (options: Parameters<typeof room>[0] = {}) => {
  const made = room({ members: ['Ann', 'Bob'], ...options })
  made.say('Bob', 'good morning', { ts: 500 })
  return made
}

describe('whom a bot has just answered goes on with it', () => {
  const answered = (options: Parameters<typeof room>[0] = {}) => {
    const { say } = company(options)
    say('Ann', 'Iris, which test is right?')
    say('iris', 'Welch.', { replyTo: 'm2', ts: 10_000 })
    return say
  }

  test.each([
    { after: 10_000, read: ['followUp', '-'] },
    { after: 179_000, read: ['followUp', '-'] },
    { after: 600_000, read: ['-', '-'] },
  ])('for three minutes: after $after ms', ({ after, read }) => {
    const say = answered()
    say('Bob', 'lunch?', { ts: 10_000 + after - 1 })
    expect(say('Ann', 'and why not the other one?', { ts: 10_000 + after })).toEqual(
      read[0] === 'followUp' ? ['followUp', 'continuesOtherExchange'] : read,
    )
  })

  it('until she speaks to somebody else, and the thread goes over to the bot that answers next', () => {
    const say = answered()
    expect(say('Ann', 'Rex, does it compile?', { ts: 20_000 })).toEqual(['addressedToOther', 'called'])
    say('rex', 'It does.', { replyTo: 'm4', ts: 25_000 })
    expect(say('Ann', 'and the tests?', { ts: 30_000 })).toEqual(['continuesOtherExchange', 'followUp'])
  })

  it('until somebody else speaks to her, or the talk goes on among others', () => {
    const called = answered()
    called('Bob', 'Ann: are you there?', { ts: 15_000 })
    expect(called('Ann', 'sure, one moment', { ts: 16_000 })[0]).not.toBe('followUp')
    const busy = answered()
    busy('Bob', 'lunch', { ts: 15_000 })
    busy('Cid', 'yes, lunch', { ts: 16_000 })
    expect(busy('Ann', 'what is for lunch?', { ts: 17_000 })[0]).not.toBe('followUp')
  })

  it('but a thanks among others asks nothing', () => {
    expect(answered()('Ann', 'thanks!', { ts: 20_000 })).toEqual(['continuesOtherExchange', 'continuesOtherExchange'])
  })

  it('at once, where nobody else has spoken for five minutes', () => {
    const say = answered()
    expect(say('Ann', 'and why?', { ts: 150_000 })).toEqual(['followUp', 'continuesOtherExchange'])
    say('iris', 'Because.', { replyTo: 'm4', ts: 400_000 })
    expect(say('Ann', 'and why is that?', { ts: 410_000 })).toEqual(['alone', 'continuesOtherExchange'])
  })

  it('also when the reader was started anew since: the charts know whom they answered', () => {
    const { say } = company({ answered: [{ by: 'u-rex', sender: 'u-Ann', at: 5_000 }] })
    expect(say('Ann', 'and the second one?', { ts: 15_000 })).toEqual(['continuesOtherExchange', 'followUp'])
  })
})

describe('a person who is alone with bots speaks to one of them', () => {
  it('to the only one', () => {
    expect(room({ listeners: [iris] }).say('Ann', '你好')).toEqual(['alone'])
  })

  it('to the best suited of several, else to who was not heard for longest', () => {
    const { say } = room()
    expect(say('Ann', 'which statistics for two papers?')).toEqual(['alone', 'addressedToOther'])
    const other = room()
    expect(other.say('Ann', 'who reviews my code?')).toEqual(['addressedToOther', 'alone'])
    const hello = room()
    expect(hello.say('Ann', 'hello')).toEqual(['alone', 'addressedToOther'])
    hello.say('iris', 'Hi, I am Iris.', { ts: 3_000 })
    expect(room().say('Ann', '你们谁会统计？')).toEqual(['alone', 'addressedToOther'])
  })

  it('to the one that answered last, whatever the words are', () => {
    const { say } = room()
    say('Ann', 'who reviews my code?')
    say('rex', 'I do.', { replyTo: 'm1', ts: 2_500 })
    expect(say('Ann', 'and my statistics?')).toEqual(['addressedToOther', 'alone'])
  })

  it('not where another person is known, though silent, or spoke within the day', () => {
    expect(room({ members: ['Ann', 'Bob'] }).say('Ann', 'hello')).toEqual(['-', '-'])
    expect(company().say('Ann', 'hello')).toEqual(['-', '-'])
  })

  it('not where nobody knows who is in the room', () => {
    const { say } = room({ members: 'unknown' })
    expect(say('Ann', 'hello')).toEqual(['-', '-'])
    expect(say('Ann', 'Iris, hello')).toEqual(['called', 'addressedToOther'])
    say('iris', 'Hello, Ann.', { replyTo: 'm2' })
    expect(say('Ann', 'what can you do?')).toEqual(['alone', '-'])
  })
})

it('leaves a message that names a colleague to it, comma or not', () => {
  const { say } = company()
  expect(say('Ann', 'I think Rex knows more about it')).toEqual(['addressedToOther', 'named'])
  expect(say('Ann', 'ask Rex')).toEqual(['addressedToOther', 'named'])
  expect(say('Bob', 'Rex and everybody else: look')).toEqual(['-', 'named'])
})

it('asks every bot where one of them is asked, and is a mention of none', () => {
  expect(company().say('Ann', 'can one of you check this?')).toEqual(['toBots', 'toBots'])
  expect(company({ listeners: [iris] }).say('Ann', 'can one of you check this?')).toEqual(['-'])
})

describe('what follows an answer is told from other talk', () => {
  test('a new question of the other bot’s field is for that bot', () => {
    const { say } = room()
    say('Ann', 'Rex, which tests would you write first?')
    say('rex', 'The ones of the parser, Ann.', { replyTo: 'm1' })
    expect(say('Ann', 'Which statistics fit so few papers?')).toEqual(['alone', 'addressedToOther'])
  })

  test('among people it is open talk, that every bot judges', () => {
    const { say } = company()
    say('Ann', 'Iris, which statistics fit?')
    say('iris', 'A Welch test, Ann.', { replyTo: 'm2', ts: 10_000 })
    expect(say('Ann', 'who has done the code review?', { ts: 20_000 })).toEqual(['-', '-'])
    expect(say('Ann', 'which papers say so?', { ts: 30_000 })).toEqual(['followUp', '-'])
  })

  test('a question that has nothing of either field goes on with who answered', () => {
    const { say } = room()
    say('Ann', 'Rex, which tests would you write first?')
    say('rex', 'The ones of the parser, Ann.', { replyTo: 'm1' })
    expect(say('Ann', 'How long will that take?')).toEqual(['addressedToOther', 'alone'])
  })

  test('small talk is no follow-up any more once somebody else has spoken; a question still is', () => {
    const { say } = company()
    say('Ann', 'Rex, which tests would you write first?')
    say('rex', 'The ones of the parser, Ann.', { replyTo: 'm2' })
    say('Bob', 'the noodles were great today')
    expect(say('Ann', 'never again for me')[1]).toBe('-')
    expect(say('Ann', 'how long will that take?')[1]).toBe('followUp')
  })
})

test('what begins with an @ and a name that nobody knows is for no bot, even from a person alone with them', () => {
  const { say } = room()
  expect(say('Ann', '@Cleo can you look at the parser?')).toEqual(['-', '-'])
  const other = company()
  other.say('Ann', 'Iris, which statistics fit?')
  other.say('iris', 'A Welch test, Ann.', { replyTo: 'm2', ts: 10_000 })
  expect(other.say('Ann', '@Cleo the slides are there', { ts: 12_000 })).toEqual(['-', 'continuesOtherExchange'])
  expect(other.say('Ann', 'with how many samples?', { ts: 14_000 })).toEqual(['followUp', '-'])
})
