// A party is the same for the same seed, counts what it should, and its bots rarely answer twice over.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeFigures } from '../../src/lab/party/figures.ts'
import { type Played, playParty } from '../../src/lab/party/play.ts'
import { type Summary, summaryText } from '../../src/lab/party/tell.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import { chime } from './chime.ts'
import { folder } from '../world/folders.ts'

const call = ['party', '--minutes', '30', '--json']

test('the same seed is the same party, to the last token; another seed is another one', async () => {
  const [first, again, other] = await Promise.all([
    chime([...call, '--seed', '2']),
    chime([...call, '--seed', '2']),
    chime([...call, '--seed', '3']),
  ])
  expect(again).toEqual(first)
  expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: '' })
  const summary = JSON.parse(first.out) as Summary
  expect(summary).toMatchObject({
    channel: 'virtual',
    bots: 3,
    people: 4,
    rooms: 1,
    minutes: 30,
    seed: 2,
    pace: 'hint',
    processes: 1,
    time: 'virtual',
    speed: null,
    model: 'rehearsal',
    interrupted: false,
  })
  expect(other.out).not.toEqual(first.out.replace('"seed":2', '"seed":3'))
  expect(summary.messages.bots).toBe(Object.values(summary.said).reduce((sum, count) => sum + count))
})

describe('a summary', () => {
  const summary: Summary = {
    channel: 'xmpp',
    bots: 3,
    people: 4,
    rooms: 20,
    minutes: 6,
    seed: 2,
    pace: 'colleague',
    processes: 2,
    time: 'real',
    speed: 1,
    model: 'rehearsal',
    interrupted: false,
    messages: { people: 44, bots: 22 },
    said: { iris: 8, rex: 7, dora: 7 },
    questions: { open: 20, answered: 19, called: 9, calledAnswered: 9, calledAlone: 8 },
    suited: { of: 19, bySuited: 18 },
    overlaps: { questions: 1, rate: 0.0526 },
    duplicates: 1,
    waits: { median: 17_403, longest: 26_419 },
    tokens: 59_296,
    calls: 110,
    decisions: 87,
    silent: { relevance: 53, decide: 52 },
    rejudgements: { kept: 1, dropped: 2 },
    longestChain: 2,
    leftAlone: { messages: 7, silent: true, woken: true },
  }
  const lines = (over: Partial<Summary> = {}): string[] =>
    stripVTControlCharacters(summaryText({ ...summary, ...over }))
      .trimEnd()
      .split('\n')

  test('is told in a few lines', () => {
    expect(lines()).toEqual([
      '3 bots and 4 people, 20 rooms, 6 minutes, seed 2, pace colleague',
      '  played            channel xmpp, 2 processes of bots, in real time',
      '  messages          44 by people, 22 by bots: iris 8, rex 7, dora 7',
      '  open questions    20, answered 19',
      '  suited            18 of 19 first answers by a bot whose field it is',
      '  overlaps          1 answered by two bots (5.3 %)',
      '  duplicates        1 messages that say what another bot said',
      '  questions to one  9, answered 9, by nobody else 8',
      '  waits             median 17.4 s, longest 26.4 s',
      '  second thoughts   1 drafts kept, 2 dropped',
      '  silent at         relevance 53, decide 52',
      '  model             rehearsal, 110 calls (87 decisions), 59296 tokens',
      '  longest chain     2 messages of bots in a row',
      '  left alone        7 messages, then silence; woken: yes',
    ])
  })

  test('says how it was played, and what it did not come to', () => {
    const played = (over: Partial<Summary>) => lines({ rooms: 1, ...over }).at(1)
    expect([
      played({ channel: 'virtual', time: 'virtual', speed: null, processes: 1 }),
      played({ channel: 'web', time: 'accelerated', speed: 20, processes: 1 }),
      played({ interrupted: true }),
      lines({ leftAlone: null }).at(-1),
      lines({ leftAlone: { messages: 30, silent: false, woken: false } }).at(-1),
      lines({ waits: { median: null, longest: null }, silent: {} }).filter((line) => /waits|silent at/.test(line)),
    ]).toEqual([
      '  played            virtual time, no channel, one process',
      "  played            channel web, one process of bots, accelerated 20 times (times below are the party's)",
      '  played            channel xmpp, 2 processes of bots, in real time; ended early: these are the figures so far',
      '  left alone        it did not come to that',
      '  left alone        30 messages, then still talking; woken: no',
      ['  waits             median –, longest –', '  silent at         none'],
    ])
  })
})

