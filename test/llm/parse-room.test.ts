// The answer of a room's judgement, as models write it: who speaks to which line, and when it is none (I2, I3).
import { describe, expect, test } from 'vitest'
import { parseRoom } from '../../src/llm/parse-room.ts'

const bots = [
  { id: 'iris', name: 'Iris', aliases: ['小研'] },
  { id: 'rex', name: 'Rex', aliases: [] },
]
const rex = { bot: 'rex', line: '5', relevance: 0.9, type: 'normal', hint: 'fast' }

describe('the answer of a room', () => {
  test.each([
    ['as asked', '{"speak":[{"bot":"Rex","line":5,"relevance":0.9,"type":"normal","hint":"fast"}],"reason":"a bug"}'],
    [
      'in a fence, after thoughts',
      'Rex fits.\n```json\n{"speak":[{"bot":"Rex","line":5,"relevance":0.9,"type":"normal","hint":"fast"}],"reason":"a bug"}\n```',
    ],
    [
      'with the keys of a bot’s own judgement',
      "{'speak': [{'bot': 'rex', 'line': 'line 5', 'relevance': '90%', 'reply_type': 'normal', 'delay_hint': 'fast'}], 'reason': 'a bug'}",
    ],
    [
      'of one bot, without a list',
      '{"speak":{"bot":"**Rex**","line":"#5","relevance":0.9,"type":"normal","hint":"fast"},"reason":"a bug"}',
    ],
    [
      'the last of two',
      '{"speak":[]} or rather {"speak":[{"bot":"@Rex","line":[5],"relevance":0.9,"type":"normal","hint":"fast"}],"reason":"a bug"}',
    ],
  ])('is read %s', (_, text) => {
    expect(parseRoom(text, bots)).toEqual({ speak: [rex], reason: 'a bug' })
  })

  test.each([
    ['{"speak":["Rex"]}', [{ bot: 'rex', type: 'short', hint: 'normal' }]],
    ['{"speak":{"Rex":5}}', [{ bot: 'rex', line: '5', type: 'short', hint: 'normal' }]],
    [
      '[{"bot":"小研","line":2},{"bot":"Rex","line":5}]',
      [
        { bot: 'iris', line: '2', type: 'short', hint: 'normal' },
        { bot: 'rex', line: '5', type: 'short', hint: 'normal' },
      ],
    ],
    ['{"speak":[{"bot":"Iris (also 小研)","line":0}]}', [{ bot: 'iris', type: 'short', hint: 'normal' }]],
  ])('may be short: %s', (text, speak) => {
    expect(parseRoom(text, bots)).toEqual({ speak, reason: '' })
  })

  test.each([
    '{"speak":[]}',
    '[]',
    '{"speak":null}',
    '{"speak":"nobody"}',
    '{"speak":["none"]}',
    '{"speak":[{"bot":"none","line":5}]}',
    '{"speak":[{"bot":"Ann","line":5}]}',
    '{"speak":[{"bot":"Rex and Iris","line":5}]}',
  ])('lets nobody speak: %s', (text) => {
    expect(parseRoom(text, bots).speak).toEqual([])
  })

  test.each([
    ['Rex should speak', 'no JSON object in it'],
    ['{"want_to_reply":true,"line":5}', 'wrong speak'],
    ['{"speak":[{"bot":"name","line":5,"type":"reaction|short|normal|long"}]}', 'wrong speak'],
    ['', 'no JSON object in it'],
  ])('is unparsable where it is in doubt: %s', (text, why) => {
    expect(() => parseRoom(text, bots)).toThrow(
      expect.objectContaining({ kind: 'unparsable', message: expect.stringContaining(why) }),
    )
  })
})
