// Random lives of a relay and those that it invokes, which tell each other: as XState's own actors, and on the virtual host.
import * as fc from 'fast-check'
import { type AnyActorRef, type AnyMachineSnapshot, createActor, isMachineSnapshot } from 'xstate'
import { makeVirtualHost } from '../../src/host/virtual/virtual-host.ts'
import { TickingClock } from './actor-life.ts'
import { contextOf } from './canonical.ts'
import { type Hop, type Pass, relay } from './contract/relay.ts'
import { atOnce, type Played } from './played.ts'

export type RelayScript = { at: number; depth: number; event: Pass }[]

/** By depth, the steps of one relay after the other. */
export type RelayTrace = string[][][]

export interface RelayLife {
  tell(told: RelayScript[number]): void | Promise<void>
  runUntil(at: number): void | Promise<void>
  stop?(): Promise<void>
  isRunning(depth: number): boolean
  trace(): RelayTrace
}

const stepText = (at: number, type: string, snapshot: AnyMachineSnapshot): string =>
  `${at} ${type} ${snapshot.status} ${JSON.stringify(snapshot.value)} ${contextOf(snapshot)}`
const depthOf = ({ context }: AnyMachineSnapshot): number => (context as { depth: number }).depth

/** Plays a script, and then until nothing happens any more. */
export function* playRelays(script: RelayScript, makeLife: () => RelayLife): Played<RelayTrace> {
  const life = makeLife()
  for (const told of script) {
    yield life.runUntil(told.at)
    if (life.isRunning(told.depth)) yield life.tell(told)
  }
  yield life.runUntil((script.at(-1)?.at ?? 0) + 10_000)
  yield life.stop?.()
  return life.trace()
}

export const runRelays = (...play: Parameters<typeof playRelays>): RelayTrace => atOnce(playRelays(...play))

export function actorRelays(): RelayLife {
  const clock = new TickingClock()
  const lives = new Map<AnyActorRef, { depth: number; steps: string[] }>()
  const senders = new WeakMap<object, AnyActorRef | undefined>()
  const stale = new WeakSet<object>()

  /** As hosts do, and unlike XState, it drops an answer of what was left, or begun anew, since then. */
  function fenced(next?: typeof relay): typeof relay {
    const machine = relay.provide(next ? { actors: { relay: next as never } } : {})
    const { transition } = machine
    machine.transition = (snapshot, event, scope) => {
      const isStale = event.type.startsWith('xstate.done.') && snapshot.children['next'] !== senders.get(event)
      if (isStale) stale.add(event)
      return isStale ? snapshot : transition.call(machine, snapshot, event, scope)
    }
    return machine
  }

  const actor = createActor(fenced(fenced(fenced())), {
    input: { depth: 0, hello: [] },
    clock,
    inspect(told) {
      const ref = told.actorRef as AnyActorRef
      if (told.type === '@xstate.actor') lives.set(ref, { depth: 0, steps: [] })
      if (told.type === '@xstate.event') senders.set(told.event, told.sourceRef as AnyActorRef | undefined)
      if (told.type !== '@xstate.snapshot' || !isMachineSnapshot(told.snapshot) || stale.has(told.event)) return
      const life = lives.get(ref)
      life?.steps.push(stepText(clock.now(), told.event.type, told.snapshot))
      if (life) life.depth = depthOf(told.snapshot)
    },
  }).start()
  const running = (depth: number): AnyActorRef | undefined => {
    let ref: AnyActorRef | undefined = actor
    for (let at = 0; at < depth; at += 1) ref = (ref?.getSnapshot() as AnyMachineSnapshot | undefined)?.children['next']
    return ref?.getSnapshot().status === 'active' ? ref : undefined
  }
  return {
    trace: () => [0, 1, 2].map((depth) => [...lives.values()].flatMap((life) => shown(life, depth))),
    runUntil: (at) => clock.tickUntil(at),
    isRunning: (depth) => running(depth) !== undefined,
    tell: ({ depth, event }) => running(depth)?.send(event),
  }
}

const shown = (life: { depth: number; steps: string[] }, depth: number): string[][] =>
  life.depth === depth && life.steps.length > 0 ? [life.steps] : []

export const relayKeys = ['iris web:lobby', '#relay/next/iris web:lobby', '#relay/next/#relay/next/iris web:lobby']

export const virtualRelays =
  ({ reload }: { reload: boolean }) =>
  (): RelayLife => {
    const lives: RelayTrace = [[], [], []]
    const kind = { machine: relay, inputOf: () => ({ depth: 0, hello: [] }) }
    const host = makeVirtualHost({ hosted: { ...kind, kinds: { '#relay': kind } }, jobs: {}, reload })
    host.subscribe(({ key, at, event, snapshot }) => {
      const own = lives[relayKeys.indexOf(key)]
      if (event.type === 'xstate.init') own?.push([])
      own?.at(-1)?.push(stepText(at, event.type, snapshot as AnyMachineSnapshot))
    })
    const isRunning = (depth: number): boolean => host.snapshot(relayKeys[depth] ?? '')?.status === 'active'
    host.tell('iris web:lobby', { type: 'nothing' })
    lives[0]?.[0]?.pop()
    return {
      trace: () => lives,
      isRunning,
      runUntil: (at) => host.runUntil(at),
      tell: ({ at, depth, event }) => void host.tellAt(at, relayKeys[depth] ?? '', event),
    }
  }

const hops = fc.constantFrom<Hop[]>('down', 'down', 'up', 'up', 'both', 'call', 'leave', 'finish')
const passes = fc.record({
  type: fc.constant('pass' as const),
  what: fc.constantFrom('a', 'b'),
  route: fc.oneof(
    { weight: 3, arbitrary: fc.array(hops, { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(hops, { maxLength: 3 }).map((route): Hop[] => ['call', 'call', ...route]) },
  ),
  hello: fc.array(hops, { maxLength: 3 }),
})

export const relayScripts: fc.Arbitrary<RelayScript> = fc
  .array(fc.record({ gap: fc.nat(1_200), depth: fc.constantFrom(0, 0, 1, 2), event: passes }), {
    minLength: 1,
    maxLength: 25,
    size: 'max',
  })
  .map((script) => {
    let at = 0
    return script.map(({ gap, ...told }) => ({ ...told, at: (at += gap) }))
  })
