// Rooms of watched charts, and what can be seen of them.
import type { AnyMachineSnapshot } from 'xstate'
import type { Rehearsed } from '../../../src/host/virtual/virtual-host.ts'
import { roomOf } from '../../../src/room/key.ts'
import { asker, counter, hearAll, message } from './machines.ts'
import type { Crash, MakeWorld, Store, World, WorldOptions } from './world.ts'

const kind = { machine: asker, inputOf: () => ({}) }
const kinds = { '#counter': { machine: counter, inputOf: () => ({}) } }
export const after = (afterMs: number, output: unknown = 'yes'): Rehearsed => ({ outcome: { output }, afterMs })
const options: WorldOptions = {
  hosted: { ...kind, kinds, room: { hear: hearAll } },
  answers: { answer: () => after(500), goOn: () => after(130) },
}

export const contextIn = (snapshot: unknown) =>
  (snapshot as AnyMachineSnapshot | undefined)?.context as Record<string, unknown>
export const chartOf = async ({ host }: World, key: string) => {
  const charts = await host.room(roomOf(key))
  return charts?.find((chart) => chart.key === key)
}
export const saidBy = async (world: World, key: string) => contextIn((await chartOf(world, key))?.snapshot)['said']
/** Every step as it became durable. */
export const traceOf = ({ steps }: World) =>
  steps.map(({ key, seq, at, event, snapshot, timers }) => {
    const { value, context } = snapshot as AnyMachineSnapshot
    return { key, seq, at, type: event.type, value, context: { ...context, input: null }, timers }
  })

/** Messages to two rooms, a count beside them, and everything comes to its end. */
export async function play(world: World): Promise<World> {
  await world.receive(message('a'))
  await world.order({ key: '#counter web:lobby', event: { type: 'begin' } })
  await world.until(400)
  await world.receive(message('b'), message('c', { bots: ['rex'] }))
  await world.until(1_650)
  await world.receive(message('d', { group: 'web:den' }))
  await world.order({ key: 'iris web:lobby', event: { type: 'drop' } })
  await world.until(30_000)
  return world
}

export const openWatched = (make: MakeWorld, over: Partial<WorldOptions> = {}): World => make({ ...options, ...over })

/** Before each of these commits, and after it. */
export const killsAt = (first: number, last: number): Crash[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((commit) => [
    { commit, isDurable: false },
    { commit, isDurable: true },
  ])

/** A whole life, and the same life with its process killed at each of its commits. */
export async function killedEverywhere(live: (over: Partial<WorldOptions>) => Promise<World>) {
  const whole = await live({})
  const killed: [Crash, ReturnType<typeof traceOf>][] = []
  for (const crash of killsAt(1, whole.commits?.() ?? 1)) {
    // oxlint-disable-next-line no-await-in-loop -- one store after the other
    killed.push([crash, traceOf(await live({ crash }))])
  }
  return { trace: traceOf(whole), killed }
}

/** A world whose charts stand in a store. */
export function stored(world: World): World & { store: Store } {
  if (!world.store) throw new Error('it has no store')
  return world as World & { store: Store }
}
