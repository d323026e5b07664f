import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chime } from './chime.ts'
import { jsonLines, livelyTalk } from './talk.ts'
import { folder } from '../world/folders.ts'

const at = 1_750_000_000_000
const line = (id: string, seconds: number, sender: string, text: string) => ({
  id,
  ts: at + seconds * 1_000,
  group: 'lab',
  sender,
  text,
})
const bots = 'bots:\n  - name: Iris\n    expertise: statistics\n'
const mentionsOnly = `${bots}groupSocial:\n  policy: mention\n`

/** Called by name twice; the second time the bot has had its one reply of five minutes. */
const talk = jsonLines([
  line('a', 0, 'ann', 'Iris, which \u001B[31mtest\u001B[0m fits?'),
  line('b', 120, 'ben', 'Iris, lunch in the park at noon?'),
])
// A request that would expire before the window frees is not held.
const hasty = 'groupSocial:\n  delivery: { expiryMs: 60000 }\n  limits:'
const oneReply = `${bots}${hasty}\n    shortWindow: { durationMs: 300000, maxMessages: 1, maxTokens: 20000 }\n`
const roomy = `${bots}${hasty}\n    shortWindow: { durationMs: 300000, maxMessages: 5, maxTokens: 20000 }\n`

async function compared(files: Record<string, string>, ...args: string[]) {
  const cwd = folder({ 'talk.jsonl': talk, ...files })
  const asked = args.includes('--compare') ? args : ['--compare', 'a.yaml', 'b.yaml', ...args]
  return chime(['replay', 'talk.jsonl', '--bot', 'Iris', '--decide', 'always', ...asked], { cwd })
}

const figuresIn = (out: string) =>
  Object.fromEntries(
    out.split('\n').flatMap((row) => {
      const cells = row.trim().split(/ {2,}/)
      return cells.length === 4 ? [[cells[0], cells.slice(1)]] : []
    }),
  ) as Record<string, string[]>

describe('a talk under two settings', () => {
  const files = { 'a.yaml': roomy, 'b.yaml': oneReply }

  test('is printed side by side under the files’ names, every figure with its difference', async () => {
    const { code, err, out } = await compared(files)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Iris in talk\.jsonl, under two settings\n +a\.yaml +b\.yaml +difference\n/)
    const figures = figuresIn(out)
    expect(figures).toMatchObject({
      'others’ messages': ['2', '2', '='],
      replies: ['2', '1', '−1'],
      'to mentions': ['2', '1', '−1'],
      mentions: ['2', '2', '='],
      answered: ['2', '1', '−1'],
      unanswered: ['0', '1', '+1'],
      'silent at budget': ['0', '1', '+1'],
      'budget said no, short window': ['0', '1', '+1'],
      'broken rules': ['0', '0', '='],
    })
    expect(figures['message → reply, median']?.[0]).toMatch(/^\d+\.\d s$/)
    expect(out.match(/: No rule was broken\./g)).toHaveLength(2)
  })

  test('tells who was answered in one of them alone, with the gate that said no in the other', async () => {
    const { out } = await compared(files)
    expect(out).toContain(
      'Answered under a.yaml alone: 1\n  b  ben: Iris, lunch in the park at noon? — b.yaml stopped at budget:',
    )
    expect(out).not.toContain('Answered under b.yaml alone')
  })

  test('with --json is one object: both summaries and what differs', async () => {
    const { out } = await compared(files, '--json')
    const { a, b, differ } = JSON.parse(out) as Record<'a' | 'b' | 'differ', Record<string, unknown>>
    expect(a).toMatchObject({ config: 'a.yaml', messages: 2, replies: 2, mentionsUnanswered: 0, violations: [] })
    expect(b).toMatchObject({
      config: 'b.yaml',
      replies: 1,
      skips: { budget: 1 },
      repliesToMentions: 1,
      mentionsAnswered: 1,
      mentionsUnanswered: 1,
      budgetRefusals: { short: 1, medium: 0, long: 0 },
      waits: { messageToReply: expect.any(Object), batchToTurn: { median: 0, p90: 0 } },
    })
    expect(differ).toMatchObject({
      figures: { others: 0, replies: -1, mentionsUnanswered: 1, 'skips.budget': 1, violations: 0 },
      answeredInA: {
        count: 1,
        first: [
          {
            id: 'b',
            group: 'lab',
            sender: 'ben',
            text: 'Iris, lunch in the park at noon?',
            gate: 'budget',
            why: 'budgetSpent',
            words: {
              en: expect.stringContaining('short window: 1 of 1 messages are used'),
              zh: expect.stringContaining('预算：短窗口已用 1 / 1 条消息'),
            },
          },
        ],
      },
      answeredInB: { count: 0, first: [] },
      nothing: false,
    })
  })

  test('no control sequence of a message reaches the terminal', async () => {
    const { out } = await compared({ 'a.yaml': roomy, 'b.yaml': `${roomy}  enabled: false\n` })
    expect(out).toContain('Answered under a.yaml alone: 2\n  a  ann: Iris, which  [31mtest [0m fits?')
    expect(out).not.toContain('\u001B')
  })
})

