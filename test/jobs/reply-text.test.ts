// A raw answer down to the message in it: what strong and weak models write around a reply never reaches the room.
import { describe, expect, test } from 'vitest'
import { makeCompose } from '../../src/jobs/compose.ts'
import type { JobDeps } from '../../src/jobs/prompt-talk.ts'
import { failureOf } from '../llm/calls.ts'
import { said } from '../prompt/iris.ts'
import { context, depsWith, scripted, toCompose } from './jobs.ts'

// Bob asks; Ann and Rex speak beside him.
const compose = (text: string, deps: Partial<JobDeps> = {}, over: Partial<typeof toCompose> = {}) =>
  makeCompose(depsWith(scripted(text), deps))({ ...toCompose, type: 'normal', ...over }, context)
const refused = (message: string) => ({ kind: 'refused', message, tokens: 123 })

describe('the message is taken out of what stands around it', () => {
  test.each([
    'Reply: Welch.',
    'reply： Welch.',
    '**Reply:** Welch.',
    '**Answer**: Welch.',
    'Final answer:\nWelch.',
    'My reply: Welch.',
    "Iris's reply: Welch.",
    'Reply as Iris: Welch.',
    'Response: "Welch."',
    '回复：Welch.',
    '最终回复：Welch.',
    'Ответ: Welch.',
    "Sure! Here's my reply:\n\nWelch.",
    'Here is a possible reply: Welch.',
    '以下是我的回复：\nWelch.',
    '⟦quotes Bob, 14:03: which test?⟧ Welch.',
    '"Welch."',
    '“Welch.”',
    '「Welch.」',
    '«Welch.»',
    'Iris: "Welch."',
    '"Iris: Welch."',
    '{"reply":"Welch."}',
    '{"reply": "Welch.", "reply_type": "short"}',
    "{'text': 'Welch.'}",
    '```json\n{"message":"Welch."}\n```',
    '{"Reply":"Iris: Welch."}',
    '```\nWelch.\n```',
    '```text\nWelch.\n```',
    'Reply: ```\n"Welch."\n```',
    'Welch.\n\n(Note: I kept my reply short, as the prompt wants.)',
    'Welch. (Note: this message is in character.)',
    'Welch.\n\n*Note: I wrote the reply in the language of the room.*',
    'Welch. (1 word)',
    'Welch. [End of reply]',
    'Welch.\n（字数：1）',
    "Welch.\n\nLet me know if you'd like me to adjust the tone!",
    'Okay, the user asks which test to use. I should answer briefly as Iris.\n\nReply: Welch.',
    'Thought: Bob wants a test.\nAnswer: Welch.',
    '**Reasoning:** unequal variances.\n\n**Final answer:** Welch.',
    '好的，用户在问用什么检验。我应该简短回复。\n\n回复：Welch.',
    'Welch.\nAnn: why?',
    'Welch.\nAnn: why?\nIris: Because.',
    'Welch.\n[14:32:10] Ann: why?',
    'Welch.\n7 12s Ann: why?',
    'Welch.\n7* 2m Ann >5: why?',
    'Welch.\n**Rex**: I agree.',
    'Welch.\n李雷：为什么？',
    '> Bob: which test then?\nWelch.',
    'As an AI language model, I cannot run statistics. Welch.',
    '<think>Bob asks.</think>\nReply: "Welch."',
  ])('%j', async (text) => {
    expect((await compose(text)).text).toBe('Welch.')
  })
})

describe('what is no message is silence', () => {
  test.each([
    'Ann: why?',
    '[14:32:10] Ann: why?',
    '8 3s Rex: let me see',
    '李雷：我来看看',
    'Rex (you): I agree.',
    'Bob: which one?',
    'Bob: Iris, I like your work very much.',
  ])("another's line: %j", async (text) => {
    expect(await failureOf(compose(text))).toEqual(refused('the model wrote somebody else’s line instead of a reply'))
  })

  test.each([
    "As an AI language model, I don't have opinions on tests.",
    'As a large language model, I cannot take part in this chat.',
    "I'm sorry, but I can't assist with that.",
    'I’m sorry, but I can’t help with that request.',
    'I cannot assist with that',
    "I can't comply with this request. Is there anything else I can help you with?",
    "I'm sorry, but I can't.",
    "Sorry, I can't do that.",
    'Unfortunately, I am unable to discuss this topic.',
    "I'm an AI language model and cannot have opinions.",
    '作为一个AI语言模型，我无法发表个人看法。',
    '作为人工智能，我没有感情。',
    '抱歉，我无法回答这个问题。',
    '很抱歉，我无法提供帮助。如果您有其他问题，请随时告诉我。',
    '对不起，我不能协助您的请求。',
    '抱歉，我无法协助处理该请求。',
    '很抱歉，我不能帮您处理此类问题。',
    '{"reply":"I\'m sorry, but I can\'t assist with that."}',
    '{"reply":null}',
    '{"reply":""}',
  ])('a refusal: %j', async (text) => {
    expect(await failureOf(compose(text))).toEqual(refused('nothing is left of the reply'))
  })

  test.each([
    'Okay, the user asks which test to use. Since variances differ, Welch it is.',
    'Hmm, so Bob is asking about tests. I should reply with something short. Maybe Welch.',
    'The user wants a test. I need to respond in the persona of Iris, briefly and kindly.',
    'Okay, Bob asks which test. Let me think. There are 20 samples, so maybe Welch.',
    'We need to respond as Iris. The user asks about tests. Welch.',
    'Let me think about my persona first. I should answer briefly.',
    'Thinking: Bob needs a test',
    '好的，用户在问用什么检验，可以说 Welch。',
    '首先，用户问的是检验方法。我需要以小研的身份回复。',
    '用户想知道用什么检验，我应该简短地回答：Welch。',
  ])('thoughts without an end: %j', async (text) => {
    expect(await failureOf(compose(text))).toEqual(refused('the model thought aloud instead of replying'))
  })

  test('the call of a tool', async () => {
    expect(await failureOf(compose('{"name":"send_message","arguments":{"text":"Welch."}}'))).toEqual(
      refused('the model called a tool where none was offered'),
    )
  })
})

