import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mentionable } from '../../../src/channels/feishu/identities.ts'
import { planReply } from '../../../src/channels/feishu/outbound.ts'
import { splitText } from '../../../src/channels/split.ts'

const member = (name: string, openId: string, id = openId): Mentionable => ({ id, name, openId, isBot: false })
const members = [
  member('Bob', 'ou_bob'),
  member('Bob Lee', 'ou_lee'),
  member('苏苏', 'ou_su'),
  member('Twin', 'ou_t1'),
  member('Twin', 'ou_t2'),
  member('Odd', 'cli_x'),
  member('a<b>&"', 'ou_ab'),
]
const textOf = (text: string) =>
  planReply({ key: 'k', type: 'normal', text }, { members })
    .parts.map((part) => part.text)
    .join('|')

test.each([
  ['@Bob look', '<at user_id="ou_bob">Bob</at> look'],
  ['@bob, look', '<at user_id="ou_bob">Bob</at>, look'],
  ['@Bob Lee: yes', '<at user_id="ou_lee">Bob Lee</at>: yes'],
  ['问＠苏苏吧', '问<at user_id="ou_su">苏苏</at>吧'],
  ['Bob knows', 'Bob knows'],
  ['@Bobby @Bob-lee.x', '@Bobby @Bob-lee.x'],
  ['mail joe@Bob now', 'mail joe@Bob now'],
  ['@Twin @Odd @Nobody', '@Twin @Odd @Nobody'],
  ['@a<b>&" hi', '<at user_id="ou_ab">ab</at> hi'],
])('%s rings those whom it mentions, if one alone bears the name (R4)', (text, expected) => {
  expect(textOf(text)).toBe(expected)
})

test.each([
  ['<at user_id="all">everyone</at> hi', 'everyone hi'],
  ['<at user_id="ou_bob"></at>hi', 'hi'],
  ['<AT user_id=all>hi', '＜AT user_id=all>hi'],
  ['< at id=all >x< / at >', 'x'],
  ['<<at x></at>at user_id="all">x</at>', '＜at user_id="all">x＜/at>'],
  ['&lt;at user_id="all"&gt;x', '＜at user_id="all"&gt;x'],
  ['&#60;at user_id="all"&#x3c;/at>', '＜at user_id="all"＜/at>'],
  ['<\u202Eat user_id="all">x', '＜at user_id="all">x'],
  ['@_all and @_user_1', 'all and user_1'],
  ['@_@_all and @_＠_user_1', 'all and user_1'],
  ['<at user_id="all" @Bob', '＜at user_id="all" <at user_id="ou_bob">Bob</at>'],
  ['1 < 2 and a <b> attic', '1 < 2 and a <b> attic'],
])('a tag that the model wrote rings nobody: %s', (text, expected) => {
  expect(textOf(text)).toBe(expected)
})

test('whatever a model writes, only known members are in a tag', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '/',
    'at',
    ' ',
    'user_id="all"',
    '&lt;',
    '@Bob',
    'x',
    '</at>',
    '<at ',
    '@_all',
    '\u200B',
  )
  const tags = (text: string) => [...text.matchAll(/<\s*at\b[^>]*>/gi)].map(([tag]) => tag)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      expect(tags(textOf(pieces.join(''))).filter((tag) => tag !== '<at user_id="ou_bob">')).toEqual([])
    }),
  )
})

test.each([
  ['👍', 'THUMBSUP'],
  ['👍🏽', 'THUMBSUP'],
  ['❤️', 'HEART'],
  ['🤷‍♀️', 'Shrug'],
  ['LOL', 'LOL'],
  ['收到', 'Get'],
  ['thank you', 'THANKS'],
  ['🦥', undefined],
  ['', undefined],
])('the reaction %s is the platform’s own %s (T6)', (text, emoji) => {
  expect(planReply({ key: 'k', type: 'reaction', text }, { members: [] }).reaction).toBe(emoji)
})

test('an emoji in a short reply is said, not put on a message (T6)', () => {
  expect(planReply({ key: 'k', type: 'short', text: '👍' }, { members: [] })).toEqual({
    parts: [{ text: '👍', uuid: expect.any(String) }],
  })
})

test('each part of each reply has an id of its own, the same in every try and at most 50 characters (S5)', () => {
  const text = `${'a'.repeat(3_000)}\n\n${'b'.repeat(3_000)}`
  const plan = () => planReply({ key: 'feishu:oc_1/iris/7', type: 'long', text }, { members: [] })
  const other = planReply({ key: 'feishu:oc_1/iris/8', type: 'long', text }, { members: [] })
  const uuids = [...plan().parts, ...other.parts].map(({ uuid }) => uuid)
  expect(plan()).toEqual(plan())
  expect([new Set(uuids).size, uuids.every((uuid) => /^[\w-]{1,50}$/.test(uuid))]).toEqual([4, true])
})

test('nothing visible leaves no part', () => {
  expect(planReply({ key: 'k', type: 'short', text: ' \u0000\n' }, { members: [] }).parts).toEqual([])
})

test.each([
  ['a paragraph', 'one two.\n\nthree four five', 20, ['one two.', 'three four five']],
  ['a line', 'one two\nthree four five', 20, ['one two', 'three four five']],
  ['a sentence', 'One two. Three four five.', 20, ['One two.', 'Three four five.']],
  ['a word', 'one two three four five', 20, ['one two three four', 'five']],
  ['a grapheme', '👨‍👩‍👧'.repeat(4), 20, ['👨‍👩‍👧'.repeat(2), '👨‍👩‍👧'.repeat(2)]],
  ['before a link', 'see it now https://a.org/b', 20, ['see it now', 'https://a.org/b']],
  [
    'before a mention',
    'one two three <at user_id="ou_b">Bob</at>',
    36,
    ['one two three', '<at user_id="ou_b">Bob</at>'],
  ],
])('a long text is cut at %s', (_, text, most, expected) => {
  expect(splitText(text, most)).toEqual(expected)
})

test('a split loses nothing but white space and keeps every part short', () => {
  const word = fc.constantFrom(
    'word',
    '。',
    '. ',
    '\n',
    '\n\n',
    '好',
    '👍🏽',
    'https://a.io/b ',
    '<at user_id="ou_b">Bob</at>',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const text = words.join('')
      const parts = splitText(text, 60)
      expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      expect(parts.filter((part) => part.length > 60 || part === '')).toEqual([])
    }),
  )
})

test('a reply is cut at the same places whether its members are known or, after a restart, not yet (S5)', () => {
  const text = Array.from({ length: 900 }, (_, n) => `@Bob w${n}`).join(' ')
  const parts = (known: Mentionable[]) =>
    planReply({ key: 'k', type: 'long', text }, { members: known }).parts.map((part) =>
      part.text.replaceAll(/<at [^>]*>([^<]*)<\/at>/g, '@$1'),
    )
  expect(parts(members)).toEqual(parts([]))
})
