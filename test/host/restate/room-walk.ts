// A walk in a room on Restate: messages come in copies, a turn fails once, the worker is killed once, and still the room takes
// the steps of the model.
import type { GroupInput } from '../../../machines/group/settings.ts'
import type { MessageRef } from '../../../machines/group/types.ts'
import { groupMachine } from '../../../machines/group/group.ts'
import { actorKey, childKey, headOf, roomOf } from '../../../src/room/key.ts'
import type { InboundMessage } from '../../../src/room/message.ts'
import type { WalkStep } from '../../paths/graph.ts'
import type { PathEvent } from '../../paths/path-event.ts'
import { puppets } from '../../paths/puppet.ts'
import { expectedStep, toldStep } from '../../paths/told-step.ts'
import { watchedNames } from '../../paths/watched-machine.ts'
import { received } from '../../world/world.ts'
import { callsIn, type Fault, type WalkedRoom, walkedRooms } from './walked-rooms.ts'

export interface Walk {
  /** Counted: what befalls it comes now early, now late. */
  n: number
  world: string
  input: GroupInput
  steps: readonly WalkStep[]
}

export interface Walked {
  /** As the model says it, and as the room did it, where they differ. */
  difference?: { walk: string; expected: readonly string[]; taken: readonly string[] }
  /** That came to the same. */
  steps: number
  /** Of them, those that came at the very ms of a timer. */
  late: number
  isKilled: boolean
}

const faults: readonly Fault[] = ['unplanned', 'unwritten', 'undone']

/** Where walks take place; `took` hears the transitions that rooms take, by name. */
export function walkersOn(took: (name: string) => void) {
  const said = new Map<string, MessageRef>()
  const inputs = new Map<string, GroupInput>()
  const rooms = walkedRooms({
    hosted: {
      machine: groupMachine,
      version: '1',
      migrations: {},
      ...puppets,
      transitions: watchedNames(groupMachine, took),
      room: {
        hear: (_, { id, group, bots = botsIn(group) }) => ({
          bots,
          read: () =>
            bots.map((bot) => {
              const message = said.get(`${group} ${id}`) as MessageRef
              return { key: `${bot} ${group}`, event: received(message, message.ts) }
            }),
        }),
      },
    },
    inputOf(key) {
      const input = inputs.get(roomOf(key)) as GroupInput
      return headOf(key) === 'iris' ? input : { ...input, settings: { ...input.settings, enabled: false } }
    },
  })

  /** A copy for one, then one for all, then all have it: it leads to one step of each (R10, X5). */
  async function say(room: WalkedRoom, message: MessageRef, isAtOnce: boolean): Promise<boolean> {
    const group = room.key
    said.set(`${group} ${message.id}`, message)
    const sender = { id: message.sender, name: message.sender, bot: message.kind !== 'person' }
    const whole: InboundMessage = { id: message.id, group, ts: message.ts, sender, text: '' }
    const copies = [{ ...whole, bots: ['iris'] }, whole, whole]
    const receipts = await rooms.host.receive(isAtOnce ? copies : copies.slice(0, 1))
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (!isAtOnce) for (const copy of copies.slice(1)) receipts.push(...(await rooms.host.receive([copy])))
    return (
      receipts.join(' ') === (botsIn(group).length > 1 ? 'accepted accepted duplicate' : 'accepted duplicate duplicate')
    )
  }

  async function feed(room: WalkedRoom, { event }: WalkStep, isAtOnce: boolean): Promise<boolean> {
    const { type, at, message, actorId, output, error } = event
    if (arrives(event)) {
      room.now = Math.max(room.now, at)
      room.isLate = true
      if (type === 'operator.pause' || type === 'operator.resume') room.paused = type === 'operator.pause'
      const isTaken =
        message && type === 'message.received'
          ? await say(room, message, isAtOnce)
          : (await rooms.host.order([{ key: room.walker, event: { ...event } }])).join(' ') === 'accepted'
      room.isLate = false
      return isTaken
    }
    await rooms.advance(room, at)
    if (actorId === 'work') {
      const key = childKey(room.walker, 'agent', actorId)
      await rooms.host.order([{ key, event: output ? { type: 'end', output } : { type: 'break' } }])
    } else if (actorId !== undefined) {
      const call = [...room.calls].find(({ ref }) => ref.key === room.walker && ref.id === actorId)
      if (!call) return false
      room.calls.delete(call)
      call.settle(error === undefined ? { output } : { error })
    }
    return true
  }

  /** `killed`: resolves when the worker has been killed and another one is there. */
  async function walk({ n, world, input, steps }: Walk, killed: () => Promise<void>): Promise<Walked> {
    const group = `web:${n}`
    const walker = actorKey({ bot: 'iris', group, oneToOne: false })
    inputs.set(group, input)
    const room = rooms.enter(group, walker)
    const from = n % steps.length
    let isKilled = false
    let [done, late] = [0, 0]
    for (const [place, step] of steps.entries()) {
      const isCut = isCutOff(room, step.event)
      const isResting = callsOf(steps[place - 1]) !== undefined
      const isLast = !isKilled && isResting && place >= from && (isCut || ofModel(room).length === 0)
      // oxlint-disable no-await-in-loop -- one after the other
      if (isLast) {
        if (isCut) await rooms.advance(room, step.event.at)
        await killed()
        isKilled = true
        if (!isCut && !(await rooms.rested(room, done, callsOf(steps[place - 1])))) break
      }
      // The call that the kill cut off has failed by that.
      if (!isLast || !isCut) {
        if (place === from) room.fault = faults[n % faults.length]
        if (!(await feed(room, step, (n + place) % 2 === 0))) break
      }
      if (!(await rooms.rested(room, done + 1, callsOf(step)))) break
      // oxlint-enable no-await-in-loop
      done += 1
      if (isLate(step, steps[place - 1])) late += 1
    }
    const expected = steps.map((step) => `${expectedStep(step)} ${dues(step.moment.timers)}`)
    const taken = room.steps.map(
      ({ event, at, snapshot, timers }) => `${toldStep(event.type, at, snapshot)} ${dues(timers)}`,
    )
    const isSame = done === steps.length && expected.every((text, place) => text === taken[place])
    const under = callsIn(room)
    const failures = room.steps.flatMap(({ event }) => ('error' in event ? JSON.stringify(event.error) : []))
    rooms.leave(room)
    return {
      ...(!isSame && {
        difference: {
          walk: `${n} in ${world}`,
          expected,
          taken: [...taken, `under way: ${under}; failures: ${failures.join()}`],
        },
      }),
      steps: isSame ? done : 0,
      late: isSame ? late : 0,
      isKilled,
    }
  }

  return { rooms, walk }
}

