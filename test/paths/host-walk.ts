// A walk on the local host: messages come in copies, the store refuses one of them, the process is killed once, and still
// the host takes the steps of the model.
import type { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { GroupInput } from '../../machines/group/settings.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import type { InboundMessage } from '../../src/room/message.ts'
import { openDatabase } from '../../src/store/database.ts'
import { handClock } from '../host/hand-clock.ts'
import { type LocalLife, localLife, type LocalLifeOptions } from '../host/local-life.ts'
import { received } from '../world/world.ts'
import type { WalkStep } from './graph.ts'
import type { PathEvent } from './path-event.ts'
import { expectedStep, toldStep } from './told-step.ts'

interface Walked {
  input: GroupInput
  hosted: NonNullable<LocalLifeOptions['hosted']>
}

const group = 'web:lobby'
const walker = `iris ${group}`

/**
 * The host must take the same steps as the model, to the same states and memories, at the same times. `n`: of the walk; what
 * befalls it comes now early, now late.
 */
export async function walk(steps: readonly WalkStep[], walked: Walked, n: number): Promise<void> {
  const db = openDatabase(':memory:')
  const room = makeRoom(db, walked)
  let life = room.begin()
  const lives = [life]
  const from = n % steps.length
  let refused = false
  for (const [place, { event }] of steps.entries()) {
    const isCut = isCutOff(life, event)
    if (lives.length === 1 && place >= from && (isCut || life.calls.every(mayBeDoneAgain))) {
      if (isCut) life.clock.advance(event.at)
      life = room.begin(life.clock.now())
      lives.push(life)
      // The call that the kill cut off has failed by that.
      if (isCut) continue
    }
    const isRefused = !refused && place >= from && event.type === 'message.received'
    if (isRefused) refused = true
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await room.feed(life, event, isRefused)
  }
  await life.host.stop()
  db.close()
  const taken = lives.flatMap((each) => each.steps).filter(({ key, seq }) => key === walker && seq > 0)
  expect(taken.slice(0, steps.length).map(({ event, at, snapshot }) => toldStep(event.type, at, snapshot))).toEqual(
    steps.map(expectedStep),
  )
}

function makeRoom(db: DatabaseSync, { input, hosted }: Walked) {
  const said = new Map<string, MessageRef>()
  let refusals = 0
  /** The service lays it over what is stored, as the rest of the input. */
  let { paused = false } = input
  const hear = (_: unknown, { id, bots = ['iris', 'otto'] }: InboundMessage) => ({
    bots,
    read: () =>
      bots.map((bot) => ({
        key: `${bot} ${group}`,
        event: received(said.get(id) as MessageRef, said.get(id)?.ts ?? 0),
      })),
  })
  /** The other bot reads along. */
  const inputOf = (key: string): GroupInput =>
    key === walker ? { ...input, paused } : { ...input, settings: { ...input.settings, enabled: false } }
  const record = (): void => {
    if (refusals === 0) return
    refusals -= 1
    throw Object.assign(new Error('the disk is full'), { code: 'ERR_SQLITE_ERROR' })
  }

  async function say({ host, clock }: LocalLife, message: MessageRef, isRefused: boolean): Promise<void> {
    said.set(message.id, message)
    const sender = { id: message.sender, name: message.sender, bot: message.kind !== 'person' }
    const whole: InboundMessage = { id: message.id, group, ts: clock.now(), sender, text: '' }
    const forOne = { ...whole, bots: ['iris'] }
    if (isRefused) {
      refusals = 1
      await expect(host.receive([forOne])).rejects.toThrow('the disk is full')
    }
    // A copy for one, then one for both, then both have it: it leads to one step of each (R10, X5).
    expect(await host.receive([forOne])).toEqual(['accepted'])
    expect(await host.receive([whole])).toEqual(['accepted'])
    expect(await host.receive([whole])).toEqual(['duplicate'])
  }

  return {
    /** At that time, on what is stored; nothing is said good-bye to. */
    begin: (at = 0): LocalLife =>
      localLife({
        db,
        clock: handClock(at),
        hosted: { ...hosted, inputOf, room: { hear } },
        host: { record },
      }),
    async feed(life: LocalLife, event: PathEvent, isRefused: boolean): Promise<void> {
      const { type, at, message, actorId, output, error } = event
      if (message && type === 'message.received') {
        // It may arrive at the very ms of a timer that has not fired yet.
        life.clock.jump(at)
        await say(life, message, isRefused)
        return
      }
      if (/^(?:operator|floor|note|message)\./.test(type)) {
        life.clock.jump(at)
        if (type === 'operator.pause' || type === 'operator.resume') paused = type === 'operator.pause'
        expect(life.host.commit([{ key: walker, event: { ...event } }])).toEqual(['accepted'])
        return
      }
      life.clock.advance(at)
      // A call of a turn, and a sign for a request that was withdrawn, may be under way at once.
      const isMeant = (call: { input: unknown }): boolean =>
        ((call.input as { emoji?: string }).emoji === '👌') === (actorId === 'signWithdrawal')
      if (type.startsWith('xstate.done')) await life.settle({ output }, isMeant)
      else if (type.startsWith('xstate.error')) await life.settle({ error }, isMeant)
    },
  }
}

/** What the channel is asked for is asked for again; of a model it is not known what it did. */
const mayBeDoneAgain = ({ src }: LocalLife['calls'][number]): boolean => src === 'deliver' || src === 'sign'

/** The event says that a crash cut off the only call to a model. */
const isCutOff = ({ calls }: LocalLife, { error }: PathEvent): boolean =>
  (error as { kind?: string } | undefined)?.kind === 'interrupted' &&
  calls.filter((call) => !mayBeDoneAgain(call)).length === 1
