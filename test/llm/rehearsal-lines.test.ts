// What a rehearsed line tells: where a model's answer would stand, and what it would be asked for.
import { describe, expect, test } from 'vitest'
import { rehearse } from '../../src/llm/rehearsal.ts'
import { replyPrompt } from '../../src/prompt/reply-prompt.ts'
import type { PromptMessage } from '../../src/prompt/talk.ts'
import { iris, said } from '../prompt/iris.ts'
import { baseOf, messagesOf, talkIn } from '../prompt/prompts-of.ts'

describe('a line says what kind of answer would stand there, on what, and who asked', () => {
  const profile = { ...iris, expertise: 'papers, literature search, statistics, 论文, 文献检索, 统计' }
  const policy = { type: 'short', maxChars: 500, markdown: false } as const

  const asked = (text: string, name = 'Ann', rest: Partial<PromptMessage> = {}): string => {
    const parts = replyPrompt({ ...baseOf('compact'), profile, policy, targets: [] })
    const talk = talkIn('compact', { batch: [said(1, name, text, rest)] }, { allowance: 400 })
    return rehearse({ messages: messagesOf(parts, talk) }).choices[0]?.message.content ?? ''
  }

  test.each([
    [
      'a wish for something',
      'any papers on sleep?',
      /(?:name two|list the best|where to find) papers on sleep.*Ann .*some\.$/,
    ],
    ['a choice', 'Which statistics fit?', /(?:option for|choices for|something on) statistics.*Ann/],
    ['a way', 'How do we mend these two tests?', /how to mend these two tests, .*Ann/],
    ['a cause', 'Why are the statistics off?', /(?:cause|behind|wrong) .*the statistics.*Ann/],
    ['a figure', 'How many papers are enough?', /(?:figure|rough number|estimate) .*papers.*Ann/],
    [
      'a yes or no',
      'Is the literature search done?',
      /yes or no.*the literature search|the literature search(?:, yes or no| with a yes)/,
    ],
    ['a task', 'Iris, summarize the paper on sleep please', /summarize the paper on sleep.*Ann/],
    ['a sum', 'Iris, 2+2?', /(?:work out|result of) 2\+2, .*Ann/],
    ['a joke', 'Iris, tell me a joke', /(?:joke of one line|something funny).*Ann/],
    ['a follow-up', 'and with unequal variances?', /(?:on|about|with) unequal variances/],
    ['a correction', 'no, I meant naps', /(?:correct my last answer|take that back).*naps/],
    ['a remark', 'The statistics look odd', /(?:one point on|what follows for|what) the statistics.*Ann/],
    ['a bare call', 'Iris?', /(?:ask what is needed|listening).*Ann/],
    ['论文', '谁有睡眠的论文？', /睡眠的论文.*小安|小安.*睡眠的论文/],
    ['别的', '小研，两个小样本用什么？', /“两个小样本”/],
  ])('%s: %s', (_what, text, form) => {
    expect(asked(text, /\p{sc=Han}/u.test(text) ? '小安' : 'Ann')).toMatch(form)
  })

  test('a thanks gets a sign, an "ok" nothing, a good night a sign', () => {
    const sign = expect.stringMatching(/^\p{Emoji}$/u)
    expect(['thanks Iris!', '谢谢小研', 'lol', '好的', 'good night'].map((text) => asked(text))).toEqual([
      sign,
      sign,
      'NO_REPLY',
      'NO_REPLY',
      sign,
    ])
  })

  test('a bot that asked is not named, and neither is a name that would call one', () => {
    const line = 'Which statistics fit?'
    expect(asked(line, 'Kit', { bot: true })).toMatch(/another bot(?: asked| wants to know| can go on)?\.$/)
    expect(asked(line, 'Iris’s friend')).toMatch(/somebody(?: asked| wants to know| can go on)?\.$/)
    expect(asked('(rehearsal) Here I would ask about statistics?', 'Ann')).not.toContain('Ann')
  })

  test('no line holds a gap, whatever is asked', () => {
    const lines = [
      '',
      '?',
      '...',
      'how do I',
      'write',
      'why',
      '2+',
      '“”',
      '为什么',
      '吗',
      '写一首诗',
      'x'.repeat(3_000),
    ]
    for (const text of lines) expect(asked(text)).not.toMatch(/[{}]|undefined|  |“”/)
  })
})
