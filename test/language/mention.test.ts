import { describe, expect, it, vi } from 'vitest'
import { makeMentionMatcher } from '../../src/language/mention.ts'
import { namesOf } from '../../src/language/names.ts'

const named = (name: string, rest: { id?: string; aliases?: string[] } = {}) => ({
  id: 'x77.example.org',
  name,
  aliases: [],
  ...rest,
})
const mentions = (name: string, text: string) => makeMentionMatcher(named(name))(text) !== undefined

/** Those of the texts that mention the name. */
const among = (name: string, texts: string[]) => texts.filter(makeMentionMatcher(named(name)))

describe('names (M1)', () => {
  it('are name, local part, whole id and aliases, folded, each once', () => {
    const alice = namesOf({ id: 'alice.agentcp.io', name: 'Alice', aliases: ['ALICE', ' 爱丽丝 ', ''] })
    expect(alice).toEqual(['alice', 'alice.agentcp.io', '爱丽丝'].map((text) => ({ text, kind: 'sure' })))
    const reviewer = namesOf({ id: 'ou_1f@chat', name: 'Code \n Reviewer', aliases: [] })
    expect(reviewer.map(({ text }) => text)).toEqual(['code reviewer', 'ou_1f', 'ou_1f@chat'])
  })

  it('are weak when they are everyday words, one character, or signs (M3)', () => {
    const kinds = namesOf({
      id: 'root',
      name: '幻',
      aliases: ['For', '老师', 'люди', 'é', '好', 'K', 'I', '!!', '幻儿'],
    })
    expect(Object.fromEntries(kinds.map(({ text, kind }) => [text, kind]))).toEqual({
      root: 'common',
      for: 'common',
      老师: 'common',
      люди: 'common',
      幻: 'short',
      é: 'short',
      好: 'sign',
      k: 'sign',
      i: 'sign',
      '!!': 'sign',
      幻儿: 'sure',
    })
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

  it('are not those of a nick that goes on with a sign', () => {
    expect(among('Elad', ['elad`: hi', 'elad|, hi', 'elad^: hi', 'elad: hi'])).toEqual(['elad: hi'])
  })

  it('may be written with look-alikes of another script, unless the whole word is in it (bad input 8)', () => {
    const texts = ['Аlice', 'аlісе', 'Αlice', 'ALIСE, look']
    expect(among('Alice', [...texts, 'Жlice', 'аlicия'])).toEqual(texts)
    expect(among('Bob', ['ВОВ', 'вов'])).toEqual([])
    expect(among('Сосо', ['coco', 'сосо'])).toEqual(['сосо'])
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

  it('of one character count with @, as a whole word', () => {
    expect(among('包', ['面包', '包', '@包 你好', '@包子'])).toEqual(['@包 你好'])
  })

  it('end at a sign even where a dictionary joins it to their last character', () => {
    const texts = ['小爱说得对', '请小爱说说', '小爱好吗', '小爱在吗', '听听，小爱会唱歌']
    expect(among('小爱', [...texts, '小爱好漂亮', '我们的小爱好多'])).toEqual(texts)
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

it('compiles a name only when a text first holds it: thousands of bots are up at once', () => {
  const compiled: string[] = []
  class Counted extends RegExp {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags)
      compiled.push(String(pattern))
    }
  }
  vi.stubGlobal('RegExp', Counted)
  try {
    const naming = makeMentionMatcher(named('Zebedee'))
    expect(naming('hello everybody')).toBeUndefined()
    expect(compiled.filter((pattern) => pattern.includes('zebedee'))).toEqual([])
    expect([naming('Zebedee, come'), naming('Zebedee, go')]).toEqual(['called', 'called'])
    expect(compiled.some((pattern) => pattern.includes('zebedee'))).toBe(true)
  } finally {
    vi.unstubAllGlobals()
  }
})
