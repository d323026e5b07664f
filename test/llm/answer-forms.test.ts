// The forms in which models, strong and weak, answer a judgement: each is read as it was meant, or not at all.
import { describe, expect, test } from 'vitest'
import { parseDecision, type ParsedDecision, parseVerdict } from '../../src/llm/parse-decision.ts'

const plain: ParsedDecision = { want: true, reason: '', type: 'short', hint: 'normal' }
const full: ParsedDecision = {
  want: true,
  line: '5',
  relevance: 0.9,
  to: 'me',
  type: 'normal',
  hint: 'fast',
  reason: 'asked me',
}
const no: ParsedDecision = { ...plain, want: false }
const json =
  '{"want_to_reply":true,"line":5,"relevance":0.9,"to":"me","reply_type":"normal","delay_hint":"fast","reason":"asked me"}'
const form =
  '{"want_to_reply":true,"relevance":0.1,"to":"me|other|all","reply_type":"reaction|short|normal|long","delay_hint":"fast|normal|slow"}'
const schema =
  '{"type":"object","properties":{"want_to_reply":{"type":"boolean"},"to":{"enum":["me","other","all"]}},"required":["want_to_reply"]}'

/** What stands around the object. */
const places: [string, string, ParsedDecision][] = [
  ['nothing', json, full],
  ['a fence', `\`\`\`json\n${json}\n\`\`\``, full],
  ['a fence that does not end', `\`\`\`json\n${json}`, full],
  ['prose on both sides', `Here is my judgement:\n\n${json}\n\nI hope that helps!`, full],
  ['Chinese prose', `好的，我的判断如下：${json}。`, full],
  ['braces in the prose', `Of {Ann, Bob} I think {maybe}: ${json}`, full],
  ['a brace that never ends', `{ hm, let me see. ${json}`, full],
  ['the form of the question', `The form is ${form}. So: ${json}`, full],
  ['the form, answered by no', `${form}\n{"want_to_reply":false}`, no],
  ['the schema', `${schema}\n${json}`, full],
  ['a first guess', `{"want_to_reply":false,"relevance":0.2} No wait, I am named. ${json}`, full],
  ['a first guess of the other kind', `${json}\nOn reflection nobody asked:\n{"want_to_reply": false}`, no],
  ['another object', `{"decision":{"want_to_reply":true,"relevance":0.9}}`, { ...plain, relevance: 0.9 }],
  ['two others', `{"result":{"answer":{"wantToReply":false}}}`, no],
  ['a guess and a final one', `{"guess":{"want_to_reply":true},"final":{"want_to_reply":false}}`, no],
  ['a list', `[${json}]`, full],
  ['a call of a tool', `{"name":"decide","arguments":{"want_to_reply":false}}`, no],
  ['a call with a text', String.raw`{"name":"decide","arguments":"{\"want_to_reply\":false}"}`, no],
  ['a text', String.raw`"{\"want_to_reply\":true,\"relevance\":0.9}"`, { ...plain, relevance: 0.9 }],
  [
    'a reason that quotes another',
    String.raw`{"want_to_reply":false,"reason":"{\"want_to_reply\":true}?"}`,
    {
      ...no,
      reason: '{"want_to_reply":true}?',
    },
  ],
  [
    'an answer cut within its reason',
    '{"want_to_reply":true,"relevance":0.9,"reason":"Bob asks about th',
    {
      ...plain,
      relevance: 0.9,
      reason: 'Bob asks about th',
    },
  ],
]

/** How it is written. */
const spellings: [string, string, ParsedDecision][] = [
  ['single quotes', "{'want_to_reply': true, 'to': 'me'}", { ...plain, to: 'me' }],
  ['Python', "{'want_to_reply': True, 'line': None, 'relevance': 0.9}", { ...plain, relevance: 0.9 }],
  ['a trailing comma', '{"want_to_reply":true,"relevance":0.9,}', { ...plain, relevance: 0.9 }],
  ['a missing comma', '{"want_to_reply":true "to":"me"}', { ...plain, to: 'me' }],
  ['keys without quotes', '{want_to_reply: true, to: me}', { ...plain, to: 'me' }],
  ['comments', '{\n  "want_to_reply": true, // named\n  "to": "me"\n}', { ...plain, to: 'me' }],
  ['backslashes', String.raw`{\"want_to_reply\":false}`, no],
  ['curly quotes', '{“want_to_reply”: true, “to”: “me”}', { ...plain, to: 'me' }],
  ['full-width signs', '｛“want_to_reply”：true，“to”：“me”｝', { ...plain, to: 'me' }],
  ['a full-width colon', '{"want_to_reply"：false，"relevance"：0.2}', { ...no, relevance: 0.2 }],
  [
    'Chinese quotes in a repaired reason',
    '{"want_to_reply":True,"reason":"他说“不对”，要改"}',
    {
      ...plain,
      reason: '他说“不对”，要改',
    },
  ],
  ['camelCase', '{"wantToReply":true,"replyType":"long","delayHint":"slow"}', { ...plain, type: 'long', hint: 'slow' }],
  ['PascalCase', '{"WantToReply":true,"ReplyType":"long"}', { ...plain, type: 'long' }],
  ['kebab-case', '{"want-to-reply":false}', no],
  ['spaces', '{"want to reply":true,"delay hint":"fast"}', { ...plain, hint: 'fast' }],
  ['capitals', '{"WANT_TO_REPLY":TRUE,"REPLY_TYPE":"NORMAL"}', { ...plain, type: 'normal' }],
  ['lines without braces', 'want_to_reply: true\nrelevance: 0.9\nto: me', { ...plain, relevance: 0.9, to: 'me' }],
  ['a list of lines', '- **want_to_reply**: no\n- **to**: other', { ...no, to: 'other' }],
]

