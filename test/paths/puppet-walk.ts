// A walk on the local host while tools are at work: a chart in their place does as the test says.
import { expect } from 'vitest'
import type { GroupInput } from '../../machines/group/settings.ts'
import { openDatabase } from '../../src/store/database.ts'
import { type LocalLife, localLife, type LocalLifeOptions } from '../host/local-life.ts'
import type { WalkStep } from './graph.ts'
import type { PathEvent } from './path-event.ts'
import { puppetKey } from './puppet.ts'
import { expectedStep, toldStep } from './told-step.ts'

interface Walked {
  input: GroupInput
  hosted: NonNullable<LocalLifeOptions['hosted']>
}

/** The host must take the same steps as the model, to the same states and memories, at the same times. */
export async function walkBesideTools(steps: readonly WalkStep[], { input, hosted }: Walked): Promise<void> {
  const db = openDatabase(':memory:')
  const life = localLife({ db, input, hosted })
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const { event } of steps) await feed(life, event)
  await life.host.stop()
  db.close()
  const taken = life.steps
    .filter(({ key }) => key === 'g')
    .map(({ event, at, snapshot }) => toldStep(event.type, at, snapshot))
  // The first step made the actor.
  expect(taken.slice(1, steps.length + 1)).toEqual(steps.map(expectedStep))
}

async function feed(life: LocalLife, event: PathEvent): Promise<void> {
  const { type, at, message, actorId, output, error } = event
  if (message && type === 'message.received') {
    // It may arrive at the very ms of a timer that has not fired yet.
    life.clock.jump(at)
    expect(life.say(message)).toBe('accepted')
    // Redelivered: it leads to no step (R10).
    expect(life.say(message)).toBe('duplicate')
    return
  }
  if (/^(?:operator|floor|note|message|work)\./.test(type)) {
    life.clock.jump(at)
    expect(life.host.commit([{ key: 'g', event: { ...event } }])).toEqual(['accepted'])
    return
  }
  life.clock.advance(at)
  if (actorId === 'work') {
    life.host.commit([{ key: puppetKey, event: output ? { type: 'end', output } : { type: 'break' } }])
    return
  }
  // A call of a turn, and a sign for a run that was called off, may be under way at once.
  const isMeant = ({ input }: { input: unknown }): boolean =>
    ((input as { emoji?: string }).emoji === '👌') === (actorId === 'signStop' || actorId === 'signWithdrawal')
  if (type.startsWith('xstate.done')) await life.settle({ output }, isMeant)
  else if (type.startsWith('xstate.error')) await life.settle({ error }, isMeant)
}
