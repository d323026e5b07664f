// What the jobs ask in the compact style, and the line that a judgement names (I2, I4, L3).
import { describe, expect, test } from 'vitest'
import { composeRequest } from '../../src/jobs/compose.ts'
import { decideRequest, makeDecide } from '../../src/jobs/decide.ts'
import type { JobDeps } from '../../src/jobs/prompt-talk.ts'
import type { Part } from '../../src/language/parts.ts'
import { colleagues, iris, said } from '../prompt/iris.ts'
import { linesIn } from '../prompt/prompts-of.ts'
import { context, depsWith, scripted, toCompose, toDecide, toRejudge } from './jobs.ts'

const prompt = () => ({ style: 'compact', timeZone: 'Europe/Berlin' }) as const
const talk = () => ({
  before: [said(1, 'Iris', 'a Welch test', { own: true })],
  batch: [
    said(4, 'Ann', 'und welcher Test passt hier?'),
    said(5, 'Iris', 'to what?', { own: true }),
    said(6, 'Bob', '样本太小怎么办？', { mentioned: true }),
  ],
  after: [said(9, 'Rex', 'no idea')],
})
const deps = (text = '', over: Partial<JobDeps> = {}) => depsWith(scripted(text), { prompt, talk, ...over })
const roomy = { maxTokens: 3_000, batch: ['4', '6'] }

describe('a judgement names its line', () => {
  const named = async (line: unknown) => {
    const answer = JSON.stringify({ want_to_reply: true, line, relevance: 0.9, reason: 'asked in its field' })
    const { line: id, reason } = await makeDecide(deps(answer))({ ...toDecide, ...roomy }, context)
    return [id, reason]
  }
  test.each([
    [2, '4'],
    ['4', '6'],
    ['line 4', '6'],
    [5, '9'],
  ])('%j is a message of the talk', async (line, id) => {
    expect(await named(line)).toEqual([id, 'asked in its field'])
  })
  test.each([0, 1, 3, 17, 'none', null])('%j is none, or the bot’s own', async (line) => {
    expect(await named(line)).toEqual([undefined, 'asked in its field'])
  })

  test('none that it has answered, whatever stands new', async () => {
    const answered = () => ({
      before: [
        said(1, 'Ann', 'which test?', { id: 'q' }),
        said(2, 'Iris', 'a Welch test', { own: true, replyTo: 'q' }),
      ],
      batch: [said(4, 'Bob', 'hm')],
      after: [],
    })
    const lineOf = async (talkAround: JobDeps['talk']) => {
      const call = makeDecide(deps('{"want_to_reply":true,"line":1,"relevance":0.9}', { talk: talkAround }))
      return (await call({ ...toDecide, ...roomy, batch: ['4'] }, context)).line
    }
    expect(await lineOf(answered)).toBe(undefined)
    expect(await lineOf(() => ({ ...answered(), before: answered().before.slice(0, 1) }))).toBe('q')
  })

  test('by its id in the style documents', async () => {
    const answer = '{"want_to_reply":true,"line":"6","relevance":0.9}'
    const documents = () => ({ style: 'documents', timeZone: 'UTC' }) as const
    const decision = await makeDecide(deps(answer, { prompt: documents }))({ ...toDecide, ...roomy }, context)
    expect(decision.line).toBe('6')
  })
})

const userOf = (request: ReturnType<typeof decideRequest>) => request.messages[1]?.content.split('\n') ?? []

test('a judgement reads the persona whole, every colleague, and the time of the room', () => {
  const persona = `Warm. ${'Likes figures. '.repeat(150)}Never says no.`
  const crowd = Array.from({ length: 20 }, (_each, n) => ({
    name: `Member ${n}`,
    id: `m${n}`,
    role: 'designer',
    expertise: 'interviews, prototypes, colours, typography, accessibility, design systems and illustration',
  }))
  const asked = decideRequest(
    deps('', { profile: () => ({ ...iris, persona }), roster: () => [...colleagues, ...crowd] }),
    { ...toDecide, ...roomy },
    context,
  )
  const system = asked.messages[0]?.content ?? ''
  expect(system).toContain(persona)
  expect(system.split('\n').filter((line) => /^Member \d+: designer/.test(line))).toHaveLength(20)
  expect(userOf(asked)[0]).toBe('Mon 2 Nov 2026 15:31 Europe/Berlin')
})

