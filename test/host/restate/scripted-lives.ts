// Scripted groups, families and relays on Restate: the test keeps the time.
import type { AnyMachineSnapshot } from 'xstate'
import { groupMachine } from '../../../machines/group/group.ts'
import type { GroupInput } from '../../../machines/group/settings.ts'
import type { Verdict } from '../../../machines/group/types.ts'
import { contextOf } from '../canonical.ts'
import { kindOf } from '../contract/children.ts'
import { clerk, helper, lead } from '../contract/family.ts'
import { relay } from '../contract/relay.ts'
import { restateWorld } from '../contract/restate-world.ts'
import { type Answers, type FamilyLife, keysOf, type Level, levels, newTrace, stepText } from '../family-life.ts'
import { relayKeys, type RelayLife, type RelayTrace } from '../relay-life.ts'
import type { AnswerOf, Life, TraceStep } from '../scripts.ts'

const key = 'iris web:lobby'

interface Forgetful {
  /** Nothing of a chart stays in memory between two events. */
  isForgetful: boolean
}

export const restateLife =
  ({ isForgetful }: Forgetful) =>
  (input: GroupInput, answer: AnswerOf): Life => {
    const trace: TraceStep[] = []
    // As the service keeps it: outside the snapshot.
    let paused = false
    const job = (src: string) => (jobInput: unknown) => answer(src, jobInput)
    const world = restateWorld({
      hosted: { machine: groupMachine, inputOf: () => ({ ...input, paused }) },
      answers: { decide: job('decide'), compose: job('compose'), deliver: job('deliver'), sign: job('sign') },
      isForgetful,
    })
    world.host.subscribe(({ at, event: { type }, snapshot, records }) => {
      if (type === 'xstate.init') return
      const stood = snapshot as AnyMachineSnapshot
      const verdicts = records.map(({ params }) => params as Omit<Verdict, 'at'>)
      trace.push({ at, type, value: JSON.stringify(stood.value), context: contextOf(stood), verdicts })
    })
    return {
      trace,
      async receive(at, event) {
        await world.until(at)
        if (event.type === 'operator.pause' || event.type === 'operator.resume')
          paused = event.type === 'operator.pause'
        await world.order({ key, event: { ...event } })
      },
      runUntil: world.until,
      stop: () => world.host.stop(),
    }
  }

export const restateFamily =
  ({ isForgetful }: Forgetful) =>
  (answer: Answers): FamilyLife => {
    const trace = newTrace()
    const world = restateWorld({
      hosted: { ...kindOf(lead), kinds: { '#helper': kindOf(helper), '#clerk': kindOf(clerk) } },
      answers: { answer: () => answer('answer'), goOn: () => answer('goOn') },
      isForgetful,
    })
    const failed = new Set<string>()
    const status = new Map<string, string>()
    let told = 0
    let isBegun = false
    world.host.subscribe(({ key: of, at, event, snapshot }) => {
      for (const each of world.halted.slice(told)) failed.add(each)
      told = world.halted.length
      status.set(of, (snapshot as AnyMachineSnapshot).status)
      if (event.type === 'xstate.stop' && failed.delete(of)) return
      if (event.type === 'xstate.init') failed.delete(of)
      const level = levels.find((each) => keysOf[each] === of) as Level
      // The first event made the chart, and is none of the script.
      if (level === 'lead' && !isBegun && event.type !== 'xstate.init') return
      trace[level].push(stepText(at, event.type, snapshot as AnyMachineSnapshot))
    })
    const begun = world.order({ key: keysOf.lead, event: { type: 'drop' } }).then(() => (isBegun = true))
    return {
      trace,
      isRunning: (level) => status.get(keysOf[level]) === 'active',
      async runUntil(at) {
        await begun
        await world.until(at)
      },
      tell: async ({ to, event }) => void (await world.order({ key: keysOf[to], event })),
      stop: () => world.host.stop(),
    }
  }

export const restateRelays =
  ({ isForgetful }: Forgetful) =>
  (): RelayLife => {
    const lives: RelayTrace = [[], [], []]
    const kind = { machine: relay, inputOf: () => ({ depth: 0, hello: [] }) }
    const world = restateWorld({ hosted: { ...kind, kinds: { '#relay': kind } }, answers: {}, isForgetful })
    const status = new Map<string, string>()
    world.host.subscribe(({ key: of, at, event, snapshot }) => {
      const stood = snapshot as AnyMachineSnapshot
      status.set(of, stood.status)
      const own = lives[relayKeys.indexOf(of)]
      if (event.type === 'xstate.init') own?.push([])
      own?.at(-1)?.push(stepText(at, event.type, stood))
    })
    const begun = world.order({ key, event: { type: 'nothing' } }).then(() => lives[0]?.[0]?.pop())
    return {
      trace: () => lives,
      isRunning: (depth) => status.get(relayKeys[depth] ?? '') === 'active',
      async runUntil(at) {
        await begun
        await world.until(at)
      },
      tell: async ({ depth, event }) => void (await world.order({ key: relayKeys[depth] ?? '', event: { ...event } })),
      stop: () => world.host.stop(),
    }
  }