/** In every third room another one reads along. */
const botsIn = (group: string): string[] => (Number(group.slice('web:'.length)) % 3 === 0 ? ['iris', 'otto'] : ['iris'])

/** Nobody waits for it to fire or to answer. */
const arrives = ({ type }: PathEvent): boolean => /^(?:message|operator|floor|note|work)\./.test(type)

const isLate = ({ event }: WalkStep, before: WalkStep | undefined): boolean =>
  arrives(event) && before?.moment.timers[0]?.due === event.at

/**
 * Tools at work are a chart, and no call. Undefined: the turn goes on with the next timer, which is due at the same ms, and
 * with what that leads to.
 */
function callsOf(step: WalkStep | undefined): string[] | undefined {
  if (!step) return []
  const { event, moment } = step
  const [next] = moment.timers
  return next && next.due <= moment.at && !arrives(event) ? undefined : moment.jobs.filter((id) => id !== 'work')
}

/** What the channel is asked for is asked for again; of a model it is not known what it did. */
const ofModel = ({ calls }: WalkedRoom) => [...calls].filter(({ src }) => src !== 'deliver' && src !== 'sign')

/** The event says that a crash cut off the only call to a model. */
const isCutOff = (room: WalkedRoom, { error }: PathEvent): boolean =>
  (error as { kind?: string } | undefined)?.kind === 'interrupted' && ofModel(room).length === 1

/** Those that are put behind what arrives are due a little later. */
const dues = (timers: readonly { id: string; due: number }[]): string =>
  timers.map(({ id, due }) => `${id} at ${Math.floor(due)}`).join(', ')
