// What counts as a decision and what does not (I2, I3, row 26).
import { describe, expect, test } from 'vitest'
import { parseDecision, parseVerdict, parseYesNo } from '../../src/llm/parse-decision.ts'

const unparsable = (why: string) =>
  expect.objectContaining({ kind: 'unparsable', message: `the model’s answer cannot be parsed: ${why}` })

const yes = { want: true, reason: '', type: 'short', hint: 'normal' }

describe('a decision', () => {
  const full =
    '{"want_to_reply":true,"reason":"asked","reply_type":"long","delay_hint":"fast","relevance":0.4,"extra":{"a":1}}'
  const asked = { want: true, reason: 'asked', type: 'long', hint: 'fast', relevance: 0.4 }
  test.each([
    ['is read in full', full, asked],
    ['may be fenced', `\`\`\`json\n${full}\n\`\`\``, asked],
    ['may stand in prose with braces of its own', `I {think} so: ${full} {sure}`, asked],
    [
      'may hold braces in its strings',
      '{"want_to_reply":true,"reason":"a } \\" { b"}',
      { ...yes, reason: 'a } " { b' },
    ],
    [
      'gives a reason without the signs that steer a terminal',
      '{"want_to_reply":true,"reason":"\\u001b]0;title\\u0007 asked\\u009b31m\\r\\n\\u202eme"}',
      { ...yes, reason: ']0;title  asked 31m me' },
    ],
    ['needs no more than the wish', '{"want_to_reply":false}', { ...yes, want: false }],
    ['takes the wish as a word', '{"want_to_reply":"True"}', yes],
    ['clamps relevance above', '{"want_to_reply":true,"relevance":7}', { ...yes, relevance: 1 }],
    ['clamps relevance below', '{"want_to_reply":true,"relevance":-1}', { ...yes, relevance: 0 }],
    ['takes relevance as text', '{"want_to_reply":true,"relevance":"0.25"}', { ...yes, relevance: 0.25 }],
    ['tells whom the lines are aimed at', '{"want_to_reply":false,"to":"other"}', { ...yes, want: false, to: 'other' }],
    ['takes that in any case', '{"want_to_reply":true,"to":" Me "}', { ...yes, to: 'me' }],
    ['leaves out an unknown addressee', '{"want_to_reply":true,"to":"everybody"}', yes],
    ['leaves out an addressee that is no text', '{"want_to_reply":true,"to":["me"]}', yes],
    ['takes null for no relevance', '{"want_to_reply":true,"relevance":null}', yes],
    ['replaces an unknown type and hint', '{"want_to_reply":true,"reply_type":"essay","delay_hint":0,"reason":5}', yes],
  ])('%s', (_what, text, expected) => {
    expect(parseDecision(text)).toEqual(expected)
  })

  test.each([
    ['prose', 'I want to reply', 'no JSON object in it'],
    ['a truncated object', '{"want_to_reply":true,"relev', 'no JSON object in it'],
    ['a list', '[true]', 'no JSON object in it'],
    ['blank', '   ', 'no JSON object in it'],
    ['a missing wish', '{"relevance":1}', 'wrong want_to_reply'],
    ['a wish that is a number', '{"want_to_reply":1}', 'wrong want_to_reply'],
    ['a wish that is another word', '{"want_to_reply":"perhaps"}', 'wrong want_to_reply'],
  ])('%s is none', (_what, text, why) => {
    expect(() => parseDecision(text)).toThrow(unparsable(why))
  })

  test('pollutes nothing', () => {
    expect(parseDecision('{"__proto__":{"want":true},"want_to_reply":false}')).toEqual({ ...yes, want: false })
    expect(({} as { want?: boolean }).want).toBeUndefined()
  })

  test('is looked for at the last beginnings of an object, however many there are', () => {
    const wish = '{"want_to_reply":true}'
    expect(parseDecision(`${'{x} '.repeat(5_000)}${wish}`)).toEqual(yes)
    expect(() => parseDecision(`${wish}${'{x} '.repeat(5_000)}`)).toThrow(unparsable('no JSON object in it'))
  })
})

describe('a judgement of a draft (L3)', () => {
  test.each(['send', 'shorten', 'drop'])('%s', (verdict) => {
    expect(parseVerdict(`Sure:\n{"verdict":"${verdict}","reason":"r"}`)).toEqual({ verdict, reason: 'r' })
  })
  test('gives a reason without the signs that steer a terminal', () => {
    const reason = 'said\\u001b[2J already'
    expect(parseVerdict(`{"verdict":"drop","reason":"${reason}"}`)).toEqual({
      verdict: 'drop',
      reason: 'said [2J already',
    })
  })
  test.each(['{"verdict":"maybe"}', '{"verdict":true}', '{"want_to_reply":true}'])('%s is none', (text) => {
    expect(() => parseVerdict(text)).toThrow(unparsable('wrong verdict'))
  })
})

describe('a yes or a no (I5)', () => {
  test.each([
    ['YES', true],
    ['yes.', true],
    ['**Yes**, because', true],
    ['是', true],
    ['是的。', true],
    ['NO', false],
    ['No: yes would be wrong', false],
    ['否', false],
  ])('%s', (text, expected) => {
    expect(parseYesNo(text)).toBe(expected)
  })
  test.each(['', 'maybe yes', 'yesterday', 'not', 'YES/NO', '是否', '不是', 'Y', 'true'])('%j is neither', (text) => {
    expect(() => parseYesNo(text)).toThrow(unparsable('neither yes nor no'))
  })
})
