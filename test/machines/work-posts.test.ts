// A bot whose own text is posted nowhere: it sends by its own tool, through every gate (A14).
import { describe, expect, test } from 'vitest'
import type { Acted, TapeEntry } from '../../machines/agent/children.ts'
import type { GroupInput } from '../../machines/group/settings.ts'
import { answerOf, type Overrides, type Script } from '../fakes/group-life.ts'
import { call, calls, lifeWith, mention, rights, thinks } from '../fakes/run-life.ts'

const send = (id: string) => call(id, 'send', 'keyed')
const post = (text: string, over: object = {}): Acted => ({
  isError: false,
  entries: [],
  grown: 0,
  post: { text, type: 'short', similarity: 0, rehearsal: true, ...over },
})
const acts = (n: number, over: object = {}) => ({ outcome: { output: post(`post ${n}`, over) }, afterMs: 100 })
const more = (...of: ReturnType<typeof call>[]) => ({
  outcome: { output: { calls: of, entries: [], grown: 80, tokens: 400 } },
  afterMs: 1_000,
})
const own: GroupInput['agent'] = {
  ...rights,
  sendsItself: true,
  tools: [...rights.tools, { name: 'send', by: 'members' }],
}
const lifeOf = (script: Script, input: Partial<GroupInput> = {}, over: Overrides = {}) =>
  lifeWith({ act: (n) => acts(n), ...script }, { agent: own, ...input }, over)
type Life = ReturnType<typeof lifeOf>
const textsOf = (life: Life): unknown[] => life.sent().map(([, text]) => text)
/** What the run was told of its calls, by their ids. */
const toldOf = (life: Life): unknown[] =>
  life.steps
    .flatMap(({ records }) => records)
    .flatMap(({ name, params }) => (name === 'recordEntries' ? (params as TapeEntry[]) : []))
    .flatMap(({ kind, body }) => (kind === 'tool_result' ? [body] : []))

test('what it sends is posted with a typing delay, its text is not, and it is told', () => {
  const life = lifeOf({ compose: () => calls(send('1.0')), think: () => thinks('This stands nowhere.') })
  life.say(1_000, mention)
  life.host.runUntil(400_000)
  expect(life.asks('compose')[0]).toMatchObject({ tools: ['fs.read', 'send'] })
  expect(life.sent()).toEqual([[4_100, 'post 1']])
  expect(toldOf(life)).toEqual([{ call: '1.0', tool: 'send', text: 'sent' }])
  expect(life.state()).toMatchObject({ work: 'idle', turn: 'idle' })
})

test('a reply that is only written is posted nowhere', () => {
  const life = lifeOf({})
  life.say(1_000, mention)
  life.host.runUntil(400_000)
  expect(textsOf(life)).toEqual([])
  expect(life.at('compose', 'skip').map(({ why }) => why)).toEqual(['sendsItself'])
})

test('no model is asked where it could not send: for bots, and for talk that nobody asked it by', () => {
  const life = lifeOf({})
  life.say(1_000, { ...mention, kind: 'peer', sender: 'rex' })
  life.say(60_000, { sender: 'ann', relevance: 1, question: true })
  life.host.runUntil(400_000)
  expect([life.asks('compose'), life.asks('decide')]).toEqual([[], []])
  expect(life.at('policy', 'skip').map(({ why }) => why)).toContain('sendsItself')
})

test('it sends more than once, each in a turn of its own, judged again, and says neither that it takes longer nor how it goes', () => {
  const life = lifeOf({
    compose: () => calls(call('1.0')),
    act: (n) =>
      n === 1 ? { outcome: { output: { isError: false, entries: [], grown: 10 } }, afterMs: 25_000 } : acts(n),
    think: (n) => (n === 1 ? more(send('2.0')) : n === 2 ? more(send('3.0')) : thinks('done')),
  })
  life.say(1_000, mention)
  life.host.runUntil(400_000)
  expect(textsOf(life)).toEqual(['post 2', 'post 3'])
  expect(life.asks('rejudge')).toHaveLength(2)
  expect(life.at('dispatch', 'start').map(({ why }) => why)).toEqual(['mentioned', 'runPosts', 'runPosts'])
  const keys = life.asks('deliver').map(({ key }: { key: string }) => key)
  expect(new Set(keys).size).toBe(2)
})

