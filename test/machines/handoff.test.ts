// A run whose prompt becomes too long, in virtual time: it goes on from a summary, or ends (A3, U3).
import { describe, expect, test } from 'vitest'
import { call, calls, lifeWith, mention, rights, thinks } from '../fakes/run-life.ts'

describe('a run that becomes too long', () => {
  const overflow = {
    outcome: { error: { kind: 'failed', why: 'promptTooLong', message: 'x', tokens: 0 } },
    afterMs: 10,
  } as const
  const summary = (tokens = 400) => ({
    outcome: { output: { calls: [], entries: [], grown: 60, tokens } },
    afterMs: 1_000,
  })
  const told = (life: ReturnType<typeof lifeWith>) => life.at('work').map(({ outcome, why }) => `${outcome} ${why}`)

  test('goes on from a summary once the model finds its prompt too long, and answers', () => {
    const life = lifeWith({
      compose: () => calls(call('1.0')),
      think: (n) => [overflow, summary(), thinks('Seven samples.')][n - 1] ?? thinks('x'),
    })
    life.say(1_000, mention)
    life.host.runUntil(60_000)
    expect(life.asks('think')).toMatchObject([
      { step: 2, tools: ['fs.read'] },
      { step: 1, tools: [], handoff: 'overflow' },
      { step: 2, tools: ['fs.read'] },
    ])
    expect(life.asks('think')[2]).not.toHaveProperty('handoff')
    expect(life.sent().map(([, text]) => text)).toEqual(['Seven samples.'])
    expect(told(life)).toEqual([
      'acted toolAnswered',
      'failed promptTooLong',
      'handedOff runHandedOff',
      'step runAnswered',
      'answered runAnswered',
      'draft runAnswered',
    ])
  })

  test('ends in silence when it is too long a second time', () => {
    const life = lifeWith({
      compose: () => calls(call('1.0')),
      think: (n) => (n === 2 ? summary() : overflow),
    })
    life.say(1_000, mention)
    life.host.runUntil(120_000)
    expect([life.sent(), life.asks('think').length]).toEqual([[], 3])
    expect(told(life).slice(-3, -1)).toEqual(['failed promptTooLong', 'failed runTooLong'])
  })

  test('hands off before that, at three quarters of what the model reads; the next call is held for less', () => {
    const life = lifeWith(
      {
        compose: () => calls(call('1.0')),
        act: () => ({ outcome: { output: { isError: false, entries: [], grown: 2_000 } }, afterMs: 100 }),
        think: (n) => (n === 1 ? summary() : thinks('Seven samples.')),
      },
      { agent: { ...rights, run: { ...rights.run, contextTokens: 4_000 } } },
    )
    life.say(1_000, mention)
    life.host.runUntil(60_000)
    const asked: { handoff?: string; maxTokens: number }[] = life.asks('think')
    expect(asked.map(({ handoff }) => handoff)).toEqual(['long', undefined])
    const [first, second] = asked
    // What the call and its result took of the prompt is 2 080 tokens, and the summary takes 60.
    expect((first?.maxTokens ?? 0) - (second?.maxTokens ?? 0)).toBe(1.25 * (2_080 - 60))
    expect(life.sent().map(([, text]) => text)).toEqual(['Seven samples.'])
  })

  test('has no summary written that could not be followed by a call', () => {
    const life = lifeWith(
      { compose: () => calls(call('1.0')), think: () => overflow },
      { agent: { ...rights, maxTokens: 5_500 } },
    )
    life.say(1_000, mention)
    life.host.runUntil(120_000)
    expect([life.sent(), life.asks('think').length, told(life).at(-2)]).toEqual([[], 1, 'exhausted outOfTokens'])
  })
})
