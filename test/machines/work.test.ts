// A run of tools behind a reply, in virtual time: inline, detached, steered, stopped, and what it costs (A5, A11, B3).
import { describe, expect, test } from 'vitest'
import type { CallRef } from '../../machines/agent/children.ts'
import { answerOf, type Script } from '../fakes/group-life.ts'
import { call, calls, callsMore, lifeWith, mention, rights, thinks } from '../fakes/run-life.ts'

describe('a short run', () => {
  test('the turn waits for it, and its answer goes through the gates as any draft does', () => {
    const life = lifeWith({ compose: () => calls(call('1.0')), think: () => thinks('Seven samples.') })
    life.say(1_000, mention)
    life.host.runUntil(60_000)
    expect(life.asks('compose')).toMatchObject([{ tools: ['fs.read'] }])
    expect(life.asks('act')).toMatchObject([{ run: 'r1', call: { id: '1.0', tool: 'fs.read' }, tools: ['fs.read'] }])
    expect(life.asks('think')).toMatchObject([
      { run: 'r1', step: 2, tools: ['fs.read'], batch: ['m1'], targets: ['m1'] },
    ])
    expect(life.sent()).toEqual([[5_500, 'Seven samples.']])
    expect(life.story('work', 'compose', 'delay', 'send')).toEqual([
      '2000 compose draft',
      '2500 work acted',
      '3500 work step',
      '3500 work answered',
      '3500 work draft',
      '3500 delay wait',
      '5600 send sent',
    ])
    expect((life.context() as { run?: unknown }).run).toBeUndefined()
  })

  test('reads of a step are made side by side, four at a time, and the others one by one', () => {
    const bash = (id: string) => call(id, 'bash', 'once')
    const life = lifeWith({
      compose: () =>
        calls(call('1.0'), call('1.1'), call('1.2'), call('1.3'), call('1.4'), bash('1.5'), bash('1.6'), call('1.7')),
    })
    life.say(1_000, { ...mention, sender: 'olga' })
    life.host.runUntil(60_000)
    const made = life.asked
      .filter(({ src }) => src === 'act')
      .map(({ at, input }) => [at, (input as { call: CallRef }).call.id])
    expect(made).toEqual([
      [2_000, '1.0'],
      [2_000, '1.1'],
      [2_000, '1.2'],
      [2_000, '1.3'],
      [2_500, '1.4'],
      [3_000, '1.5'],
      [3_500, '1.6'],
      [4_000, '1.7'],
    ])
  })

  test('a run without an answer ends in silence, with a verdict', () => {
    const life = lifeWith({
      compose: () => calls(call('1.0')),
      think: () => ({ outcome: { error: { kind: 'unavailable', message: 'x' } }, afterMs: 10 }),
    })
    life.say(1_000, mention)
    life.host.runUntil(120_000)
    expect(life.sent()).toEqual([])
    expect(life.at('work').map(({ outcome, why }) => [outcome, why])).toEqual([
      ['acted', 'toolAnswered'],
      ['failed', 'unavailable'],
      ['failed', 'unavailable'],
      ['failed', 'unavailable'],
      ['failed', 'runFailed'],
      ['failed', 'runFailed'],
    ])
  })
})

describe('a run that takes longer', () => {
  const slow: Script = {
    compose: (n) =>
      n === 1
        ? calls(call('1.0'))
        : {
            outcome: {
              output: { text: `answer ${n}`, type: 'short', similarity: 0, model: 's', rehearsal: true, tokens: 150 },
            },
            afterMs: 1_000,
          },
    act: () => ({ outcome: { output: { isError: false, entries: [], grown: 100 } }, afterMs: 29_000 }),
    think: (n) => (n < 4 ? callsMore(call(`${n + 1}.0`)) : thinks('It is done.')),
  }

  test('the room is told once, ordinary turns go on, and the answer gets a turn of its own, judged again', () => {
    const life = lifeWith(slow)
    life.say(1_000, mention)
    for (const at of [30_000, 60_000, 90_000]) life.say(at, { ...mention, sender: 'ben' })
    life.host.runUntil(400_000)
    const sent = life.sent()
    expect(sent[0]).toEqual([22_000, 'I am looking into it.'])
    expect(sent.map(([, text]) => text)).toEqual([
      'I am looking into it.',
      'answer 2',
      'answer 3',
      'answer 4',
      'It is done.',
    ])
    // They know of the work, and have no tools.
    expect(life.asks('compose').slice(1)).toMatchObject([
      { workingOn: ['m1'] },
      { workingOn: ['m1'] },
      { workingOn: ['m1'] },
    ])
    expect(
      life
        .asks('compose')
        .slice(1)
        .every((input: object) => !('tools' in input)),
    ).toBe(true)
    expect(life.asks('rejudge')).toHaveLength(1)
  })

  test('what its asker says meanwhile steers it; nobody else does', () => {
    const life = lifeWith(slow)
    life.say(1_000, mention)
    life.say(40_000, { ...mention, sender: 'ann' })
    life.say(41_000, { ...mention, sender: 'ben' })
    life.host.runUntil(400_000)
    expect(life.asks('think').at(-1)).toMatchObject({ steering: ['m2'] })
    expect(life.asks('compose')).toHaveLength(2)
    expect(life.asks('compose')[1]).toMatchObject({ asked: ['m3'] })
  })

  test('its asker calls it off: the job ends, a sign is given, and nothing more is said', () => {
    const life = lifeWith(slow, { canReact: true })
    life.say(1_000, mention)
    life.say(50_000, { ...mention, sender: 'ben', wish: 'stop' })
    life.say(55_000, { ...mention, wish: 'stop' })
    life.host.runUntil(400_000)
    expect(life.at('work', 'stopped').map(({ at, messages }) => [at, messages])).toEqual([[55_000, ['m3']]])
    expect(life.asks('sign')).toEqual([{ turn: 1, messages: ['m3'], emoji: '👌' }])
    expect(life.sent().map(([, text]) => text)).toEqual(['I am looking into it.', 'answer 2'])
  })
})

