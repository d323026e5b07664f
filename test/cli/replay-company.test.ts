import { describe, expect, test } from 'vitest'
import type { Answer } from '../llm/fake-provider.ts'
import { asking, line, sendsIn, willing } from './asking-replay.ts'
import { chime } from './chime.ts'
import { jsonLines } from './talk.ts'
import { folder } from '../world/folders.ts'

describe('several bots in one replay', () => {
  const config =
    'bots:\n  - { name: Iris, expertise: statistics, problemWords: false }\n  - { name: Rex, expertise: code, problemWords: false }\n'
  const lines = [
    line('a', 0, 'ann', 'Iris, which statistics fit?'),
    line('b', 2, 'ann', 'Rex, which code has the bugs?'),
    line('r', 300, 'Rex', 'I looked at it already.'),
    line('c', 600, 'ann', 'Thanks.'),
  ]

  test('hear each other, their own lines are theirs, and the total counts every record once', async () => {
    const bots = ['--bot', 'Iris', '--bot', 'Rex']
    const { summary, trace } = await asking({ lines, config }, ...bots, '--latency', '500')
    const { bots: each, total } = summary as unknown as {
      bots: Record<string, Record<string, number>>
      total: Record<string, unknown>
    }
    expect(Object.keys(each)).toEqual(['Iris', 'Rex'])
    const sends = sendsIn(trace)
    expect(new Set(trace.map(({ bot }) => bot))).toEqual(new Set(['iris', 'rex']))
    expect(sends.length).toBeGreaterThanOrEqual(2)
    // Each heard the people, and what the other one posted or was recorded to say.
    const of = (bot: string) => trace.filter((one) => one.bot === bot)
    const heardOf = (bot: string) => of(bot).flatMap((one) => (one.kind === 'message' ? [one] : []))
    const peersOf = (bot: string) => heardOf(bot).filter(({ peer }) => peer).length
    expect(peersOf('rex')).toBe(sendsIn(of('iris')).length)
    expect(peersOf('iris')).toBe(sendsIn(of('rex')).length + 1)
    expect(each['Iris']).toMatchObject({ own: 0, messages: 4 + sendsIn(of('rex')).length })
    expect(each['Rex']).toMatchObject({ own: 1, messages: 4 + sendsIn(of('iris')).length })
    expect(total).toMatchObject({ messages: 4, own: 1, replies: sends.length, groups: 1, violations: [] })
    expect(summary.model['calls']).toBe(Object.values(total['calls'] as object).reduce((sum, n) => sum + n, 0))
  })

  test('that are due at the same time ask side by side', async () => {
    const speak = willing()
    const waiting: (() => void)[] = []
    let isTogether = false
    // The first one gets no answer before the second one asks.
    const answer: Answer = (response, body) => {
      if (isTogether) return speak(response, body)
      waiting.push(() => speak(response, body))
      isTogether = waiting.length === 2
      if (isTogether) for (const go of waiting) go()
    }
    const open = [
      line('a', 0, 'ann', 'Iris and Rex, which statistics and which code do we trust?'),
      line('b', 90, 'ann', 'Hm.'),
    ]
    const { summary } = await asking({ lines: open, config, answers: [answer] }, '--bot', 'Iris', '--bot', 'Rex')
    expect(isTogether).toBe(true)
    expect(summary.model['failures']).toEqual({})
  })

  test('are each named once, without --alias, --compare and --report', async () => {
    const cwd = folder({ 'talk.jsonl': jsonLines(lines), 'a.yaml': config, 'b.yaml': config })
    const two = ['replay', 'talk.jsonl', '--bot', 'Iris', '--bot']
    const errors = await Promise.all(
      [
        [...two, 'iris'],
        [...two, 'Rex', '--alias', 'R'],
        [...two, 'Rex', '--compare', 'a.yaml', 'b.yaml'],
        [...two, 'Rex', '--report', 'o.html'],
      ].map(async (args) => (await chime(args, { cwd })).err),
    )
    expect(errors).toEqual([
      'chime: --bot iris names Iris again: each bot once\n',
      'chime: --alias says nothing with 2 bots: give the names in a configuration (--config)\n',
      'chime: --compare plays one bot: give one --bot\n',
      'chime: --report draws one bot: give one --bot\n',
    ])
  })
})
