import { expect, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import type { Verdict } from '../../machines/group/types.ts'
import { boardRowOf, knownOf, recordStep } from '../../src/feed/recorder.ts'
import { makeStepper } from '../../src/room/step.ts'
import { inputWith } from '../fakes/group-life.ts'

const key = 'iris web:lobby'
const place = { bot: 'iris', group: 'web:lobby' }
const verdict = (gate: Verdict['gate'], outcome: string): Verdict => ({
  turn: 1,
  at: 7,
  gate,
  outcome,
  why: gate === 'buffer' ? 'intervalOver' : 'offTopic',
  messages: ['m1'],
})

/** An event told of an actor that has just heard a message. */
function stepWith(event: { type: string; [more: string]: unknown }) {
  const stepper = makeStepper(groupMachine, inputWith())
  const { snapshot } = stepper.step(stepper.init(inputWith()).snapshot, { at: 1_000, ...said } as never)
  const timers = [{ id: 'xstate.after.bufferInterval.group.intake.buffering', due: 31_000 }]
  return { key, seq: 1, at: 1_000, event, snapshot, took: ['group.intake.idle:message.received:0'], timers }
}

const message = { id: 'm1', ts: 1_000, kind: 'person', sender: 'ann', mentioned: false, tokens: 10 }
const said = { type: 'message.received', message: { ...message, text: 'the secret of the talk' } }

test('a step becomes a record of how the actor stands after it', () => {
  const verdicts = [verdict('buffer', 'wait')]
  const { record, standing } = recordStep(stepWith(said), place, verdicts)
  const budget = { messages: 0, tokens: 0 }
  const { limits } = inputWith().settings
  expect(record).toEqual({
    key,
    ...place,
    seq: 1,
    at: 1_000,
    event: { type: 'message.received', message: { id: 'm1', sender: 'ann', kind: 'person', mentioned: false } },
    took: ['group.intake.idle:message.received:0'],
    verdicts,
    active: [
      'group.vitality',
      'group.vitality.COOLING',
      'group.control',
      'group.control.free',
      'group.intake',
      'group.intake.buffering',
      'group.withdrawal',
      'group.withdrawal.idle',
      'group.work',
      'group.work.idle',
      'group.turn',
      'group.turn.idle',
      'group.memory',
      'group.memory.resting',
      'group.commands',
      'group.commands.idle',
    ],
    vitality: 'COOLING',
    timers: [{ id: 'xstate.after.bufferInterval.group.intake.buffering', name: 'bufferInterval', due: 31_000 }],
    messagesIn5m: 1,
    speakersIn5m: 1,
    waiting: 1,
    skipsInARow: 0,
    policy: 'auto',
    budget: (['short', 'medium', 'long'] as const).map((window) => ({
      window,
      ...budget,
      ...limits[`${window}Window`],
    })),
  })
  expect({ ...record, ...standing }).toEqual(record)
})

test('no text of a message, a model or a reply gets into a record', () => {
  const answers = [
    said,
    { type: 'xstate.done.actor.compose', output: { text: 'the secret of the talk' } },
    { type: 'xstate.error.actor.decide', error: { message: 'the secret of the talk' } },
  ]
  expect(JSON.stringify(answers.map((event) => recordStep(stepWith(event), place, [])))).not.toContain('secret')
})

test('the row of an actor keeps the last word until there is another', () => {
  const names = { botName: 'Iris', groupTitle: 'Lobby' }
  const before = { gate: 'policy', outcome: 'skip', why: 'heldBack', at: 3 } as const
  const rowWith = (verdicts: Verdict[]) =>
    boardRowOf(recordStep(stepWith(said), place, verdicts).record, names, { last: before })
  expect(rowWith([verdict('buffer', 'wait')]).last).toEqual(before)
  expect(rowWith([verdict('relevance', 'skip'), verdict('dispatch', 'end')]).last).toEqual({
    gate: 'relevance',
    outcome: 'skip',
    why: 'offTopic',
    at: 7,
  })
})

test('that a message came, or a turn began or closed, is no last word; that it was dropped is', () => {
  expect(knownOf([verdict('own', 'keep'), verdict('buffer', 'wait'), verdict('dispatch', 'start')])).toEqual({})
  expect(knownOf([verdict('dispatch', 'drop'), verdict('dispatch', 'end')]).last?.outcome).toBe('drop')
})

test('how the last call of the model ended is kept whatever the gates say after it', () => {
  const ended = [
    verdict('decide', 'reply'),
    verdict('compose', 'failed'),
    verdict('dispatch', 'end'),
    verdict('policy', 'skip'),
  ]
  expect(knownOf(ended)).toMatchObject({ last: { gate: 'policy' }, call: { gate: 'compose', outcome: 'failed' } })
})
