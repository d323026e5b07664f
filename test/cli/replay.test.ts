import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TraceLine } from '../../src/lab/virtual/trace.ts'
import { chime } from './chime.ts'
import { jsonLines, livelyTalk } from './talk.ts'
import { folder } from '../world/folders.ts'

type Verdict = TraceLine & { kind: 'verdict' }

const at = 1_750_000_000_000
const line = (id: string, seconds: number, sender: string, text: string, rest: object = {}) => ({
  id,
  ts: at + seconds * 1_000,
  group: 'lab',
  sender,
  text,
  ...rest,
})

async function replay(talk: string, ...args: string[]) {
  const cwd = folder({ 'talk.jsonl': talk })
  const ran = await chime(['replay', 'talk.jsonl', '--bot', 'Iris', '--trace', 'trace.jsonl', ...args], { cwd })
  const trace = readFileSync(join(cwd, 'trace.jsonl'), 'utf8')
  const lines = trace.split('\n').filter(Boolean)
  return { ...ran, trace, lines: lines.map((text) => JSON.parse(text) as TraceLine) }
}

const summaryOf = ({ out }: { out: string }) => JSON.parse(out) as Record<string, unknown>
const verdictsIn = (lines: readonly TraceLine[]) => lines.filter((each): each is Verdict => each.kind === 'verdict')

describe('a replay of a short talk', () => {
  const talk = jsonLines([
    line('late', 400, 'ben', 'and which statistics fit the data?'),
    line('b', 0, 'ben', 'hello'),
    line('a', 0, 'ann', 'which statistics fit these experiments?'),
    line('own', 40, 'Iris', 'a Welch test'),
    line('own2', 41, 'Izzy', 'or a Wilcoxon one'),
    line('a', 90, 'ann', 'which statistics fit these experiments?'),
  ])

  test('its summary counts what happened, and nothing else', async () => {
    const ran = await replay(talk, '--alias', 'Izzy', '--decide', 'never', '--json')
    const { elapsedMs, tokens, ...summary } = summaryOf(ran)
    expect({ code: ran.code, err: ran.err }).toEqual({ code: 0, err: '' })
    expect([elapsedMs, tokens]).toEqual([expect.any(Number), expect.any(Number)])
    expect(summary).toEqual({
      messages: 5,
      own: 2,
      duplicates: 1,
      rejected: 0,
      groups: 1,
      vitality: { DORMANT: 0, COOLING: 3, ACTIVE: 0, HEATED: 0 },
      mentions: 0,
      batches: 2,
      dispatches: 2,
      decisions: 2,
      rejudgements: 0,
      compositions: 0,
      calls: { decide: 2 },
      callsPerMessage: 0.6667,
      replies: 0,
      requests: { asked: 0, answered: 0, held: 0, unanswered: {}, byName: { asked: 0, answered: 0 } },
      skips: { decide: 2 },
      limits: {
        short: { messages: 5, tokens: 12_000 },
        medium: { messages: 30, tokens: 60_000 },
        long: { messages: 100, tokens: 200_000 },
      },
      minDispatchGapMs: 399_300,
      maxInWindow: {
        short: { messages: 0, tokens: expect.any(Number) },
        medium: { messages: 0, tokens },
        long: { messages: 0, tokens },
      },
      violations: [],
      budget: {},
      talk: [{ group: 'lab', messages: 3, requests: 0, answered: 0 }],
    })
  })

  test('lines of the same time stay in the order of the file, and own lines are in no turn (R2)', async () => {
    const { lines } = await replay(talk, '--alias', 'Izzy', '--decide', 'never')
    expect(lines.filter(({ kind }) => kind === 'message').map((each) => 'id' in each && each.id)).toEqual([
      'b',
      'a',
      'late',
    ])
    const batches = verdictsIn(lines).filter(({ gate, outcome }) => gate === 'dispatch' && outcome === 'start')
    expect(batches.map(({ messages }) => messages)).toEqual([['b', 'a'], ['late']])
  })

  test('the trace is one object a line, with the keys that other programs read', async () => {
    const { lines } = await replay(talk, '--alias', 'Izzy')
    const [message] = lines
    expect(message).toEqual({
      kind: 'message',
      id: 'b',
      group: 'lab',
      at,
      vitality: 'COOLING',
      messagesIn5m: 1,
      speakersIn5m: 1,
      mentioned: false,
    })
    const sends = lines.filter(({ kind }) => kind === 'send')
    const send = { kind: 'send', group: 'lab', at: expect.any(Number), text: expect.any(String), type: 'short' }
    expect(sends).toEqual([
      { ...send, turn: 1, replyTo: 'a' },
      { ...send, turn: 2, replyTo: 'late' },
    ])
    const again = { gate: 'duplicate', outcome: 'ignored', why: 'knownAlready', messages: ['a'] }
    expect(verdictsIn(lines).filter(({ gate }) => gate === 'duplicate')).toEqual([
      { kind: 'verdict', group: 'lab', turn: null, at: at + 90_000, ...again },
    ])
  })

  test('without --json it is told for a person, the speed at the end', async () => {
    const { out } = await replay(talk, '--alias', 'Izzy', '--decide', 'never')
    expect(out).toMatch(
      /^Iris in talk\.jsonl\n {2}messages +3 by others in 1 group \(own 2, duplicates 1, left out 0\)\n/,
    )
    expect(out).toMatch(/\n {2}speed .*\nNo rule was broken\.\n$/)
  })
})