describe('what a run may cost', () => {
  test('it ends with a call without tools when its tokens are nearly spent, and spends no more than it may', () => {
    const life = lifeWith(
      {
        compose: () => calls(call('1.0')),
        think: (n, held) => ({
          outcome: { output: { calls: [call(`${n}.9`)], entries: [], grown: 400, tokens: held } },
          afterMs: 1_000,
        }),
      },
      { agent: { ...rights, maxTokens: 12_000, run: { ...rights.run, maxSteps: 20 } } },
    )
    life.say(1_000, mention)
    life.host.runUntil(300_000)
    const { budget } = life.context() as { budget: { runs: { tokens: number }[] } }
    expect(budget.runs.length).toBe(1)
    expect(budget.runs[0]?.tokens).toBeLessThanOrEqual(12_000)
    expect(life.at('work', 'last').map(({ why }) => why)).toEqual(['outOfTokens'])
  })

  test('the last step offers no tools, and the same call is not made more often than three times', () => {
    const same = (n: number) => call(`${n}.0`, 'fs.read', 'read', 'same')
    const life = lifeWith({ compose: () => calls(same(1)), think: (n, _) => callsMore(same(n + 1)) })
    life.say(1_000, mention)
    life.host.runUntil(300_000)
    expect(life.asks('think').map(({ tools }: { tools: string[] }) => tools.length)).toEqual([1, 1, 0])
    expect(life.asks('act').map(({ call: { refused } }: { call: CallRef }) => refused)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('of the same calls in one step those beyond the third are answered without being made', () => {
    const same = (id: string) => call(id, 'fs.read', 'read', 'same')
    const life = lifeWith({ compose: () => calls(same('1.0'), same('1.1'), same('1.2'), same('1.3')) })
    life.say(1_000, mention)
    life.host.runUntil(60_000)
    const refused = life.asks('act').map(({ call: made }: { call: CallRef }) => made.refused)
    expect(refused).toEqual([undefined, undefined, undefined, 'repeated'])
  })

  test('an asker who has used their share gets no tools', () => {
    const life = lifeWith({
      compose: () => calls(call('1.0')),
      think: (_, held) => ({ outcome: { output: { ...answerOf('x'), tokens: held * 7 } }, afterMs: 10 }),
    })
    life.say(1_000, mention)
    life.say(100_000, mention)
    life.say(200_000, { ...mention, sender: 'ben' })
    life.host.runUntil(300_000)
    expect(life.asks('compose').map((input: { tools?: string[] }) => input.tools)).toEqual([
      ['fs.read'],
      undefined,
      ['fs.read'],
    ])
  })
})

describe('who may have work done', () => {
  test('a member gets the tools of members, an operator all, a peer none', () => {
    const life = lifeWith({})
    life.say(1_000, mention)
    life.say(60_000, { ...mention, sender: 'olga' })
    life.say(120_000, { ...mention, kind: 'peer', sender: 'olga' })
    life.host.runUntil(200_000)
    expect(life.asks('compose').map((input: { tools?: string[] }) => input.tools)).toEqual([
      ['fs.read'],
      ['fs.read', 'web.fetch', 'bash'],
      undefined,
    ])
  })

  test('an operator who steers keeps the rights of an operator', () => {
    const life = lifeWith(
      {
        compose: () => calls(call('1.0')),
        act: () => ({ outcome: { output: { isError: false, entries: [], grown: 1 } }, afterMs: 10_000 }),
        think: (n) => (n === 1 ? callsMore(call('2.0', 'bash', 'once')) : thinks('done')),
      },
      { oneToOne: true },
    )
    life.say(1_000, { ...mention, sender: 'olga' })
    life.say(5_000, { ...mention, sender: 'olga' })
    life.host.runUntil(100_000)
    expect(life.asks('act')).toMatchObject([{ askers: ['olga'] }, { askers: ['olga'], call: { tool: 'bash' } }])
    expect(life.asks('think')[0]).toMatchObject({ steering: ['m2'], tools: ['fs.read', 'web.fetch', 'bash'] })
  })

  test('what came from outside keeps it from what may change something', () => {
    const life = lifeWith({
      compose: () => calls(call('1.0', 'web.fetch')),
      act: () => ({ outcome: { output: { isError: false, readsOutside: true, entries: [], grown: 1 } }, afterMs: 100 }),
      think: (n) => (n === 1 ? callsMore(call('2.0', 'bash', 'once')) : thinks('done')),
    })
    life.say(1_000, { ...mention, sender: 'olga' })
    life.host.runUntil(100_000)
    expect(life.asks('act').map(({ call: { tool, refused } }: { call: CallRef }) => [tool, refused])).toEqual([
      ['web.fetch', undefined],
    ])
    expect(life.asks('ask')).toMatchObject([{ n: 1, call: { tool: 'bash' } }])
  })
})
