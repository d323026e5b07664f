import { describe, expect, it } from 'vitest'
import { makeMentionMatcher } from '../../src/language/mention.ts'

/** What each text does with the name. */
const namings = (name: string, texts: string[]) => {
  const naming = makeMentionMatcher({ id: 'x77.example.org', name, aliases: [] })
  return Object.fromEntries(texts.map((text) => [text, naming(text)]))
}
const all = (texts: string[], naming: 'called' | 'named' | undefined) =>
  Object.fromEntries(texts.map((text) => [text, naming]))

describe('a name is called', () => {
  it.each([
    [
      'Alice',
      [
        'Alice, look',
        'alice: look',
        'Alice?',
        'hey Alice',
        'Hi, Alice!',
        'hi, Alice and all',
        'thanks Alice for that',
        'ok Alice, go on',
        'what do you think, Alice?',
        'That is odd. Alice, is it?',
        'see (@alice)',
        'one line\nAlice - another',
        'Alice can you look?',
        'Alice what is it',
        'thank you, Alice :)',
        'Alice你好',
        'Bob, Alice: one word from each of you',
        'Alice not now please',
        'Alice don’t answer that',
      ],
    ],
    ['Аня', ['Аня, привет', 'привет, Аня!', 'Аня ты где']],
    [
      '小爱',
      [
        '小爱，看',
        '小爱呢',
        '小爱好吗',
        '小爱你说',
        '@小爱 看',
        '你怎么看，小爱？',
        '你好小爱',
        '上吧！小爱！',
        '小爱晚上好',
        '请问小爱在吗',
        '麻烦小爱，看一下',
        '想问一下小爱在不在',
        '小爱先别说话',
      ],
    ],
    ['봉봉', ['봉봉아', '봉봉아, 안녕', '봉봉아 도와줘', '봉봉님 확인 부탁드려요']],
    ['ユキ', ['ユキさん、これ', 'ねえユキ', 'ユキさんはどう思う？', 'ユキさん教えて']],
  ])('%s', (name, texts) => {
    expect(namings(name, texts)).toEqual(all(texts, 'called'))
  })
})

describe('a name is only spoken of', () => {
  it.each([
    [
      'Alice',
      [
        'I asked Alice already',
        "Alice's plan",
        'thanks Alice’s mother',
        'Alice is away',
        'bring Bob, Alice, Tom',
        'our tutor (Alice), and me',
      ],
    ],
    ['小爱', ['问问小爱吧', '我问小爱在吗', '小爱说得对', '我被小爱吓到了', '还有个机器人 Ai（小爱），做审查']],
    ['봉봉', ['봉봉이 뭐라고 했어', '봉봉님 의견이 맞아요', '봉봉님 오셨어요']],
    ['ハル', ['ハルを見て', 'ハル教えてくれた']],
  ])('%s', (name, texts) => {
    expect(namings(name, texts)).toEqual(all(texts, 'named'))
  })
})

describe('a name that is an everyday word counts only when it is called (M3)', () => {
  it.each([
    [
      'For',
      ['For: look', '@for look', 'hey for, look', 'any idea, for?'],
      ['for example', 'what is it for?', 'for(;;)', 'ok for now'],
    ],
    ['root', ['root, look', 'hi root!'], ['log in as root', 'root:x:0:0', 'root access', 'root', 'the root, then']],
    ['Will', ['Will, will you?', 'thanks, Will'], ['I will', 'Will it work?', 'will do.']],
    ['German', ['German: hallo'], ['a German, I guess', 'German keyboards']],
    ['Hope', ['I am off, hope'], ['no hope.', 'no hope, no joy', 'well, hope, that thing', 'so hope you can']],
    ['usual', ['usual, look'], ['as usual', 'the usual stuff']],
    ['老师', ['老师，看', '@老师 看', '谢谢，老师'], ['老师好严格', '我们老师说的', '老师']],
    ['люди', ['люди, привет'], ['люди говорят']],
  ])('%s', (name, calls, others) => {
    expect(namings(name, [...calls, ...others])).toEqual({ ...all(calls, 'called'), ...all(others, undefined) })
  })
})

describe('a name of one character counts only when it is called (M3)', () => {
  it('by signs around it, or by a pronoun that follows', () => {
    const calls = [
      '幻，看',
      '幻:看',
      '幻你太菜了',
      '我都不怕！幻你太菜了！',
      '哟，幻儿',
      '好短啊，幻',
      '上吧！幻！',
      '@幻 看',
    ]
    const others = ['幻的话', '这个幻', '弱受幻', '幻', '幻！', '幻想，是什么', '这个幻，怂了', '梦幻，你好']
    expect(namings('幻', [...calls, ...others])).toEqual({ ...all(calls, 'called'), ...all(others, undefined) })
  })

  it('only with @ where the character is an everyday word', () => {
    const others = ['好，走吧', '好你个头', '我走了，好', '好！好！']
    expect(namings('好', ['@好 看', ...others])).toEqual({ '@好 看': 'called', ...all(others, undefined) })
    expect(namings('K', ['@k look', 'k, fine', 'K: yes'])).toEqual({
      '@k look': 'called',
      ...all(['k, fine', 'K: yes'], undefined),
    })
  })
})

it('a name that is set off by nothing is a call before an order or a question, and after "can you"', () => {
  const calls = [
    'Iris mean or median for salaries?',
    'Iris whats a p value',
    'Iris check this please',
    'can you Iris look at the diff',
    'Iris any paper on sleep?',
  ]
  const others = [
    'Iris said no?',
    'Iris is late, right?',
    'Iris’s idea, was it?',
    'Iris looks busy',
    'should we ask Iris first?',
  ]
  expect(namings('Iris', [...calls, ...others])).toEqual({ ...all(calls, 'called'), ...all(others, 'named') })
  expect(namings('小审', ['小审记一下周五评审', '小审帮看看', '小审说可以'])).toEqual({
    小审记一下周五评审: 'called',
    小审帮看看: 'called',
    小审说可以: 'named',
  })
})