test('lines that are no record are told with their numbers, counted and left out', async () => {
  const broken = ['{"id":"x"}', 'not JSON', JSON.stringify(line('n', 0, 'ann', 'hi', { ts: 'noon' }))]
  const text = `${jsonLines([line('a', 0, 'ann', 'hi')])}${broken.join('\n')}\n\n${jsonLines([line('b', 1, 'ben', 'ho')])}`
  const ran = await replay(text, '--json')
  expect(ran.err).toBe(
    [
      'chime: talk.jsonl:2 is left out: ts, group, sender: missing or not usable',
      'chime: talk.jsonl:3 is left out: it is no JSON',
      'chime: talk.jsonl:4 is left out: ts: missing or not usable',
      '',
    ].join('\n'),
  )
  expect(summaryOf(ran)).toMatchObject({ messages: 2, rejected: 3 })
})

// Seconds of one processor each, and the machine may have other work.
const long = 90_000

test('the same seed gives the same trace byte for byte, another seed another one (L7)', { timeout: long }, async () => {
  const talk = jsonLines(livelyTalk({ count: 300, paceMs: 9_000, seed: 1 }))
  const seeds = ['7', '7', '8']
  const [first, again, other] = await Promise.all(seeds.map((seed) => replay(talk, '--seed', seed)))
  expect(again?.trace).toBe(first?.trace)
  expect(other?.trace).not.toBe(first?.trace)
})

describe('a lively talk', { timeout: long }, () => {
  const talk = jsonLines(livelyTalk({ count: 600, paceMs: 4_000, seed: 3 }))

  test('a bot that always wants to speak is stopped by its budget, and the summary says which and where (U2)', async () => {
    const [told, ran] = await Promise.all([
      replay(talk, '--decide', 'always'),
      replay(talk, '--decide', 'always', '--json'),
    ])
    const { replies, requests, skips, violations, maxInWindow } = summaryOf(ran) as {
      replies: number
      requests: { held: number }
      skips: Record<string, number>
      violations: string[]
      maxInWindow: Record<string, { messages: number; tokens: number }>
    }
    expect({ code: ran.code, violations }).toEqual({ code: 0, violations: [] })
    expect(replies).toBeGreaterThan(0)
    // Its requests wait for an answer together; what nobody asked for is skipped.
    expect(requests.held).toBeGreaterThan(0)
    expect(skips['budget']).toBeGreaterThan(0)
    expect(maxInWindow['short']?.messages).toBeLessThanOrEqual(5)
    expect(maxInWindow['short']?.tokens).toBeLessThanOrEqual(12_000)
    expect(told.out).toMatch(/\n {2}budget said no .*short window, (?:tokens|messages), before decide \d+/)
  })

  test('a bot that never wants to speak never does', async () => {
    const ran = await replay(talk, '--decide', 'never', '--json')
    expect(summaryOf(ran)).toMatchObject({ replies: 0, rejudgements: 0, violations: [] })
    expect(ran.lines.filter(({ kind }) => kind === 'send')).toEqual([])
  })

  test.each(['rehearsal', 'always', 'never'])('the trace keeps its contract, decide %s', async (decide) => {
    const { lines } = await replay(talk, '--decide', decide)
    expect(problemsOf(lines)).toEqual([])
  })
})

/** What the trace promises, checked line by line; one sentence for each promise that is broken. */
function problemsOf(lines: readonly TraceLine[]): string[] {
  const problems: string[] = []
  const open = new Map<string, { turn: number | null; sent: boolean }>()
  const placed = new Set<string>()
  let last = 0
  for (const each of lines) {
    if (each.at < last) problems.push(`${each.kind} at ${each.at} comes after ${last}`)
    last = each.at
    if (each.kind === 'message') continue
    const turn = open.get(each.group)
    if (each.turn !== null && each.kind === 'verdict' && each.outcome === 'start') {
      if (turn) problems.push(`turn ${each.turn} starts in turn ${turn.turn}`)
      open.set(each.group, { turn: each.turn, sent: false })
    } else if (each.turn !== null && turn?.turn !== each.turn) {
      problems.push(`${JSON.stringify(each)} is outside its turn`)
    }
    if (each.kind === 'send') {
      if (turn?.sent) problems.push(`turn ${each.turn} sends twice`)
      if (turn) turn.sent = true
      continue
    }
    const { gate, outcome, tokens, messages } = each
    if (['decide', 'rejudge', 'compose'].includes(gate) && typeof tokens !== 'number')
      problems.push(`${gate} has no tokens`)
    if (gate !== 'dispatch') continue
    if (outcome !== 'end') for (const id of messages) placed.add(id)
    else {
      if (turn?.sent !== (each.why === 'replied'))
        problems.push(`turn ${each.turn} ends ${each.why}, sent ${turn?.sent}`)
      open.delete(each.group)
    }
  }
  for (const [group, { turn }] of open) problems.push(`turn ${turn} of ${group} never ends`)
  for (const each of lines) {
    if (each.kind === 'message' && !placed.has(each.id)) problems.push(`${each.id} is in no turn and no verdict`)
  }
  return problems
}