describe('a reply', () => {
  const asked = (over: object) => userOf(composeRequest(deps(), { ...toCompose, ...roomy, ...over }, context))
  const orderLine = (over: object) => asked(over).find((line) => line.startsWith('Write your next message.'))

  test('is told which line it answers, whose it is, and its language', () => {
    expect(orderLine({ targets: ['6'] })).toContain('It answers line 4 (Bob), in Chinese.')
    expect(orderLine({ targets: ['4'] })).toContain('It answers line 2 (Ann), in the language of line 2.')
    expect(orderLine({ targets: ['4', '6'] })).toContain(
      'It answers lines 2 (Ann) and 4 (Bob), all of them in one message, in Chinese.',
    )
  })

  test.each([
    ['[sticker: 👍]', { kind: 'sticker', alt: '👍' }],
    ['[voice: 9 s]', { kind: 'voice', seconds: 9 }],
    ['[image: where is the cat.png]', { kind: 'image', name: 'where is the cat.png' }],
  ] as [string, Part][])('to a line without words is in the language of the talk: %s', (text, part) => {
    const batch = [said(5, 'Аня', text, { parts: [part] })]
    const wordless = deps('', { talk: () => ({ before: [], batch, after: [] }) })
    const lines = userOf(composeRequest(wordless, { ...toCompose, ...roomy, targets: ['5'] }, context))
    expect(lines.find((line) => line.startsWith('Write your'))).toContain(
      'It answers line 1 (Аня), in the language of the talk.',
    )
  })

  test('has its prompt written once, for measuring it and for the call', () => {
    let writings = 0
    const situation = {
      ...toCompose.situation,
      get messages_in_5m() {
        writings += 1
        return 7
      },
    }
    expect(asked({ situation, targets: ['6'] }).join('\n')).toContain('In 5 min: 7 messages')
    expect(writings).toBe(1)
  })

  test('sees its own words where it said them, what speaks to it marked, and what may', () => {
    const input = { ...toCompose, ...roomy, addressed: ['4'], asked: ['4'], mentioned: ['6'], targets: ['4'] }
    expect(linesIn(composeRequest(deps(), input, context).messages)).toEqual([
      '1 59s you: a Welch test',
      '2* 56s Ann: und welcher Test passt hier?',
      '3 55s you: to what?',
      '4~ 54s Bob: 样本太小怎么办？',
      '5 51s Rex: no idea',
    ])
  })

  test('to a name in passing may be silence', () => {
    const passing = asked({ mentioned: ['6'], targets: ['6'] })
    expect(passing).toContain(
      'It may not be for you: if it only speaks of you, or to somebody else, the answer is NO_REPLY.',
    )
    expect(asked({ addressed: ['6'], mentioned: ['6'], targets: ['6'] })).not.toEqual(passing)
  })

  test('may take from what the bot remembers', () => {
    const memory = {
      note: () => 'Ann: 60 samples are agreed',
      forgot: () => undefined,
      recall: () => [{ id: 'old', ts: Date.UTC(2026, 10, 1, 8), name: 'Ann', own: false, text: 'sixty it is' }],
    }
    const request = composeRequest(deps('', { memory }), { ...toCompose, ...roomy }, context)
    expect(request.messages[0]?.content).toContain('Noted of this room (data):\n- Ann: 60 samples are agreed')
    expect(userOf(request).slice(1, 3)).toEqual(['Recalled from before:', 'Sun 1 Nov 2026 09:00 Ann: sixty it is'])
  })
})

test('a draft is judged beside the line it answers, in the smallest room that a reservation leaves', () => {
  const long = 'many words about nothing '.repeat(40)
  const crowd = () => ({
    before: [said(0, 'Ann', long)],
    batch: [said(1, 'Bob', 'which test fits?', { id: 'q' }), said(2, 'Ann', long), said(3, 'Ann', long)],
    after: [said(9, 'Rex', 'a t-test'), said(8, 'Cleo', long)],
  })
  const input = { ...toRejudge, maxTokens: 460, targets: ['q'] }
  const lines = userOf(decideRequest(deps('', { talk: crowd }), input, context))
  expect(lines.filter((line) => /Bob: which|^Your draft: A|Rex: a/.test(line))).toHaveLength(3)
})

test('what was said before the draft was asked for is no news to it (L3)', () => {
  const around = () => ({
    before: [],
    batch: [said(1, 'Bob', 'which test fits?', { id: 'q' })],
    after: [said(2, 'Bob', 'for 20 samples'), said(9, 'Rex', 'a t-test')],
  })
  const since = (at: number) => {
    const draft = { text: 'A Welch test.', at: said(4, '', '').ts, askedAt: said(at, '', '').ts }
    const lines = userOf(decideRequest(deps('', { talk: around }), { ...toRejudge, draft, targets: ['q'] }, context))
    return lines.slice(lines.indexOf('Your draft: A Welch test.')).filter((line) => /samples|a t-test/.test(line))
  }
  expect(since(3).map((line) => line.split(': ')[1])).toEqual(['a t-test'])
  expect(since(1).map((line) => line.split(': ')[1])).toEqual(['for 20 samples', 'a t-test'])
  // Where nothing is news all of it is: a draft is judged because somebody spoke.
  expect(since(9).map((line) => line.split(': ')[1])).toEqual(['for 20 samples', 'a t-test'])
})
