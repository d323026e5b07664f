// Names that are nearly, or hardly, names (rows 8, 9, 11 and 12 of the bad inputs).
// Every way to write a name, one by one: test/language/mention.test.ts.
import { describe, expect, test } from 'vitest'
import { makeMentionMatcher } from '../../src/language/mention.ts'
import { loadYaml, problemsOf } from '../config/load.ts'
import { tempFolders } from '../e2e/running.ts'
import { styles } from '../prompt/prompts-of.ts'
import { hostileRoom, newLines } from './hostile-room.ts'
import { virtualRoom } from './virtual-room.ts'

const folder = tempFolders()

describe('row 8: a look-alike is somebody else', () => {
  test('who posts under a name with a Cyrillic letter has an id of their own, and is no operator', async () => {
    const { visitor, config } = await hostileRoom(folder(), { bot: { operators: ['person:ann'] } })
    await visitor.say('lobby', 'hello', { name: 'Ann' })
    await visitor.say('lobby', 'hello', { name: 'Аnn' })
    const senders = (await visitor.messages('lobby')).map(({ sender }) => sender)
    expect(senders).toEqual(['person:ann', 'person:аnn'])
    expect(senders.map((sender) => config.bots[0]?.operators.includes(sender))).toEqual([true, false])
  })

  test('nor does a look-alike of the bot pass for the bot: its words are a person’s', () => {
    const room = virtualRoom({ names: ['Iris'] })
    room.say(1_000, 'Iris, which papers?', { sender: { id: 'person:irіs', name: 'Irіs', bot: false } })
    expect(room.refs).toMatchObject([{ kind: 'person', sender: 'person:irіs', mentioned: true }])
  })

  test('two bots must not look alike, for whoever is called must be one of them', () => {
    expect(problemsOf('bots: [{ name: Rex }, { name: Rеx, id: rex2 }, { name: Max, aliases: [ｒеx] }]')).toEqual([
      'chime.yaml: bots[1].name: "Rеx" is taken by bots[0]: names, aliases and ids must differ',
      'chime.yaml: bots[2].aliases[0]: "ｒеx" is taken by bots[0]: names, aliases and ids must differ',
    ])
  })
})

describe('row 9: characters of no width inside the bot’s name hide no mention', () => {
  test('whoever types them', () => {
    const hidden = ['\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\u180E', '\u034F']
    const room = virtualRoom()
    for (const [n, sign] of hidden.entries()) room.say(n * 1_000, `I${sign}r${sign}is, which papers?`)
    expect(room.refs.map(({ mentioned }) => mentioned)).toEqual(hidden.map(() => true))
  })

  test.each(styles)('all the way to the reply, in style %s', async (style) => {
    const room = await hostileRoom(folder(), { style })
    const gates = await room.gatesAfter('I\u200Bri\u2060s, which papers?', { id: 'm1' })
    expect([gates[0], gates.at(-1)]).toEqual(['dispatch start: mentioned', 'dispatch end: replied'])
    expect(room.linesRead('compose')).toEqual(
      newLines(style, [{ id: 'm1', text: 'Iris, which papers?', marked: true }]),
    )
  })

  test('nor does a name that was configured with one', () => {
    const [bot] = loadYaml('bots: [{ name: "Ir\\u200Bis", id: i1 }]').bots
    expect(makeMentionMatcher(bot ?? { id: '', name: '', aliases: [] })('Iris, which papers?')).toBe('called')
  })
})

describe('row 11: a name inside a word, an address or code is no mention', () => {
  test('while the same name beside it is', () => {
    const none = [
      'nothing but malice',
      'alice-bot, alice_bot and alice.evil.io',
      'look at https://example.org/alice?by=alice#alice',
      'www.alice.example and alice.example/alice',
      'write to alice@example.org or bob.alice@example.org',
      'type `alice` or\n```\nalice\n```',
      '> alice, come here\nwho said that?',
    ]
    const room = virtualRoom({ names: ['Alice'] })
    for (const [n, text] of [...none, ...none.map((each) => `${each}\nWell, Alice?`)].entries())
      room.say(n * 1_000, text)
    expect(room.refs.map(({ mentioned }) => mentioned)).toEqual([...none.map(() => false), ...none.map(() => true)])
  })
})

describe('row 12: an odd alias is refused with a clear error, or taken literally', () => {
  const wanted = 'expected a name of 1 to 40 characters with at least one letter or digit'

  test.each([
    ['""', '""'],
    ['"  "', '"  "'],
    ['"\\u200B"', '"\u200B"'],
    ['".*"', '".*"'],
    ['"^$"', '"^$"'],
    [`"${'x'.repeat(41)}"`, `"${'x'.repeat(41)}"`],
  ])('%s is refused', (alias, found) => {
    expect(problemsOf(`bots: [{ name: Ada, aliases: [${alias}] }]`)).toEqual([
      `chime.yaml: bots[0].aliases[0]: ${wanted}, found ${found}`,
    ])
  })

  test('signs of regular expressions are letters like others, and cost no time', () => {
    const aliases = ['C++', '(a+)+$', '[a-z]', 'x|y', 'foo.bar', '\\d{2}']
    const { bots, warnings } = loadYaml(`bots: [{ name: Ada, aliases: ${JSON.stringify(aliases)} }]`)
    const matches = makeMentionMatcher(bots[0] ?? { id: '', name: '', aliases: [] })
    const none = ['C', 'CCC', 'aaa', 'a', 'x', 'y', 'q', 'fooxbar', '42', '\\d', `${'a'.repeat(3_999)}!`]
    expect(aliases.filter((alias) => matches(`hey ${alias}, look`))).toEqual(aliases)
    expect(none.filter((text) => matches(`hey ${text}, look`))).toEqual([])
    expect(warnings).toEqual([])
  })

  test('one character is taken with a warning, and is no mention within a word', () => {
    const { bots, warnings } = loadYaml('bots: [{ name: Ada, aliases: [包, x] }]')
    const matches = makeMentionMatcher(bots[0] ?? { id: '', name: '', aliases: [] })
    expect(warnings).toEqual([
      expect.stringContaining('bots[0].aliases[0]: "包" has one character'),
      expect.stringContaining('bots[0].aliases[1]: "x" has one character'),
    ])
    expect(
      ['面包好吃', '包子', 'x = 1', 'the x axis', '@包 你好', '@x look'].map((text) => Boolean(matches(text))),
    ).toEqual([false, false, false, false, true, true])
  })
})
