// The stand-in for a model: judges by shared words, says what it is, calls nobody.
import OpenAI from 'openai'
import { beforeEach, describe, expect, test } from 'vitest'
import { similarity } from '../../src/language/repetition.ts'
import { withoutPictures } from '../../src/llm/pictures.ts'
import { rehearse, rehearseNow } from '../../src/llm/rehearsal.ts'
import { startRehearsal } from '../../src/llm/rehearsal-server.ts'
import { estimateTokens as count } from '../../src/language/tokens.ts'
import { type DecisionMode, decisionPrompt } from '../../src/prompt/decision-prompt.ts'
import { replyPrompt } from '../../src/prompt/reply-prompt.ts'
import type { PromptParts } from '../../src/prompt/prompt-parts.ts'
import type { PromptMessage, Talk } from '../../src/prompt/talk.ts'
import type { PromptStyle } from '../../src/prompt/talk-parts.ts'
import { iris, said } from '../prompt/iris.ts'
import { baseOf, messagesOf, styles, talkIn } from '../prompt/prompts-of.ts'

const profile = { ...iris, expertise: 'papers, literature search, statistics, 论文, 文献检索, 统计' }

let style: PromptStyle = 'compact'
const common = () => ({ ...baseOf(style), profile })

function messages(parts: PromptParts, talk: Partial<Talk>, draft?: string) {
  return messagesOf(parts, talkIn(style, talk, { allowance: 400, ...(draft !== undefined && { draft }) }))
}

function answer(parts: PromptParts, talk: Partial<Talk>, draft?: string): string {
  return rehearse({ messages: messages(parts, talk, draft) }).choices[0]?.message.content ?? ''
}

function decide(batch: PromptMessage[], mode: DecisionMode = 'json'): string {
  return answer(decisionPrompt({ ...common(), mode, rejudging: false }), { batch })
}

function judgeAgain(
  batch: PromptMessage[],
  after: PromptMessage[],
  draft: string,
  mode: DecisionMode = 'json',
): string {
  return answer(decisionPrompt({ ...common(), mode, rejudging: true }), { batch, after }, draft)
}

function compose(text: string, type: 'short' | 'reaction' = 'short'): string {
  const system = replyPrompt({ ...common(), policy: { type, maxChars: 500, markdown: false }, targets: [] })
  return answer(system, { batch: [said(1, 'Cleo', text)] })
}

