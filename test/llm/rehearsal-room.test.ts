// The rehearsal as the one who keeps the floor: each line to the one bot whose field it is, and nothing to anybody else.
import { expect, test } from 'vitest'
import { rehearseNow } from '../../src/llm/rehearsal.ts'
import type { PromptMessage } from '../../src/prompt/talk.ts'
import { roomPrompt, type TakenLine } from '../../src/prompt/room-prompt.ts'
import { talkBlock } from '../../src/prompt/talk.ts'
import { estimateTokens } from '../../src/language/tokens.ts'
import { colleagues, iris, quiet, said } from '../prompt/iris.ts'
import { request } from './calls.ts'

const rex = {
  ...iris,
  id: 'rex',
  name: 'Rex',
  aliases: [],
  role: 'code reviewer',
  expertise: 'bugs, tests, statistics of runs',
}

function spoken(batch: PromptMessage[], taken: TakenLine[] = []): unknown {
  const at = Date.UTC(2026, 10, 2, 14, 31)
  const base = {
    bots: [{ profile: iris }, { profile: rex }],
    others: [],
    ties: ['Rex', 'Iris'],
    situation: quiet,
    timeZone: 'UTC',
    at,
    count: estimateTokens,
  }
  const { system, header, footer } = roomPrompt(base, taken)
  const talk = { before: [], batch, after: [] }
  const around = { profile: iris, roster: colleagues, nameOf: ({ name }: Pick<PromptMessage, 'name'>) => name }
  const { text } = talkBlock({
    style: 'compact',
    talk,
    targets: [],
    at,
    timeZone: 'UTC',
    ...around,
    allowance: 400,
    count: estimateTokens,
  })
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: [header, text, footer].join('\n') },
  ]
  return JSON.parse(rehearseNow(request({ messages, format: 'json' })).text)
}

const entry = (bot: string, line: number) => ({
  bot,
  line,
  relevance: expect.any(Number),
  type: 'short',
  hint: 'normal',
})

test('each of two lines goes to the bot of its field', () => {
  const lines = [said(1, 'Ann', 'Are there papers on that?'), said(2, 'Bob', 'And why do the tests fail?')]
  expect(spoken(lines)).toMatchObject({ speak: [entry('Iris', 1), entry('Rex', 2)] })
})

test('of two that fit alike the first of the ties speaks', () => {
  expect(spoken([said(1, 'Ann', 'Which statistics?')])).toMatchObject({ speak: [entry('Rex', 1)] })
})

test.each([
  ['small talk', [said(1, 'Ann', 'Back from lunch.')], []],
  ['a bot’s own words', [said(1, 'Rex', 'Are there papers on that?')], []],
  ['what is being answered', [said(1, 'Ann', 'Are there papers on that?')], [{ label: '1', by: 'Iris' }]],
])('nobody speaks to %s', (_, lines, taken) => {
  expect(spoken(lines, taken)).toMatchObject({ speak: [] })
})
