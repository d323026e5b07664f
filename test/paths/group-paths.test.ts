// Tests that the chart writes itself: the shortest path to every state and through every transition, walked on the
// local host (S3).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import { openDatabase } from '../../src/store/database.ts'
import { inputWith, yes } from '../fakes/group-life.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'
import { type Graph, graphOf } from './graph.ts'
import { overLimit } from './answers.ts'
import { approvalsByHand } from './approvals-by-hand.ts'
import { commandsByHand } from './commands-by-hand.ts'
import { groupModel } from './group-model.ts'
import { walk } from './host-walk.ts'
import { puppets } from './puppet.ts'
import { scheduleByHand } from './schedule-by-hand.ts'
import { walkBesideTools } from './puppet-walk.ts'
import { walksOf } from './walks.ts'
import { brokenIn } from './watched-graph.ts'
import { stopsByHand } from './stops-by-hand.ts'
import { transitionNames, watchedNames } from './watched-machine.ts'
import { withdrawalsByHand } from './withdrawals-by-hand.ts'
import { workByHand } from './work-by-hand.ts'
import { worlds } from './worlds.ts'

const covered = new Set<string>()
// Only what the host takes counts, not what the model says.
const watched = { transitions: watchedNames(groupMachine, (name) => void covered.add(name)), ...puppets }

describe.each(Object.entries(worlds))('in %s', (_, world) => {
  const { input } = world
  let graph: Graph | undefined
  beforeAll(() => {
    graph = graphOf(groupModel(input), world)
  })
  // Only one of them is kept in memory.
  afterAll(() => {
    graph = undefined
  })

  test('no step breaks a promise, and every state comes to rest', () => {
    expect(brokenIn(graph as Graph, groupModel(input), input)).toEqual([])
  })

  test('the host follows the shortest path to every state of the chart', { timeout: 120_000 }, async () => {
    const walks = walksOf(graph as Graph)
    expect(walks.length).toBeGreaterThan(3)
    for (const [n, steps] of walks.entries())
      // oxlint-disable-next-line no-await-in-loop
      await (input.agent
        ? walkBesideTools(steps, { input, hosted: watched })
        : walk(steps, { input, hosted: watched }, n))
  })
})

// No path leads there: sends cannot grow within a turn, but a restart can bring other limits.
test('a draft waits while the bot is restarted with a budget of no messages: it is not sent (U2)', async () => {
  const db = openDatabase(':memory:')
  const before = localLife({ db, hosted: watched })
  before.say({ id: 'a', mentioned: true })
  await before.settle({ output: draft })
  await before.host.stop()
  const none = { durationMs: 1_000, maxMessages: 0, maxTokens: 2_000 }
  const life = localLife({
    db,
    hosted: watched,
    clock: before.clock,
    input: inputWith({ limits: { shortWindow: none } }),
  })
  life.clock.advance(6_000)
  expect(life.verdicts.map(({ gate, outcome, why }) => `${gate} ${outcome}: ${why}`)).toEqual([
    'budget skip: budgetSpent',
    'dispatch end: silent',
  ])
})

test.each([
  {
    name: 'and that frees soon: the request waits',
    durationMs: 1_000,
    told: ['budget hold'],
    state: { awaitingBudget: 'signing' },
  },
  { name: 'for long: the room sees it', durationMs: 600_000, told: ['budget skip', 'budget sign'], state: 'declining' },
])('a draft waits while the bot is restarted with a budget that is spent, $name (U2)', async (row) => {
  const db = openDatabase(':memory:')
  const before = localLife({ db, hosted: watched })
  before.say({ id: 'a', mentioned: true })
  await before.settle({ output: draft })
  await before.host.stop()
  const shortWindow = { durationMs: row.durationMs, maxMessages: 1, maxTokens: 12_000 }
  const sent = { sends: [2_500], calls: [] }
  const hosted = { ...watched, inputOf: () => inputWith({ limits: { shortWindow } }, { canReact: true }) }
  db.exec(`UPDATE actor SET body = json_set(body, '$.context.budget', json('${JSON.stringify(sent)}'))`)
  const life = localLife({ db, clock: before.clock, hosted })
  life.clock.advance(3_000)
  life.clock.advance(6_000)
  expect(life.verdicts.map(({ gate, outcome }) => `${gate} ${outcome}`).slice(0, row.told.length)).toEqual(row.told)
})

// Nor there: an order ends the pause at once, but a crash can keep it from the group.
test('a draft waits while the bot is restarted and the pause of an operator holds: it is not sent (S1)', async () => {
  const db = openDatabase(':memory:')
  const before = localLife({ db, hosted: watched })
  before.say({ id: 'a', mentioned: true })
  await before.settle({ output: draft })
  await before.host.stop()
  const life = localLife({ db, hosted: watched, clock: before.clock, input: inputWith({}, { paused: true }) })
  life.clock.advance(6_000)
  expect(life.verdicts.map(({ gate, outcome, why }) => `${gate} ${outcome}: ${why}`)).toEqual([
    'control skip: operatorSilenced',
    'dispatch end: silent',
  ])
})