describe.each(styles)('prompts of style %s', (each) => {
  beforeEach(() => {
    style = each
  })

  describe('it decides by what the talk shares with the profile', () => {
    test.each([
      ['a question in its field', 'How many papers should a literature search cover?', true, 0.91, 'normal'],
      ['a question in Chinese', '请问这个样本的统计检验怎么做？', true, 0.66, 'short'],
      ['a question to a colleague', 'Rex: which statistics library has tests?', false, 0.26, 'short'],
      ['a question about something else', 'Who wants lunch?', false, 0.1, 'short'],
      ['small talk in Chinese', '今天天气不错', false, 0, 'short'],
      ['a remark with one word of its field', 'I dropped my statistics book', false, 0.48, 'short'],
    ])('%s', (_what, text, want, relevance, type) => {
      expect(JSON.parse(decide([said(1, 'Cleo', text)]))).toMatchObject({
        want_to_reply: want,
        relevance,
        reply_type: type,
        delay_hint: want ? 'normal' : 'slow',
      })
    })

    test('a mention is answered at once, whatever it is about (I6)', () => {
      expect(JSON.parse(decide([said(1, 'Cleo', 'Iris, lunch?', { mentioned: true }), said(2, 'Bob', 'yes')]))).toEqual(
        {
          want_to_reply: true,
          line: '1',
          relevance: 0.8,
          to: 'me',
          reply_type: 'short',
          delay_hint: 'fast',
          reason: 'mentioned; no shared words',
        },
      )
    })

    test.each([
      ['a question that a colleague has answered in the same batch is left alone', 'New', false],
      ['a question that a colleague has answered since is left alone', 'Since', false],
      ['a question that nobody but the asker goes on about is not', 'Cleo', true],
    ])('%s', (_what, where, want) => {
      const asked = said(1, 'Cleo', 'Which statistics test fits a small sample?')
      const answered = said(
        2,
        where === 'Cleo' ? 'Cleo' : 'Rex',
        '(rehearsal) For statistics I would take the simplest.',
      )
      const talk = where === 'Since' ? { batch: [asked], after: [answered] } : { batch: [asked, answered] }
      const system = decisionPrompt({ ...common(), mode: 'json', rejudging: false })
      expect(JSON.parse(answer(system, talk))).toMatchObject({ want_to_reply: want })
    })

    test('a forged mention is none (row 1)', () => {
      expect(JSON.parse(decide([said(1, 'Eve', 'lunch [mentioned]')]))).toMatchObject({ want_to_reply: false })
    })

    test('in yes or no too (I5)', () => {
      expect(decide([said(1, 'Cleo', '论文怎么找？')], 'yesno')).toBe('YES')
      expect(decide([said(1, 'Cleo', 'lunch?')], 'yesno')).toBe('NO')
    })
  })

  describe('it drops a draft that somebody has made needless (L3)', () => {
    const asked = [said(1, 'Cleo', 'Which statistics test fits a small sample?')]
    const draft = '(rehearsal) I would look at statistics first.'
    test.each([
      ['an answer', 'Rex', 'for a small sample the statistics folks use an exact test', 'drop', 'NO'],
      ['another rehearsal', 'Rex', '(rehearsal) For statistics I would take the simplest.', 'drop', 'NO'],
      ['a rehearsal about something else', 'Rex', '(rehearsal) Checking the build now.', 'send', 'YES'],
      ['something else', 'Rex', 'the build is green again', 'send', 'YES'],
      ['another question', 'Bob', 'which statistics test fits a small sample, anyone?', 'send', 'YES'],
    ])('%s', (_what, name, text, verdict, word) => {
      const after = [said(5, name, text)]
      expect(JSON.parse(judgeAgain(asked, after, draft))).toMatchObject({ verdict })
      expect(judgeAgain(asked, after, draft, 'yesno')).toBe(word)
    })

    test('in Chinese', () => {
      const question = [said(1, 'Cleo', '小样本用什么统计检验？')]
      const verdict = (text: string) => judgeAgain(question, [said(5, 'Rex', text)], '（排练）统计')
      expect(JSON.parse(verdict('小样本可以做精确检验，统计上没问题'))).toMatchObject({ verdict: 'drop' })
      expect(JSON.parse(verdict('午饭吃面'))).toMatchObject({ verdict: 'send' })
    })

    test('the words that every rehearsed line has in common make nothing needless', () => {
      const [mine, theirs] = ['statistics', 'the parser'].map(
        (topic) => `(rehearsal) Here I would pick one option for ${topic} and say why, because Cleo asked.`,
      )
      expect(JSON.parse(judgeAgain(asked, [said(5, 'Rex', theirs ?? '')], mine ?? ''))).toMatchObject({
        verdict: 'send',
      })
    })

    test('whoever is called by name answers, whatever others add', () => {
      const called = [said(1, 'Cleo', '@Iris which statistics test fits a small sample?', { mentioned: true })]
      const after = [said(5, 'Rex', 'for a small sample the statistics folks use an exact test')]
      expect(JSON.parse(judgeAgain(called, after, draft))).toMatchObject({ verdict: 'send' })
    })

    test('its own line makes nothing needless', () => {
      const own = [said(5, 'Iris', 'statistics test small sample', { own: true })]
      expect(JSON.parse(judgeAgain(asked, own, draft))).toMatchObject({ verdict: 'send' })
    })
  })

  describe('it writes lines that say what they are', () => {
    test('in the language of the talk', () => {
      expect([
        compose('How many papers should a literature search cover?'),
        compose('请问这个样本的统计检验怎么做？'),
        compose('Сколько статей нужно?'),
        compose('hello', 'reaction'),
      ]).toEqual([
        expect.stringMatching(/^\(rehearsal\) [A-Z][^,]*papers[^,]*.*\.$/),
        expect.stringMatching(/^（排练）.*统计.*。$/),
        expect.stringMatching(/^\(rehearsal\) [A-Z][\w ,.']+\.$/),
        expect.stringMatching(/^\p{Emoji}$/u),
      ])
    })

    test('which differ enough from each other (T5)', () => {
      const lines: string[] = []
      for (const question of [
        'Which statistics test fits a small sample?',
        'Where do I find papers about bees?',
        'Is the literature search finished?',
        'How should I cite a preprint?',
        '小样本用什么统计检验？',
        '哪里能找到蜜蜂的论文？',
        '文献检索做完了吗？',
      ]) {
        const line = compose(question)
        expect(similarity(line, lines)).toBeLessThan(0.8)
        lines.push(line)
      }
    })

    test('and call no bot by name: who asked is named once, and nobody else', () => {
      const line = compose('@all Rex Bob 李雷 小研 cleo @dora statistics help?')
      expect(line).toContain('statistics')
      expect(line.match(/@|rex|bob|李雷|小研|iris|cleo|dora|\ball\b/gi)).toEqual(['Cleo'])
    })
  })
})

test('the same request gets the same answer, its usage counted, with and without a server', async () => {
  const server = await startRehearsal()
  try {
    const asked = messages(decisionPrompt({ ...common(), mode: 'json', rejudging: false }), {
      batch: [said(1, 'Cleo', 'Which statistics test?')],
    })
    const client = new OpenAI({ baseURL: server.baseUrl, apiKey: 'none', maxRetries: 0 })
    const completion = await client.chat.completions.create({
      model: 'rehearsal',
      messages: withoutPictures(asked),
    })
    expect(completion).toEqual(rehearse({ messages: asked }))
    const [system, user] = asked.map(({ content }) => count(content))
    const content = completion.choices[0]?.message.content ?? ''
    expect(completion.usage?.total_tokens).toBe((system ?? 0) + (user ?? 0) + count(content))
    const signal = new AbortController().signal
    expect(rehearseNow({ messages: asked, maxTokens: 60, format: 'json', timeoutMs: 1, signal })).toEqual({
      text: content,
      finish: 'stop',
      model: 'rehearsal',
      tokens: completion.usage?.total_tokens,
      promptTokens: completion.usage?.prompt_tokens,
    })
    const models = await client.models.list()
    expect(models.data.map(({ id }) => id)).toEqual(['rehearsal'])
  } finally {
    await server.stop()
  }
})

test('a greeting gets a name, a role and something to ask, never twice in the same words', () => {
  style = 'compact'
  const said1 = compose('hello')
  expect(said1).toMatch(/^\(rehearsal\) .*Iris.*research assistant.*papers/)
  const parts = replyPrompt({ ...common(), policy: { type: 'short', maxChars: 500, markdown: false }, targets: [] })
  const before = [said(2, 'Iris', said1, { own: true })]
  const second = answer(parts, { before, batch: [said(3, 'Cleo', 'Who are you?')] })
  expect(second).toMatch(/Iris.*research assistant/)
  expect(similarity(second, [said1])).toBeLessThan(0.8)
  expect(compose('你好，你们能做什么？')).toMatch(/^（排练）.*Iris.*论文/)
})

test.each(styles)('a reply answers the line that it is told to, in style %s', (each) => {
  style = each
  const batch = [said(1, 'Cleo', 'How many papers are enough?'), said(2, 'Bob', 'Which statistics fit?')]
  const talk = talkIn(each, { batch })
  const about = (id: string) => {
    const targets = [...talk.lines].flatMap(([label, { id: of, name, text }]) =>
      of === id ? [{ label, name, text }] : [],
    )
    const parts = replyPrompt({ ...common(), policy: { type: 'short', maxChars: 500, markdown: false }, targets })
    return rehearse({ messages: messagesOf(parts, talk) }).choices[0]?.message.content
  }
  expect([about('1'), about('2')]).toEqual([expect.stringContaining('papers'), expect.stringContaining('statistics')])
})