test('its trace has every word and every verdict', async () => {
  const path = join(folder(), 'out.jsonl')
  const { out } = await chime(['party', '--minutes', '10', '--json', '--trace', path])
  const { messages, leftAlone, silent } = JSON.parse(out) as Awaited<ReturnType<typeof playParty>>
  const lines = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; room?: string; gate?: string; outcome?: string })
  const count = (kind: string, room: RegExp) =>
    lines.filter((line) => line.kind === kind && room.test(line.room ?? '')).length
  expect({
    people: count('said', /^party/),
    bots: count('send', /^party/),
    porch: [count('said', /^porch/), count('send', /^porch/) > (leftAlone?.messages ?? 0)],
    irrelevant: lines.filter(({ gate, outcome }) => gate === 'relevance' && outcome === 'skip').length,
  }).toEqual({ ...messages, porch: [2, true], irrelevant: silent['relevance'] ?? 0 })
})

test.each([
  [['--bots', '7'], '--bots must be from 1 to 6'],
  [['--people', '0'], '--people must be from 1 to 8'],
  [['--minutes', '1441'], '--minutes must be from 1 to 1440'],
  [['--rooms', '201'], '--rooms must be from 1 to 200'],
  [['--speed', '2'], '--speed needs --channel web or --channel xmpp'],
  [['--processes', '2'], '--processes needs --channel web or --channel xmpp'],
  [['--config', 'a.yaml'], '--config needs --channel web or --channel xmpp'],
  [['--channel', 'web', '--processes', '2'], '--processes needs --channel xmpp: a web room lives in one process'],
  [['--channel', 'xmpp', '--processes', '4'], '--processes must be from 1 to 3'],
  [['--channel', 'web', '--speed', '101'], '--speed must be from 1 to 100'],
  [['--channel', 'xmpp', '--xmpp', 'xmpp://127.0.0.1:9'], '--xmpp and --accounts go together'],
  [['--channel', 'web', '--xmpp', 'xmpp://127.0.0.1:9', '--accounts', 'a'], '--xmpp needs --channel xmpp'],
])('%j is refused', async (args, message) => {
  expect(await chime(['party', ...args])).toEqual({ code: 1, out: '', err: `chime: ${message}\n` })
})

test('without Prosody it says how to get one', async () => {
  expect(await chime(['party', '--channel', 'xmpp'], { env: { PATH: folder() } })).toEqual({
    code: 1,
    out: '',
    err: 'chime: no Prosody on the PATH for --channel xmpp: run `apt-get install prosody` as root, or name a server with --xmpp and --accounts\n',
  })
})