/** What its values are. */
const values: [string, string, ParsedDecision][] = [
  ...(['"true"', '"True"', '"yes"', '"YES"', 'yes', 'True', '"y"', '"是"', '"是的"', '"要"'] as const).map(
    (wish): [string, string, ParsedDecision] => [`the wish ${wish}`, `{"want_to_reply":${wish}}`, plain],
  ),
  ...(['"false"', '"No"', 'no', 'False', '"否"', '"不"', '"不是"', '"不用"'] as const).map(
    (wish): [string, string, ParsedDecision] => [`the wish ${wish}`, `{"want_to_reply":${wish}}`, no],
  ),
  ...(
    [
      ['"90%"', 0.9],
      ['90%', 0.9],
      ['"0,9"', 0.9],
      ['0,9', 0.9],
      ['".9"', 0.9],
      ['"０．９"', 0.9],
      ['"high"', undefined],
      ['high', undefined],
      ['"高"', undefined],
      ['"9/10"', undefined],
      ['0-1', undefined],
      ['null', undefined],
      ['"about 0.9"', undefined],
    ] as const
  ).map(([relevance, read]): [string, string, ParsedDecision] => [
    `the relevance ${relevance}`,
    `{"want_to_reply":true,"relevance":${relevance},"to":"me"}`,
    { ...plain, to: 'me', ...(read !== undefined && { relevance: read }) },
  ]),
  ...(
    [
      ['5', '5'],
      ['"5"', '5'],
      ['"#5"', '5'],
      ['"line 5"', '5'],
      ['"[5]"', '5'],
      ['"第5行"', '5'],
      ['5.0', '5'],
      ['[5]', '5'],
      ['null', undefined],
      ['"none"', undefined],
      ['0', undefined],
      ['-5', undefined],
      ['5.5', undefined],
      ['"5-7"', undefined],
      ['[5,7]', undefined],
    ] as const
  ).map(([line, read]): [string, string, ParsedDecision] => [
    `the line ${line}`,
    `{"want_to_reply":true,"line":${line}}`,
    { ...plain, ...(read !== undefined && { line: read }) },
  ]),
  [
    'enums in any case',
    '{"want_to_reply":true,"to":" ME ","reply_type":"Normal.","delay_hint":"FAST"}',
    {
      ...plain,
      to: 'me',
      type: 'normal',
      hint: 'fast',
    },
  ],
]

describe.each([
  ['stands beside or within', places],
  ['is spelt with', spellings],
  ['has', values],
])('a decision that %s', (_how, forms) => {
  test.each(forms)('%s', (_what, answer, meant) => {
    expect(parseDecision(answer)).toEqual(meant)
  })
})

describe('a whole answer of one word', () => {
  test.each(['yes', 'YES.', '**Yes**', '"yes"', '是', '是的。', '要', 'True'])('%j is a wish', (answer) => {
    expect(parseDecision(answer)).toEqual(plain)
  })
  test.each(['no', 'No.', '否', '不。', '不用', '“不要”', 'false'])('%j is none', (answer) => {
    expect(parseDecision(answer)).toEqual(no)
  })
})

test.each([
  form,
  schema,
  '{"want_to_reply":true|false,"relevance":0-1,"to":"me|other|all"}',
  '{"want_to_reply":"true/false"}',
  '{"want_to_reply":"<boolean>"}',
  'want_to_reply: true or false',
  'yes or no',
  'yes, if Bob does not',
  '是不是该说',
  '不一定',
  '{"want_to_reply":"maybe"}',
  '{"want_to_reply":null}',
  '{"want_to_reply":{}}',
  '{"want_to_reply":',
  '{"want_to_reply":tr',
  '{}',
  '{{{{',
  '}{',
])('%j is not misread', (answer) => {
  expect(() => parseDecision(answer)).toThrow(expect.objectContaining({ kind: 'unparsable' }))
})

describe('a judgement of a draft is read the same way', () => {
  test.each([
    ['{"verdict":"SEND"}', 'send'],
    ['{"Verdict":"Send","reason":""}', 'send'],
    ["{'verdict': 'shorten',}", 'shorten'],
    ['{“verdict”：“drop”}', 'drop'],
    ['{"decision":{"verdict":"send"}}', 'send'],
    ['{"verdict":"drop"} or send or shorten: {"verdict":"send"}', 'send'],
    ['{"verdict":"send|shorten|drop"} {"verdict":"shorten"}', 'shorten'],
    ['verdict: send', 'send'],
    ['SEND', 'send'],
    ['"Drop."', 'drop'],
  ])('%s', (answer, verdict) => {
    expect(parseVerdict(answer)).toEqual({ verdict, reason: '' })
  })
  test.each(['{"verdict":"send|shorten|drop"}', 'send or drop', '{"verdict":"do not send"}', 'resend'])(
    '%s is none',
    (answer) => {
      expect(() => parseVerdict(answer)).toThrow(expect.objectContaining({ kind: 'unparsable' }))
    },
  )
})

test('hostile answers of a megabyte are read within a quarter of a second', () => {
  const pieces = ['{', '}', '{"', '"', "'", '{}', '{x} ', '{"a":', '｛', '“', '\\', ':', '{"reason":"', 'yes ', '：1,2']
  for (const piece of pieces) {
    const answer = piece.repeat(1_000_000 / piece.length)
    const started = performance.now()
    expect(() => parseDecision(answer)).toThrow(expect.objectContaining({ kind: 'unparsable' }))
    expect(performance.now() - started).toBeLessThan(250)
  }
})