describe('each gate can say no, and the run hears that it was not sent', () => {
  const unsent = [{ call: '1.0', tool: 'send', text: expect.stringMatching(/^not sent/), isError: true }]
  const script: Script = { compose: () => calls(send('1.0')) }
  const shortWindow = { durationMs: 300_000, maxMessages: 1, maxTokens: 100_000 }

  test('the same words again (T5)', () => {
    const life = lifeOf({ ...script, act: (n) => acts(n, { similarity: 1 }) })
    life.say(1_000, mention)
    life.host.runUntil(400_000)
    expect([textsOf(life), toldOf(life)]).toEqual([[], unsent])
  })

  test('the bots have said enough since a person spoke (X3)', () => {
    const life = lifeOf(script, {}, { loop: { maxRoomTurns: 0 } })
    life.say(1_000, mention)
    life.host.runUntil(400_000)
    expect([textsOf(life), toldOf(life)]).toEqual([[], unsent])
    expect(life.at('loop', 'skip').map(({ why }) => why)).toEqual(['roomLimit'])
  })

  test('the budget of messages (U2)', () => {
    const life = lifeOf(
      { ...script, think: (n) => (n === 1 ? more(send('2.0')) : thinks('done')) },
      { canReact: true },
      { limits: { shortWindow, spreadFrom: 1, maxPersonShare: 1 }, reserveBudgetRatio: 0 },
    )
    life.say(1_000, mention)
    life.host.runUntil(400_000)
    expect(textsOf(life)).toEqual(['post 1'])
    expect(toldOf(life)).toEqual([
      { call: '1.0', tool: 'send', text: 'sent' },
      { ...unsent[0], call: '2.0' },
    ])
    expect(life.asks('sign')).toEqual([])
  })

  test('the judgement by what was said meanwhile (L3)', () => {
    const life = lifeOf({
      ...script,
      rejudge: () => ({ outcome: { output: { want: false, verdict: 'drop', tokens: 90 } }, afterMs: 500 }),
    })
    life.say(1_000, mention)
    life.say(3_000, { sender: 'ben', replyTo: 'm1' })
    life.host.runUntil(400_000)
    expect([textsOf(life), toldOf(life)]).toEqual([[], unsent])
  })

  test('the channel', () => {
    const life = lifeOf({
      ...script,
      deliver: () => ({ outcome: { error: { kind: 'permanent', message: 'x' } }, afterMs: 100 }),
    })
    life.say(1_000, mention)
    life.host.runUntil(400_000)
    expect(toldOf(life)).toEqual(unsent)
  })

  test.each(['mute', 'pause'])('an operator says %s: the run ends with it', (what) => {
    const life = lifeOf(script)
    life.say(1_000, mention)
    life.host.runUntil(3_000)
    expect(life.state()).toMatchObject({ turn: { delaying: 'pausing' }, work: 'running' })
    life.host.tell('g', { type: `operator.${what}` })
    life.host.runUntil(400_000)
    expect([textsOf(life), life.state()]).toMatchObject([[], { work: 'idle' }])
  })

  test('who asked says stop while it is being typed', () => {
    const life = lifeOf(script)
    life.say(1_000, mention)
    life.say(3_000, { ...mention, wish: 'stop' })
    life.host.runUntil(400_000)
    expect(textsOf(life)).toEqual([])
  })
})

test('in its last step it may send, and nothing else; then it ends', () => {
  const life = lifeOf(
    { compose: () => calls(send('1.0')), think: (n) => more(send(`${n + 1}.0`)) },
    { agent: { ...own, run: { ...rights.run, maxSteps: 3 }, maxTokens: 40_000, maxAskerShare: 1 } },
  )
  life.say(1_000, mention)
  life.host.runUntil(400_000)
  expect(life.asks('think')).toMatchObject([
    { tools: ['fs.read', 'send'], sendsItself: true },
    { tools: ['send'], isLast: true },
  ])
  expect(textsOf(life)).toEqual(['post 1', 'post 2', 'post 3'])
  expect(life.at('work', 'answered')).toHaveLength(1)
})

test('a bot whose text is posted has no such tool', () => {
  const life = lifeWith({
    compose: () => calls(call('1.0')),
    think: () => ({ outcome: { output: { ...answerOf('Done.'), tokens: 400 } }, afterMs: 100 }),
  })
  life.say(1_000, mention)
  life.host.runUntil(60_000)
  expect(life.asks('compose')[0]).toMatchObject({ tools: ['fs.read'] })
  expect(life.sent().map(([, text]) => text)).toEqual(['Done.'])
})
