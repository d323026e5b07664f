import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeMentionMatcher, mentionKeywords } from '../../machines/rules/mention.ts'

const named = (name: string, rest: { id?: string; aliases?: string[] } = {}) => ({
  id: 'x77.example.org',
  name,
  aliases: [],
  ...rest,
})
const mentions = (name: string, text: string) => makeMentionMatcher(named(name))(text)

/** Those of the texts that mention the name. */
const among = (name: string, texts: string[]) => texts.filter(makeMentionMatcher(named(name)))

describe('keywords (M1)', () => {
  it('are name, local part, whole id and aliases, folded, each once', () => {
    expect(mentionKeywords({ id: 'alice.agentcp.io', name: 'Alice', aliases: ['ALICE', ' 爱丽丝 ', ''] })).toEqual([
      'alice',
      'alice.agentcp.io',
      '爱丽丝',
    ])
    expect(mentionKeywords({ id: 'ou_1f@chat', name: 'Code \n Reviewer', aliases: [] })).toEqual([
      'code reviewer',
      'ou_1f',
      'ou_1f@chat',
    ])
  })

  it('of one character or of signs alone carry an @', () => {
    expect(mentionKeywords({ id: 'b2', name: '包', aliases: ['é', '!!', 'e\u0301'] })).toEqual([
      '@包',
      'b2',
      '@é',
      '@!!',
    ])
  })
})

describe('names in scripts with spaces (M2, M3)', () => {
  it('count as whole words in any case and with any punctuation', () => {
    const texts = [
      "Alice's plan",
      'hi Alice, look',
      '@Alice',
      'Alice: look',
      'ask alice.',
      '“ALICE”',
      'Alice...',
      '(alice)',
    ]
    expect(among('Alice', texts)).toEqual(texts)
  })

  it('do not count inside longer words, ids and addresses', () => {
    const texts = ['malice', 'alices', 'alice2', 'alice-bot', 'bot-alice', 'alice_bot', 'alice__bot', 'my_alice']
    expect(among('Alice', [...texts, 'alice.evil.io', 'evil.alice', 'alice@host', 'host@alice', 'alice‐bot'])).toEqual(
      [],
    )
    expect(mentions('Al', 'also, Alabama')).toBe(false)
  })

  it('may touch letters of scripts without spaces', () => {
    const texts = ['Alice你好', '请Alice看', 'Alice씨', 'Aliceさん']
    expect(among('Alice', texts)).toEqual(texts)
  })

  it('may be emphasised, called in a chain and called by several', () => {
    const texts = ['**Alice** look', '_Alice_ look', '@Bob@Alice look', '@Alice@Bob look', 'Alice/Bob?', 'Bob，Alice']
    expect(among('Alice', texts)).toEqual(texts)
  })

  it('keep their accents, in either way of writing them (M4)', () => {
    expect(among('José', ['jose', 'JOSÉ', 'Jose\u0301'])).toEqual(['JOSÉ', 'Jose\u0301'])
    expect(among('Jose', ['José', 'Jose\u0301', 'Jose'])).toEqual(['Jose'])
  })

  it('work in Cyrillic and Greek, with ß and both sigmas', () => {
    expect(among('Аня', ['аня, привет', 'Таня', 'АНЯ!'])).toEqual(['аня, привет', 'АНЯ!'])
    expect(among('Νίκος', ['νίκος', 'ΝΊΚΟΣ:έλα', 'Νίκοσ'])).toEqual(['νίκος', 'ΝΊΚΟΣ:έλα', 'Νίκοσ'])
    expect(among('Voß', ['VOSS', 'voß'])).toEqual(['VOSS', 'voß'])
  })

  it('take signs literally (bad input 12)', () => {
    expect(among('C++', ['ask C++', 'ccc', 'xC++'])).toEqual(['ask C++'])
    expect(among('foo.bar', ['foo.bar', 'fooxbar'])).toEqual(['foo.bar'])
    expect(among('a*b', ['a*b!', 'aab'])).toEqual(['a*b!'])
    expect(among('$x', ['$x', 'x', 'a$x'])).toEqual(['$x'])
    expect(among('(.*)[a-z]\\/-^{', ['hello', '(.*)[a-z]\\/-^{'])).toEqual(['(.*)[a-z]\\/-^{'])
  })

  it('allow any white space between their words', () => {
    expect(among('Code Reviewer', ['code \n reviewer?', 'CodeReviewer', 'code reviewers'])).toEqual([
      'code \n reviewer?',
    ])
  })

  it('match a whole id whole', () => {
    const isAlice = makeMentionMatcher(named('A1', { id: 'alice.agentcp.io' }))
    const yes = ['请@alice.agentcp.io看', 'ask alice.agentcp.io.', 'alice.agentcp.io?']
    const no = ['x.alice.agentcp.io', 'alice.agentcp.io.evil', 'https://alice.agentcp.io/', 'bob@alice.agentcp.io']
    expect([...yes, ...no].filter(isAlice)).toEqual(yes)
    const isMail = makeMentionMatcher(named('A1', { id: 'alice@agentcp.io' }))
    expect(['ask alice@agentcp.io.', 'alice@evil.io', 'alice@agentcp.io.evil'].filter(isMail)).toEqual([
      'ask alice@agentcp.io.',
    ])
  })
})