test('the summary of one life has calls per message and compositions beside what it had', async () => {
  const cwd = folder({ 'talk.jsonl': jsonLines(livelyTalk({ count: 200, paceMs: 20_000, seed: 5 })) })
  const { out } = await chime(['replay', 'talk.jsonl', '--bot', 'Iris', '--decide', 'always', '--json'], { cwd })
  const { decisions, rejudgements, compositions, callsPerMessage, replies, messages, own } = JSON.parse(out) as Record<
    string,
    number
  >
  expect(compositions).toBeGreaterThanOrEqual(Number(replies))
  expect(callsPerMessage).toBeGreaterThan(0)
  expect(callsPerMessage).toBeCloseTo(
    (Number(decisions) + Number(rejudgements) + Number(compositions)) / (Number(messages) - Number(own)),
    4,
  )
})

test('a file compared with itself is allowed, and nothing differs', async () => {
  const told = await compared({ 'a.yaml': roomy }, '--compare', 'a.yaml', './a.yaml')
  expect({ code: told.code, err: told.err }).toEqual({
    code: 0,
    err: 'chime: a.yaml is compared with itself: nothing can differ\n',
  })
  expect(told.out).toContain('\nNothing differs.\n')
  const { out } = await compared({ 'a.yaml': roomy }, '--compare', 'a.yaml', 'a.yaml', '--json')
  const { differ } = JSON.parse(out) as { differ: { nothing: boolean; figures: Record<string, number | null> } }
  expect(differ.nothing).toBe(true)
  expect(Object.values(differ.figures).filter((by) => by !== 0 && by !== null)).toEqual([])
})

test('a bot that one of the files does not have plays there without a field, and that is said', async () => {
  const { err } = await compared({ 'a.yaml': roomy, 'b.yaml': 'bots:\n  - name: Rex\n' })
  expect(err).toBe('chime: b.yaml has no bot Iris: it plays there without a field\n')
})

describe('a wrong call is explained with the next step', () => {
  test.each([
    {
      what: 'a file that is not there',
      args: ['--compare', 'a.yaml', 'gone.yaml'],
      err: 'chime: gone.yaml: no such file: give --compare two configurations, as copies of chime.example.yaml\n',
    },
    {
      what: 'a single file',
      args: ['--compare', 'a.yaml'],
      err: 'chime: --compare takes two configurations, not 1: chime replay FILE --bot NAME --compare a.yaml b.yaml\n',
    },
    {
      what: 'three files',
      args: ['--compare', 'a.yaml', 'a.yaml', 'a.yaml'],
      err: 'chime: --compare takes two configurations, not 3: chime replay FILE --bot NAME --compare a.yaml b.yaml\n',
    },
  ])('$what', async ({ args, err }) => {
    const ran = await compared({ 'a.yaml': mentionsOnly }, ...args)
    expect({ code: ran.code, out: ran.out, err: ran.err }).toEqual({ code: 1, out: '', err })
  })

  test('--compare beside --config or --trace', async () => {
    const both = await compared({ 'a.yaml': roomy, 'b.yaml': roomy }, '--config', 'a.yaml')
    expect([both.code, both.out]).toEqual([2, ''])
    expect(both.err).toContain("option '--compare <configs...>' cannot be used with option '-c, --config <file>'")
    const traced = await compared({ 'a.yaml': roomy, 'b.yaml': roomy }, '--trace', resolve('/nowhere'))
    expect([traced.code, traced.out]).toEqual([2, ''])
  })
})