describe('of more than a hundred answered open questions in virtual time', () => {
  const config = loadConfig({ env: {}, cwd: import.meta.dirname })
  const parties: Played[] = []
  beforeAll(async () => {
    for (const seed of [1, 2, 3])
      // oxlint-disable-next-line no-await-in-loop -- one processor
      parties.push(await playParty(config, { bots: 3, people: 4, minutes: 30, seed, pace: 'hint', rooms: 8 }))
  })
  const sum = (figure: (party: Played) => number): number => parties.reduce((all, each) => all + figure(each), 0)
  const answered = (): number => sum(({ questions }) => questions.answered)

  test('nearly all that are asked are answered, nine in ten by a bot whose field it is', () => {
    expect(answered()).toBeGreaterThan(100)
    expect(answered() / sum(({ questions }) => questions.open)).toBeGreaterThanOrEqual(0.9)
    expect(sum(({ suited }) => suited.bySuited) / sum(({ suited }) => suited.of)).toBeGreaterThanOrEqual(0.9)
  })

  test('at most one in twenty is answered by two bots (L3)', () => {
    expect(sum(({ overlaps }) => overlaps.questions) / answered()).toBeLessThanOrEqual(0.05)
    expect(sum(({ rejudgements }) => rejudgements.dropped)).toBeGreaterThan(10)
  })

  test('a bot that is called answers, and nobody else does (M1)', () => {
    const called = sum(({ questions }) => questions.called)
    expect(called).toBeGreaterThan(20)
    expect([sum(({ questions }) => questions.calledAnswered), sum(({ questions }) => questions.calledAlone)]).toEqual([
      called,
      called,
    ])
  })

  test('bots left alone fall silent at the brakes and wake at the next word (X3)', () => {
    expect(parties.map(({ leftAlone }) => leftAlone)).toEqual(
      parties.map(() => ({ messages: expect.any(Number), silent: true, woken: true })),
    )
    for (const { leftAlone, silent } of parties) {
      expect(leftAlone?.messages).toBeGreaterThan(3)
      expect(leftAlone?.messages).toBeLessThanOrEqual(12)
      expect(silent['loop']).toBeGreaterThan(0)
    }
  })
})

describe('the figures', () => {
  const room = 'party-1'

  test('count two answers to one question, what was said twice, and the longest chain of bots', () => {
    const figures = makeFigures(['iris', 'rex'])
    const open = { room, kind: 'open', fits: ['iris'] } as const
    figures.spoke({ ...open, id: 'q1', at: 0, who: 'Ann', text: 'Which test?' })
    figures.answered({ room, bot: 'iris', at: 1_000, text: 'I would take the Welch test here.', replyTo: 'q1' })
    figures.answered({ room, bot: 'rex', at: 1_200, text: 'I would take the Welch test here!', replyTo: 'q1' })
    figures.answered({ room: 'party-2', bot: 'rex', at: 1_250, text: 'Nobody asked.' })
    figures.answered({ room, bot: 'rex', at: 1_300, text: 'And plot it first.', replyTo: 'q1' })
    figures.spoke({ room, kind: 'called', fits: ['rex'], id: 'q2', at: 60_000, who: 'Bo', text: 'Rex, is it done?' })
    figures.answered({ room, bot: 'rex', at: 63_000, text: 'Nearly.', replyTo: 'q2' })
    figures.spoke({ room, kind: 'called', fits: ['rex'], id: 'q3', at: 70_000, who: 'Bo', text: 'Rex, and now?' })
    figures.answered({ room, bot: 'iris', at: 73_000, text: 'He is away.', replyTo: 'q3' })
    figures.answered({ room, bot: 'rex', at: 74_000, text: 'Yes.', replyTo: 'q3' })
    figures.spoke({ ...open, id: 'q4', at: 90_000, who: 'Bo', text: 'Anybody?' })
    figures.spoke({ ...open, id: 'q5', at: 91_000, who: 'Bo', text: 'And the plot?' })
    figures.answered({ room, bot: 'rex', at: 96_000, text: 'On its way.', replyTo: 'q5' })
    figures.judged({ gate: 'decide', outcome: 'skip', tokens: 50 })
    figures.judged({ gate: 'rejudge', outcome: 'drop', tokens: 7 })
    figures.judged({ gate: 'rejudge', outcome: 'send' })
    expect(figures.figures()).toEqual({
      messages: { people: 5, bots: 8 },
      said: { iris: 2, rex: 6 },
      questions: { open: 3, answered: 2, called: 2, calledAnswered: 2, calledAlone: 1 },
      suited: { of: 2, bySuited: 1 },
      overlaps: { questions: 1, rate: 0.5 },
      duplicates: 1,
      waits: { median: 5_000, longest: 5_000 },
      tokens: 57,
      calls: 2,
      decisions: 1,
      silent: { decide: 1, rejudge: 1 },
      rejudgements: { kept: 1, dropped: 1 },
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
