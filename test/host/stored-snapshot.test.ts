// What a store keeps of a chart.
import { createActor } from 'xstate'
import { expect, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import { makeStepper } from '../../src/room/step.ts'
import { inputWith } from '../fakes/group-life.ts'

test('the configuration is no part of a stored snapshot: it is laid over it at every load', () => {
  const stepper = makeStepper(groupMachine, inputWith())
  const stored = stepper.dump(stepper.init(inputWith()).snapshot)
  const { context } = JSON.parse(stored) as { context: object }
  expect(Object.keys(context)).not.toContain('input')
  const changed = inputWith({ policy: 'mention' })
  expect(stepper.load(stored, changed).context.input).toEqual(changed)
})

test('a snapshot is stored and read as xstate does it, with and without a call under way', () => {
  const stepper = makeStepper(groupMachine, inputWith())
  const events = scripted()
  let { snapshot } = stepper.init(inputWith())
  const seen = new Set<boolean>()
  for (const event of events) {
    ;({ snapshot } = stepper.step(snapshot, event))
    const { input, ...context } = snapshot.context
    const body = stepper.dump(snapshot)
    expect(body).toBe(JSON.stringify({ ...(groupMachine.getPersistedSnapshot(snapshot) as object), context }))
    const whole = { ...(JSON.parse(body) as object), context: snapshot.context }
    const theirs = createActor(groupMachine, { snapshot: whole as never, input }).getSnapshot()
    // Twice: what is known of the first is used for the second.
    for (const own of [stepper.load(body, input), stepper.load(body, input)]) {
      expect(plain(own)).toEqual(plain(theirs))
      snapshot = own
    }
    seen.add(Object.keys(snapshot.children).length > 0)
  }
  expect([...seen].toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true])
})

type Snapshot = ReturnType<ReturnType<typeof makeStepper<typeof groupMachine>>['load']>

const plain = ({ status, value, tags, context, children, historyValue, _nodes: nodes }: Snapshot) => ({
  status,
  value: JSON.stringify(value),
  tags: [...tags],
  context,
  children: Object.keys(children),
  historyValue,
  nodes: nodes.map(({ id }) => id),
})

/** A message to the bot, its pause, what the model says, and another message meanwhile. */
function scripted() {
  const at = 1_000_000
  return [
    { type: 'message.received', at, message: messageAt(at, 'm1', true) },
    { type: 'xstate.after.bufferInterval.group.intake.buffering', at: at + 60_000 },
    { type: 'message.received', at: at + 60_010, message: messageAt(at + 60_010, 'm2', false) },
    {
      type: 'xstate.done.actor.compose',
      actorId: 'compose',
      output: { text: 'Yes.', type: 'full', tokens: 9 },
      at: at + 61_000,
    },
    { type: 'message.received', at: at + 61_010, message: messageAt(at + 61_010, 'm3', false) },
  ] as never[]
}

const messageAt = (ts: number, id: string, mentioned: boolean) => ({
  id,
  ts,
  kind: 'person',
  sender: 'ann',
  mentioned,
  relevance: 0.9,
  tokens: 20,
})