test('quotes around the whole go, those within stay', async () => {
  const text = 'Ask me things like "which test?" or "any papers?"'
  expect((await compose(`"${text}"`)).text).toBe(text)
})

describe('talk that looks like it stays', () => {
  test.each([
    "I'm sorry, I don't know.",
    "I'm sorry, but I can't access the server from here.",
    "I can't help with Python, ask Rex.",
    "I can't do Friday.",
    'Sorry, I cannot see the file: it is private.',
    "I'm a bot, yes.",
    '我无法访问那台服务器。',
    '抱歉，我不知道。',
    '对不起，我不能打开这个文件。',
    'The user wants dark mode.',
    'Okay, let me look at the numbers.',
    'I should reply to her mail first.',
    'We need to answer the reviewers by Friday.',
    'Ok, the user table needs an index.',
    'The answer: 42.',
    'Note: it needs 20 samples.',
    'Use "Welch" and not "Student".',
    '"Welch" is better than "Student"',
    'He said “yes” and “no”.',
    '{"a": 1}',
    '{"message":"ok","code":200}',
    '@Ann: can you look?',
    'At 12:30 Ann: that is late.',
    'It is done (note: run it as root).',
    'Votes:\nAnn: 3\nRex: 4',
    'Who does what:\nAnn: the slides\nBob: the talk',
    'Ann: the slides. Bob: the talk, the room.',
    '李雷：幻灯片；Ann：演讲。',
    '用户数涨了两倍。',
    '回复他了吗？',
  ])('%j', async (text) => {
    expect((await compose(text)).text).toBe(text)
  })

  test.each([
    ['Bob: use Welch.', 'use Welch.'],
    ['Bob: use Welch. Which one did you run?', 'use Welch. Which one did you run?'],
    [
      'Bob: what fails? If it is the variance, run a Welch test, which does not need them to be the same.',
      'what fails? If it is the variance, run a Welch test, which does not need them to be the same.',
    ],
  ])('who alone is answered needs no name in front: %j', async (text, bare) => {
    expect((await compose(text)).text).toBe(bare)
  })

  const each = 'Ann: the slides\nRex: the talk'
  test.each([
    ['who does what, Iris?', { answered: { text: each } }],
    ['分工是怎样的？', { answered: { text: each } }],
    ['which test?', refused('the model wrote somebody else’s line instead of a reply')],
  ])('a line for each where it was asked who: %s', async (question, outcome) => {
    const talk = () => ({ before: [said(1, 'Ann', 'hi')], batch: [said(5, 'Bob', question)], after: [] })
    expect(await failureOf(compose(each, { talk }, { asked: ['5'], targets: ['5'] }))).toMatchObject(outcome)
  })

  test('the same words in a room with nobody of that name', async () => {
    const talk = () => ({ before: [], batch: [said(5, 'Cleo', 'why?')], after: [] })
    expect((await compose('Ann: why?', { talk, roster: () => [] })).text).toBe('Ann: why?')
  })
})

describe('a reaction that comes as a sentence', () => {
  test.each([
    ['Glad that it works now, Bob! 🎉', '🎉'],
    ['Thanks, that explains a lot to me.', 'Thanks'],
    ['好的，我马上去看一下这个问题', '好的'],
  ])('%s', async (text, reaction) => {
    expect(await compose(text, {}, { type: 'reaction' })).toMatchObject({ text: reaction, type: 'reaction' })
  })
  test('is not cut to a word that says nothing', async () => {
    expect(await failureOf(compose('Glad to hear that it works for you now.', {}, { type: 'reaction' }))).toEqual(
      refused('nothing is left of the reply'),
    )
  })
})

test('a cut answer ends at a sentence, and not within code', async () => {
  const cut = { finish: 'length' } as const
  const text = 'Use a !== b here. Never a != b, for th'
  expect((await makeCompose(depsWith(scripted(text, cut)))(toCompose, context)).text).toBe('Use a !== b here.')
})

test('hostile answers of great length are cut or refused, and no pattern runs away on them', async () => {
  const pieces = [
    '{',
    '"',
    '“',
    '(note: ',
    'Ann: ',
    'Ann:\n',
    'Reply: ',
    '```',
    '<think>',
    ' ',
    '\n',
    'As an AI ',
    '好的，',
    '> Ann: ',
    '[',
  ]
  for (const piece of pieces) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: a pattern that runs away stops here
    const outcome = await failureOf(compose(piece.repeat(200_000 / piece.length)))
    expect(outcome).toEqual(
      expect.toSatisfy(
        (one: { answered?: { text: string }; kind?: string }) =>
          (one.answered?.text.length ?? Infinity) <= 500 || one.kind === 'refused' || one.kind === 'unparsable',
      ),
    )
  }
})