// Walked by hand: with an operator who may say three things at any moment the walk would be endless.
describe.each([
  {
    name: 'waits for the budget',
    expiryMs: 300_000,
    state: { awaitingBudget: 'signing' },
    nextAt: 112_000,
    next: { dispatching: 'composing' },
  },
  { name: 'is declined', expiryMs: 20_000, state: 'declining', nextAt: 140_000, next: { cooling: 'holding' } },
])('a request that $name', ({ expiryMs, state, nextAt, next }) => {
  const input = inputWith(
    { limits: { shortWindow: { durationMs: 100_000, maxMessages: 1, maxTokens: 12_000 } }, delivery: { expiryMs } },
    { canReact: true },
  )
  const asking = async (): Promise<LocalLife> => {
    const life = localLife({ db: openDatabase(':memory:'), hosted: watched, input })
    life.say({ id: 'a', mentioned: true })
    await life.settle({ output: draft })
    life.clock.advance(8_000)
    await life.settle({ output: { id: 'sent' } })
    life.clock.advance(95_000)
    life.say({ id: 'b', mentioned: true })
    expect(life.state()).toMatchObject({ turn: state })
    return life
  }

  test.each(['drop', 'mute', 'pause'])('ends when an operator says %s, and its sign is called off', async (what) => {
    const life = await asking()
    life.host.commit([{ key: 'g', event: { type: `operator.${what}`, at: life.clock.now() } }])
    expect(life.state()).toMatchObject({ turn: { cooling: 'resting' } })
    expect(life.calls).toEqual([])
  })

  test('does not wait for a sign that hangs when a message comes and the window is free (D5)', async () => {
    const life = await asking()
    life.clock.jump(nextAt)
    life.say({ id: 'c', mentioned: true })
    expect(life.state()).toMatchObject({ turn: next })
  })
})

test.each(['drop', 'mute', 'pause'])(
  'a sign for who has had their share ends when an operator says %s',
  async (what) => {
    const life = localLife({
      db: openDatabase(':memory:'),
      hosted: watched,
      input: inputWith({}, { limitsPersons: true, canReact: true }),
    })
    life.say({ id: 'a', sender: 'bo', mentioned: true })
    await life.settle({ error: overLimit('bo') })
    expect(life.state()).toMatchObject({ turn: 'declining' })
    life.host.commit([{ key: 'g', event: { type: `operator.${what}`, at: life.clock.now() } }])
    expect(life.state()).toMatchObject({ turn: { cooling: 'resting' } })
    expect(life.calls).toEqual([])
  },
)

// Two judgements of one draft, and talk in both: deeper than the walks go.
test('a draft that nobody asked for is dropped when the talk goes on at every judgement (L3)', async () => {
  const life = localLife({
    db: openDatabase(':memory:'),
    hosted: watched,
    input: inputWith({ batching: { intervalMs: 0 }, delay: { fastMs: [2_000, 2_000] } }),
  })
  const peer = (id: string) => life.say({ id, kind: 'peer', sender: 'rex' })
  life.say({ id: 'a' })
  life.clock.advance(1)
  await life.settle({ output: yes })
  await life.settle({ output: draft })
  peer('b')
  life.clock.advance(2_001)
  for (const id of ['c', 'd']) {
    peer(id)
    // oxlint-disable-next-line no-await-in-loop -- one judgement after the other
    await life.settle({ output: { ...yes, verdict: 'send' } })
  }
  expect(life.verdicts.filter(({ gate }) => gate === 'rejudge').map(({ outcome, why }) => [outcome, why])).toEqual([
    ['send', 'modelSends'],
    ['drop', 'talkMovedOn'],
  ])
})

// Two people in one turn, one of whom has had their share: deeper than the walks go.
describe('the share of the day of one who asks', () => {
  const life = (canReact: boolean): LocalLife =>
    localLife({
      db: openDatabase(':memory:'),
      hosted: watched,
      input: inputWith({ batching: { intervalMs: 0 } }, { limitsPersons: true, ...(canReact && { canReact }) }),
    })
  const goesOn = { id: 'a', sender: 'gil', asked: 'followUp' } as const

  test('ends a judgement with a sign where the channel has one', async () => {
    const here = life(true)
    here.say(goesOn)
    here.clock.advance(1)
    expect(here.state()).toMatchObject({ turn: { dispatching: 'deciding' } })
    await here.settle({ error: overLimit('gil') })
    expect(here.state()).toMatchObject({ turn: 'declining' })
  })

  test('leaves the judgement to what others said, where it has none', async () => {
    const here = life(false)
    here.say({ id: 'b', sender: 'ann' })
    here.say(goesOn)
    here.clock.advance(1)
    await here.settle({ error: overLimit('gil') })
    expect(here.verdicts.filter(({ outcome }) => outcome === 'restart')).toMatchObject([
      { gate: 'dispatch', why: 'othersGoOn', messages: ['b'] },
    ])
  })

  test('leaves the reply to what others said, where it has none', async () => {
    const here = life(false)
    here.say({ id: 'b', sender: 'ann', mentioned: true })
    here.say({ id: 'a', sender: 'bo', mentioned: true })
    await here.settle({ error: overLimit('bo') })
    expect(here.verdicts.findLast(({ outcome }) => outcome === 'restart')).toMatchObject({
      gate: 'dispatch',
      why: 'othersGoOn',
      messages: ['b'],
    })
  })
})

for (const byHand of [workByHand, commandsByHand, approvalsByHand, scheduleByHand, stopsByHand, withdrawalsByHand])
  byHand(watched)

test('every transition of the chart was taken by the host in the tests above', () => {
  const names = [...transitionNames(groupMachine).values()]
  const missing = names.filter((name) => !covered.has(name))
  const report = [`transitions covered: ${names.length - missing.length} of ${names.length}`, ...missing]
  process.stdout.write(`${report.join('\n  missing: ')}\n`)
  expect(missing).toEqual([])
})

const draft = { text: 'One.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }
