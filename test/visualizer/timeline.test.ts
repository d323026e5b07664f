import type { WhyKey } from '../../machines/group/verdicts/why.ts'
import { expect, test } from 'vitest'
import type { StepRecord, TalkLine } from '../../src/feed/contract.ts'
import { arrowOf, arrowsOf } from '../../visualizer/timeline/arrows.ts'
import { saidBy } from '../../visualizer/timeline/said.ts'
import { marksOf } from '../../visualizer/timeline/marks.ts'
import { timeAt, xOf } from '../../visualizer/timeline/scale.ts'
import { callSpans, stepAtTime, turnSpans, visible, vitalitySpans } from '../../visualizer/timeline/spans.ts'
import { isTickTold, panTime, reveal, tickText, ticks, zoomTime } from '../../visualizer/timeline/window.ts'

const message = { id: 'm1', sender: 'Ann', kind: 'person', mentioned: true }
const verdict = (gate: 'dispatch' | 'decide', outcome: string, why: WhyKey) => ({
  turn: 1,
  at: 0,
  gate,
  outcome,
  why,
  messages: [],
})
const steps: StepRecord[] = [
  step(1, 0, { type: 'message.received', message }, ['turn.idle', 'intake.buffering']),
  step(2, 3_000, { type: 'xstate.after.bufferInterval.group.intake.buffering' }, [
    'turn.dispatching',
    'turn.dispatching.deciding',
  ]),
  step(3, 3_500, { type: 'message.received', message: { ...message, mentioned: false } }, [
    'turn.dispatching',
    'turn.dispatching.deciding',
  ]),
  {
    ...step(
      4,
      4_000,
      { type: 'xstate.done.actor.decide' },
      ['turn.dispatching', 'turn.dispatching.composing'],
      'ACTIVE',
    ),
    verdicts: [verdict('dispatch', 'start', 'batchReady'), verdict('decide', 'reply', 'modelWants')],
  },
  step(5, 6_000, { type: 'xstate.error.actor.compose' }, ['turn.cooling', 'turn.cooling.resting'], 'ACTIVE'),
]

test('the turn lane follows a turn from the gathering batch to the cooldown', () => {
  expect(turnSpans(steps)).toEqual([
    { name: 'buffering', tone: 'wait', from: 0, to: 3_000, seq: 1 },
    { name: 'dispatching.deciding', tone: 'think', from: 3_000, to: 4_000, seq: 2 },
    { name: 'dispatching.composing', tone: 'think', from: 4_000, to: 6_000, seq: 4 },
    { name: 'cooling', tone: 'cool', from: 6_000, to: Infinity, seq: 5 },
  ])
})

test('the model lane shows the calls alone', () => {
  expect(callSpans(steps).map(({ name, from, to }) => [name, from, to])).toEqual([
    ['decide', 3_000, 4_000],
    ['compose', 4_000, 6_000],
  ])
})

test('a note is a call of its own beside those of the turn, and a sign is none', () => {
  const noting = [
    step(1, 0, { type: 'x' }, ['turn.awaitingBudget', 'turn.awaitingBudget.signing']),
    step(2, 1_000, { type: 'x' }, ['turn.dispatching.composing', 'memory.renewing']),
    step(3, 2_000, { type: 'x' }, ['turn.idle', 'memory.renewing']),
    step(4, 3_000, { type: 'x' }, ['turn.idle', 'memory.resting']),
  ]
  expect(callSpans(noting).map(({ name, from, to }) => [name, from, to])).toEqual([
    ['compose', 1_000, 2_000],
    ['renewNote', 2_000, 3_000],
  ])
})

test('a sign goes to the channel as a reply does', () => {
  const signed = [
    step(1, 0, { type: 'x' }, ['turn.awaitingBudget', 'turn.awaitingBudget.signing']),
    step(2, 10, { type: 'xstate.done.actor.sign' }, ['turn.awaitingBudget', 'turn.awaitingBudget.held']),
  ]
  const told = arrowsOf(signed).map(({ from, to, kind, name, took }) => [from, to, kind, name, took])
  expect(told.slice(1)).toEqual([
    ['group', 'deliver', 'call', 'sign', undefined],
    ['deliver', 'group', 'done', 'sign', 10],
  ])
})

test('vitality is one span until it changes', () => {
  expect(vitalitySpans(steps).map(({ name, from }) => [name, from])).toEqual([
    ['DORMANT', 0],
    ['ACTIVE', 4_000],
  ])
})

test('the step at a time is the last one up to it', () => {
  expect([-1, 0, 3_499, 3_500, 99_999].map((at) => stepAtTime(steps, at)?.seq)).toEqual([undefined, 1, 2, 3, 5])
})

test('spans in sight are cut at the edges, and those too narrow give way', () => {
  const spans = turnSpans(steps)
  expect(visible(spans, 3_500, 5_000, 10).map(({ from, to }) => [from, to])).toEqual([
    [3_500, 4_000],
    [4_000, 5_000],
  ])
  expect(visible(spans, 0, 10_000, 2_500).map(({ name }) => name)).toEqual([
    'buffering',
    'dispatching.composing',
    'cooling',
  ])
})

test('a message, a timer, a call and its failure are arrows between their lifelines', () => {
  const arrows = arrowsOf(steps).map(({ seq, from, to, kind, name, took }) => [seq, from, to, kind, name, took])
  expect(arrows).toEqual([
    [1, 'channel', 'group', 'message', 'message.received', undefined],
    [2, 'group', 'group', 'timer', 'bufferInterval', undefined],
    [2, 'group', 'decide', 'call', 'decide', undefined],
    [3, 'channel', 'group', 'message', 'message.received', undefined],
    [4, 'decide', 'group', 'done', 'decide', 1_000],
    [4, 'group', 'compose', 'call', 'compose', undefined],
    [5, 'compose', 'group', 'error', 'compose', 2_000],
  ])
})

test('a row tells why before it tells that a turn began', () => {
  const notes = arrowsOf(steps).flatMap((arrow) => arrow.notes.map(({ said, cause }) => ({ said, why: cause.why })))
  expect(notes).toEqual([
    { said: 'decide reply', why: 'modelWants' },
    { said: 'dispatch start', why: 'batchReady' },
  ])
})

test('a row shows the text of the message, and of the reply that answers it', () => {
  const said = (id: string, at: number, name: string, text: string, replyTo?: string) => ({
    id,
    at,
    sender: name,
    name,
    bot: name !== 'Ann',
    text,
    ...(replyTo && { replyTo }),
  })
  const talk = [
    said('m1', 0, 'Ann', 'which paper?'),
    said('r0', 100, 'Rex', 'not mine', 'm1'),
    said('r1', 4_000, 'Iris', 'this one', 'm1'),
    said('r2', 90_000, 'Iris', 'or that one', 'm1'),
  ]
  const sent = { turn: 1, at: 4_000, gate: 'send', outcome: 'sent', why: 'delivered', messages: ['m1'] } as const
  const heardOne = step(1, 0, { type: 'message.received', message }, ['turn.idle'])
  const posted = {
    ...step(2, 4_000, { type: 'xstate.done.actor.deliver' }, ['turn.cooling']),
    verdicts: [{ ...sent, messages: ['m1'] }],
  }
  const texts = arrowsOf([heardOne, posted]).map((arrow) => saidBy(talk, 'Iris')(arrow)?.text)
  expect(texts).toEqual(['which paper?', 'this one'])
})

test('the cursor points at the first arrow of its step', () => {
  const arrows = arrowsOf(steps)
  expect([0, 2, 3, 99].map((seq) => arrowOf(arrows, seq))).toEqual([-1, 1, 3, 6])
})

test('messages that would touch are one mark, and bots keep their own', () => {
  const talk = [
    line('a', 0, false),
    line('b', 40, false),
    line('c', 45, true),
    line('d', 500, false),
    line('e', 5_000, false),
  ]
  const marks = marksOf(talk, { from: 0, to: 1_000, left: 0, width: 100 })
  expect(marks.map(({ id, x, end, count, bot }) => [id, x, end, count, bot])).toEqual([
    ['a', 0, 4, 2, false],
    ['c', 4.5, 4.5, 1, true],
    ['d', 50, 50, 1, false],
  ])
  expect(marks.map(({ room }) => room)).toEqual([0, 29.5, 34])
})

test('a mark that lies within another has no room for words', () => {
  const talk = [line('a', 0, false), line('b', 50, true), line('c', 75, false), line('d', 125, false)]
  const marks = marksOf(talk, { from: 0, to: 1_000, left: 0, width: 100 })
  expect(marks.map(({ id, end, room }) => [id, end, room])).toEqual([
    ['a', 12.5, 71.5],
    ['b', 5, 0],
  ])
})

test('a place on the screen and its time lead to each other', () => {
  const scale = { from: 1_000, to: 2_000, left: 70, width: 200 }
  expect(xOf(scale, 1_250)).toBe(120)
  expect(timeAt(scale, 120)).toBe(1_250)
})

test('the time under the pointer stays under it while one zooms', () => {
  const after = zoomTime({ span: 1_000_000, end: 2_000_000 }, 0.5, 0.25, 9_000_000)
  expect(after).toEqual({ span: 500_000, end: 1_625_000 })
  expect(after.end && after.end - after.span * 0.75).toBe(1_250_000)
})

test('a window that follows the present still follows it when zoomed, and one that reaches it does again', () => {
  expect(zoomTime({ span: 60_000, end: undefined }, 2, 0.3, 500)).toEqual({ span: 120_000, end: undefined })
  expect(panTime({ span: 60_000, end: undefined }, -10_000, 100_000)).toEqual({ span: 60_000, end: 90_000 })
  expect(panTime({ span: 60_000, end: 90_000 }, 20_000, 100_000)).toEqual({ span: 60_000, end: undefined })
})

test('a moment out of sight is brought into it, one in sight moves nothing', () => {
  const window = { span: 60_000, end: 500_000 }
  expect(reveal(window, 470_000, 900_000)).toBe(window)
  expect(reveal(window, 100_000, 900_000)).toEqual({ span: 60_000, end: 130_000 })
})

test('no time is written below the tools, at the end, or where that of the playhead stands', () => {
  const scale = { from: 0, to: 800_000, left: 96, width: 800 }
  const told = [20, 40, 48, 300, 470, 500, 700, 792].filter((px) => isTickTold(scale, px * 1_000, 96 + 450))
  expect(told).toEqual([48, 300, 700])
})

test('ticks stand at round times with room between them', () => {
  expect(ticks(12_000, 72_000, 600, 84, 0)).toEqual([20_000, 30_000, 40_000, 50_000, 60_000, 70_000])
  expect(tickText(3_605_000, 3_600_000, 3_660_000, 0)).toBe('01:00:05')
  expect(tickText(3_600_000, 0, 7_200_000, 0)).toBe('01:00')
  expect(tickText(86_400_000, 0, 90_000_000, 0)).toBe('01-02')
})

function step(
  seq: number,
  at: number,
  event: StepRecord['event'],
  active: string[],
  vitality: StepRecord['vitality'] = 'DORMANT',
): StepRecord {
  const ids = ['group', ...active.map((id) => `group.${id}`)]
  const counts = { timers: [], messagesIn5m: 0, speakersIn5m: 0, waiting: 0, skipsInARow: 0, budget: [] }
  return { key: 'b g', bot: 'b', group: 'g', seq, at, event, took: [], verdicts: [], active: ids, vitality, ...counts }
}

function line(id: string, at: number, bot: boolean): TalkLine {
  return { id, at, sender: 'ann', name: 'Ann', bot, text: 'Hello' }
}
