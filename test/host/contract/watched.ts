// Rooms of watched charts, and what can be seen of them.
import type { AnyMachineSnapshot } from 'xstate'
import type { Rehearsed } from '../../../src/host/virtual/virtual-host.ts'
import { roomOf } from '../../../src/room/key.ts'
import { asker, counter, hearAll, message } from './machines.ts'
import type { MakeWorld, World, WorldOptions } from './world.ts'

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
