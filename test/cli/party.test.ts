// A party is the same for the same seed, counts what it should, and its bots rarely answer twice over.
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { makeFigures } from '../../src/cli/party/figures.ts'
import { playParty } from '../../src/cli/party/play.ts'
import type { TraceLine } from '../../src/cli/virtual/trace.ts'
import { loadConfig } from '../../src/config/config.ts'
import { chime } from './chime.ts'

const call = ['party', '--minutes', '60', '--seed', '2']

test('the same seed is the same party, to the last token', async () => {
  const { code, out, err } = await chime([...call, '--json'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toEqual({
    bots: 3,
    people: 4,
    minutes: 60,
    seed: 2,
    pace: 'hint',
    messages: { people: 44, bots: 22 },
    said: { iris: 8, rex: 7, dora: 7 },
    questions: { open: 20, answered: 13, called: 9, calledAnswered: 9 },
    overlaps: { questions: 0, rate: 0 },
    duplicates: 1,
    waits: { median: 17403, longest: 26419 },
    tokens: 59296,
    decisions: 87,
    silent: { relevance: 53, decide: 52, rejudge: 2, addressee: 27, compose: 11 },
    rejudgements: { kept: 0, dropped: 2 },
    longestChain: 1,
  })
})

test('it is told in a few lines', async () => {
  const { code, out, err } = await chime(call)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(stripVTControlCharacters(out).trimEnd().split('\n')).toEqual([
    '3 bots and 4 people, 60 minutes, seed 2',
    '  messages          44 by people, 22 by bots: iris 8, rex 7, dora 7',
    '  open questions    20, answered 13',
    '  overlaps          0 answered by two bots (0.0 %)',
    '  duplicates        1 messages that say what another bot said',
    '  questions to one  9, answered 9',
    '  waits             median 17.4 s, longest 26.4 s',
    '  second thoughts   0 drafts kept, 2 dropped',
    '  silent at         relevance 53, decide 52, rejudge 2, addressee 27, compose 11',
    '  model             87 decisions, 59296 tokens',
    '  longest chain     1 messages of bots in a row',
  ])
})

test.each([
  [['--bots', '7'], '--bots must be from 1 to 6'],
  [['--people', '0'], '--people must be from 1 to 8'],
  [['--minutes', '1441'], '--minutes must be from 1 to 1440'],
])('%j is refused', async (args, message) => {
  expect(await chime(['party', ...args])).toEqual({ code: 1, out: '', err: `chime: ${message}\n` })
})

test('of more than a hundred answered open questions at most one in twenty is answered by two bots (L3)', () => {
  const config = loadConfig({ env: {}, cwd: import.meta.dirname })
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
  const all = seeds.map((seed) => playParty(config, { bots: 3, people: 4, minutes: 120, seed, pace: 'hint' }))
  const answered = all.reduce((sum, { questions }) => sum + questions.answered, 0)
  const overlaps = all.reduce((sum, each) => sum + each.overlaps.questions, 0)
  expect(answered).toBeGreaterThan(100)
  expect(overlaps / answered).toBeLessThanOrEqual(0.05)
})

describe('the figures', () => {
  const send = (at: number, text: string, replyTo?: string): TraceLine => ({
    kind: 'send',
    group: 'web:party',
    turn: 1,
    at,
    text,
    type: 'short',
    ...(replyTo !== undefined && { replyTo }),
  })

  test('count two answers to one question, what was said twice, and the longest chain of bots', () => {
    const figures = makeFigures(['iris', 'rex'])
    figures.spoke({ id: 'q1', at: 0, who: 'Ann', text: 'Which test?', kind: 'open' })
    figures.see(send(1_000, 'I would take the Welch test here.', 'q1'), 'iris')
    figures.see(send(1_200, 'I would take the Welch test here!', 'q1'), 'rex')
    figures.see(send(1_300, 'And plot it first.', 'q1'), 'rex')
    figures.spoke({ id: 'q2', at: 60_000, who: 'Bo', text: 'Rex, is it done?', kind: 'called' })
    figures.see(send(63_000, 'Nearly.', 'q2'), 'rex')
    figures.spoke({ id: 'q3', at: 90_000, who: 'Bo', text: 'Anybody?', kind: 'open' })
    expect(figures.figures()).toEqual({
      messages: { people: 3, bots: 4 },
      said: { iris: 1, rex: 3 },
      questions: { open: 2, answered: 1, called: 1, calledAnswered: 1 },
      overlaps: { questions: 1, rate: 1 },
      duplicates: 1,
      waits: { median: 1_000, longest: 1_000 },
      tokens: 0,
      decisions: 0,
      silent: {},
      rejudgements: { kept: 0, dropped: 0 },
      longestChain: 3,
    })
  })

  test('of a party where nobody spoke are nothing', () => {
    const { overlaps, waits, longestChain } = makeFigures(['iris']).figures()
    expect({ overlaps, waits, longestChain }).toEqual({
      overlaps: { questions: 0, rate: 0 },
      waits: { median: null, longest: null },
      longestChain: 0,
    })
  })
})
