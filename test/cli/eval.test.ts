import { describe, expect, test } from 'vitest'
import { castOf } from '../../src/lab/eval/cast.ts'
import { readLabelled } from '../../src/lab/eval/labels.ts'
import { playPart } from '../../src/lab/eval/play.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import { chime } from './chime.ts'
import { byName, evaluated, labelledTalk, talk } from './eval-talk.ts'
import { jsonLines } from './talk.ts'
import { folder } from '../world/folders.ts'

const score = (hits: number, wrong: number, missed: number) => {
  const rate = (part: number, whole: number) => (whole === 0 ? null : Number((part / whole).toFixed(4)))
  const f1 = rate(2 * hits, 2 * hits + wrong + missed)
  return { hits, wrong, missed, precision: rate(hits, hits + wrong), recall: rate(hits, hits + missed), f1 }
}

describe('was the bot addressed', () => {
  test('names, chains and follow-ups are scored apart, on annotated messages of others alone', async () => {
    const { summary, code, err } = await evaluated(['--bot', 'ben', '--decide', 'never'])
    const { bots, pooled, elapsedMs, ...head } = summary as Record<string, Record<string, unknown>[]>
    expect({ code, err, elapsedMs }).toEqual({ code: 0, err: '', elapsedMs: expect.any(Number) })
    expect(head).toEqual({
      file: 'talk.jsonl',
      decide: 'never',
      seed: 1,
      lines: 8,
      duplicates: 0,
      rejected: 0,
      interrupted: false,
      cut: 0,
      model: null,
      everybody: null,
      leftOut: 0,
      baselines: {
        silent: { hits: 0, wrong: 0, missed: 2, precision: null, recall: 0, f1: 0 },
        always: { hits: 2, wrong: 3, missed: 0, precision: 0.4, recall: 1, f1: 0.5714 },
      },
    })
    const [{ bot, detection, byName: plain, byLink, ...figures } = {}] = bots ?? []
    expect({ bot, ...figures }).toEqual({ bot: 'ben', messages: 8, own: 2, labelled: 5, addressed: 2 })
    expect((detection as { byName: unknown }).byName).toEqual({
      found: score(1, 2, 1),
      withinConversation: { hits: 2, wrong: 1, precision: 0.6667 },
      withChain: score(2, 1, 1),
      followUps: score(1, 0, 0),
      withFollowUps: score(2, 2, 0),
    })
    expect(pooled).toEqual({ detection, byName: plain, byLink, ...figures })
  })

  test('every participant is looked for by name, unless bots are asked for', async () => {
    const { summary } = await evaluated([])
    expect(summary['everybody']).toEqual({
      participants: 3,
      addressed: 5,
      named: 2,
      hits: 4,
      ofAddressees: 2,
      ofTalkers: 3,
      precision: 0.5,
      precisionInTalk: 0.75,
      recall: 0.4,
    })
    expect((await evaluated(['--bot', 'ann'])).summary['everybody']).toBeNull()
  })

  test('reply links reach the bot in the second play only, the one to its own message first', async () => {
    const cwd = folder({ 'talk.jsonl': jsonLines([...labelledTalk.slice(0, -1), twoAnswers]) })
    const { lines, hasLinks, hasAnswers } = await readLabelled(`${cwd}/talk.jsonl`)
    expect({ hasLinks, hasAnswers }).toEqual({ hasLinks: true, hasAnswers: true })
    const config = loadConfig({ env: {}, cwd })
    const {
      cast: [part],
    } = castOf(lines, config, { bot: ['ben'], alias: [] })
    if (!part) throw new Error('ben plays')
    const signal = new AbortController().signal
    const playing = { config, part, decide: 'never', seed: 1, signal, played: () => undefined } as const
    const replies = async (links: boolean) =>
      [...(await playPart({ ...playing, links })).refs.values()].map(({ replyTo }) => replyTo)
    expect(await replies(false)).toEqual(Array.from({ length: 8 }, () => undefined))
    expect(await replies(true)).toEqual([undefined, undefined, 'm1', 'm2', 'm3', 'm3', undefined, 'm4'])
  })

  test('without --bot the five who are addressed most play it, bots and unannotated messages apart', async () => {
    const line = (n: number, sender: string, addressee: string[], rest: object = {}) => ({
      id: `n${n}`,
      ts: 1_750_000_000_000 + n,
      group: 'g',
      sender,
      text: 'hi',
      addressee,
      annotated: true,
      ...rest,
    })
    const senders = ['a', 'b', 'c', 'd', 'e', 'f', 'bot']
    const lines = [
      ...senders.map((sender, n) => line(n, sender, [], { bot: sender === 'bot' })),
      ...senders.flatMap((name, n) => Array.from({ length: n + 1 }, (_, i) => line(10 * n + i + 10, 'z', [name]))),
      ...Array.from({ length: 9 }, (_, i) => line(100 + i, 'z', ['a'], { annotated: false })),
      ...Array.from({ length: 9 }, (_, i) => line(200 + i, 'z', ['nobody'])),
    ]
    const cwd = folder({ 'talk.jsonl': jsonLines(lines) })
    const { cast, leftOut } = castOf((await readLabelled(`${cwd}/talk.jsonl`)).lines, loadConfig({ env: {}, cwd }), {
      bot: [],
      alias: [],
    })
    expect(cast.map(({ bot }) => bot.name)).toEqual(['f', 'e', 'd', 'c', 'b'])
    expect(leftOut).toBe(1)
  })
})

const twoAnswers = { ...labelledTalk[7], replyTo: ['m6', 'm4'] }

describe('did it speak when addressed', () => {
  const short = { 'talk.jsonl': jsonLines([1, 2, 5].map((n) => labelledTalk[n])) }

  test('a bot that always wants to speaks to whoever names it, and is wrong where the labels say so', async () => {
    const { heard, spoke, cost, wanted } = byName(await evaluated(['--bot', 'ben', '--decide', 'always'], short))
    expect({ heard, spoke }).toEqual({
      heard: 3,
      spoke: { turns: score(1, 1, 0), messages: score(1, 1, 0), unfinished: 0, silenced: {} },
    })
    expect(cost).toEqual({
      others: 2,
      // Both name it: the reply call answers them unjudged.
      decisions: 0,
      rejudgements: 0,
      compositions: 2,
      calls: { compose: 2 },
      replies: 2,
      tokens: expect.any(Number),
      skips: {},
      errors: {},
      callShare: 1,
      callsPerReply: 1,
    })
    expect(wanted).toEqual({
      answered: 1,
      judged: 1,
      judgedLate: 0,
      spokenTo: 1,
      unfinished: 0,
      stopped: {},
      judgedShare: 1,
    })
  })

  test('a bot that never wants to is silenced by its reply call, and says so by gate and reason', async () => {
    const { spoke, wanted } = byName(await evaluated(['--bot', 'ben', '--decide', 'never'], short))
    expect(spoke).toEqual({
      turns: score(0, 0, 1),
      messages: score(0, 0, 1),
      unfinished: 0,
      silenced: { compose: { modelSilent: 1 } },
    })
    expect(wanted).toMatchObject({ answered: 1, judged: 1, spokenTo: 0, stopped: {} })
  })

  test('what the participant answered and a cheap rule kept from the model is counted at its gate', async () => {
    const files = { ...talk, 'quiet.yaml': 'groupSocial: { policy: mention }\n' }
    const { spoke, wanted } = byName(await evaluated(['--bot', 'ben', '--config', 'quiet.yaml'], files))
    expect(wanted).toMatchObject({ answered: 2, judged: 1, stopped: { policy: 1 }, judgedShare: 0.5 })
    expect(spoke['silenced']).toEqual({ policy: { mentionsOnly: 1 } })
  })

  test('without reply links the answered message is the one before, within two minutes', async () => {
    const plain = [
      ['ann', 0],
      ['ben', 100],
      ['cleo', 400],
      ['ben', 521],
    ].map(([sender, seconds], n) => ({
      id: n,
      ts: 1_750_000_000_000 + Number(seconds) * 1_000,
      group: 'lab',
      sender,
      text: 'ben: so?',
      ...(sender === 'ann' && { addressee: ['ben'] }),
    }))
    const ran = await evaluated(['--bot', 'ben', '--decide', 'never'], { 'talk.jsonl': jsonLines(plain) })
    expect(byName(ran).wanted).toMatchObject({ answered: 1, judged: 1 })
    expect(ran.summary['pooled']).toMatchObject({ byLink: null, detection: { byLink: null } })
  })

  test('the tables fit into a terminal of 100 columns', async () => {
    const { out } = await chime(['eval', 'talk.jsonl'], { cwd: folder(talk) })
    expect(out.split('\n').filter((line) => line.length > 100)).toEqual([])
    expect(out).toMatch(/^talk\.jsonl · 2 bots · decide rehearsal · seed 1 · \d+ ms\nWithout role and expertise: /)
    expect(out).toMatch(/\nben +5 +2 +0\.33 0\.50 0\.40 +0\.67 +0\.67 0\.67 0\.67 +0\.50 1\.00 0\.67\n/)
  })
})

describe('what cannot be evaluated is told with the next step', () => {
  test.each([
    [
      'a file without labels',
      [],
      'talk.jsonl has no labels: no message says whom it addresses ("addressee": ["NAME"])',
    ],
    ['a file that is not there', ['gone.jsonl'], 'gone.jsonl cannot be read: there is no such file'],
  ])('%s', async (_, [file = 'talk.jsonl'], told) => {
    const cwd = folder({ 'talk.jsonl': jsonLines(labelledTalk.map((line) => ({ ...line, addressee: [] }))) })
    const { code, err, out } = await chime(['eval', file], { cwd })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(`chime: ${told}`)
  })

  test.each([
    [['--alias', 'benny'], '--alias says nothing with 0 bots: give exactly one --bot with it'],
    [['--bot', 'benn'], 'nobody called benn speaks or is addressed in this talk: did you mean "ben"?'],
  ])('%j', async (args, told) => {
    const { code, err } = await chime(['eval', 'talk.jsonl', ...args], { cwd: folder(talk) })
    expect({ code, err }).toEqual({ code: 1, err: `chime: ${told}\n` })
  })
})