describe('names in scripts without spaces (M3)', () => {
  it.each([
    ['苏苏', '问问苏苏吧'],
    ['苏苏', '苏苏你好'],
    ['苏苏', '你好苏苏'],
    ['小爱', '小爱呢'],
    ['小爱', '让小爱来'],
    ['冷幻', '冷幻你好'],
    ['幻儿', '哟，幻儿'],
    ['ユキ', 'ユキちゃん'],
    ['ﾕｷ', 'ユキさん'],
    ['さくら', 'さくらさん'],
    ['봉봉', '봉봉아'],
    ['มานี', 'สวัสดีมานีครับ'],
    ['A酱', '请A酱来'],
    ['小爱2号', '问小爱2号吧'],
  ])('%s is named in %s', (name, text) => {
    expect(mentions(name, text)).toBe(true)
  })

  it.each([
    ['苏苏', '紫苏苏叶'],
    ['小爱', '小爱好'],
    ['小白', '小白菜'],
    ['阿里', '找阿里巴巴'],
    ['文心', '论文心得'],
    ['ナナ', 'バナナ'],
    ['ชา', 'ชาวนา'],
    ['A酱', 'AA酱'],
    ['A酱', 'A酱油'],
  ])('%s is not named in %s', (name, text) => {
    expect(mentions(name, text)).toBe(false)
  })

  it('count later in a text when the first hit cuts a word', () => {
    expect(mentions('苏苏', '紫苏苏叶不错，苏苏你说')).toBe(true)
  })

  it('of one character count only with @ and as a whole word', () => {
    expect(among('包', ['面包', '包', '@包 你好', '@包子'])).toEqual(['@包 你好'])
    expect(among('幻', ['幻你好', '@幻你好'])).toEqual(['@幻你好'])
  })
})

describe('what does not count', () => {
  it('is code, quotes, URLs and e-mail addresses (M4)', () => {
    const texts = ['`alice`', '``a ` alice``', '```\nalice\n```', '```js\nalice', '~~~\nalice\n~~~', '> alice: hi\nok']
    const addresses = ['https://x.org/alice?a=alice', 'www.alice.org', 'x.org/alice', 'alice@x.org', 'b.alice@x.org']
    expect(among('Alice', [...texts, ...addresses, '@alice@social.example'])).toEqual([])
    expect(mentions('小爱', 'https://zh.example.org/wiki/小爱 怎么样')).toBe(false)
  })

  it('does not hide a name beside it', () => {
    const texts = [
      '`x` alice',
      '```\nx\n``` alice',
      '> hi\nalice?',
      'https://x.org alice',
      'me@x.org，alice',
      '好~~~ alice',
    ]
    expect(among('Alice', texts)).toEqual(texts)
  })

  it('is a marker typed by a user (bad input 1) or a name beyond the first 4 000 characters (13)', () => {
    expect(mentions('Alice', 'hello [mentioned]')).toBe(false)
    expect(mentions('Alice', `${' '.repeat(3_995)}Alice`)).toBe(true)
    expect(mentions('Alice', `${' '.repeat(4_000)}Alice`)).toBe(false)
  })
})

describe('any text', () => {
  it('may hide characters inside a name (bad inputs 9 and 10)', () => {
    const texts = ['Al\u200Bice', 'Al\u202Eice', 'Al\u{E0041}ice', 'A\u00ADlice', 'ＡＬＩＣＥ', '𝐀𝐥𝐢𝐜𝐞', 'Ali\u0007ce']
    expect(among('Alice', texts)).toEqual(texts)
  })

  const unicode = fc.string({ unit: 'binary' })
  const matchers = ['Alice', '苏苏', 'C++', '봉봉', '幻'].map((name) => makeMentionMatcher(named(name)))

  it('never throws, as text or as name (bad input 12)', () => {
    fc.assert(
      fc.property(unicode, unicode, (name, text) => {
        const known = makeMentionMatcher(named(name, { id: text, aliases: [text] }))
        expect([...matchers, known].map((matches) => typeof matches(`${text} ${name}`))).not.toContain('undefined')
      }),
    )
  })

  it('gives the same answer in upper and lower case (M2)', () => {
    const parts = fc.array(
      fc.oneof(fc.constantFrom('Alice', '苏苏', ' ', '.', '@', '-', '`', '_', 'straße', '紫'), unicode),
    )
    fc.assert(
      fc.property(parts, (texts) => {
        const text = texts.join('')
        for (const matches of matchers) {
          expect([matches(text.toUpperCase()), matches(text.toLowerCase())]).toEqual([matches(text), matches(text)])
        }
      }),
    )
  })

  it('names a Latin name no more once letters touch it', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/)
    fc.assert(
      fc.property(word, fc.constantFrom('b', 'é', 'Ж', 'ω', '7'), (name, touching) => {
        expect(among(name, [name, `${touching}${name}${touching}`, `${name}${touching}`])).toEqual([name])
      }),
    )
  })

  it('is read in steady time, however hostile (bad inputs 13 to 15)', () => {
    const texts = ['長'.repeat(20_000), 'a'.repeat(1_000_000), '紫苏苏叶'.repeat(1_000), 'alice-bot '.repeat(400)]
    const deep = [
      `alice-x ${'a.'.repeat(2_000)}`,
      `alice-x ${'` `` '.repeat(800)}`,
      'alice_'.repeat(600),
      '@alice-x'.repeat(500),
    ]
    const found = [...texts, ...deep].map((text) => matchers.some((matches) => matches(text)))
    expect(found).toEqual([...texts, ...deep].map(() => false))
  })
})
