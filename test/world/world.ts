// Bots of groups on a host that the test leads; what they heard, asked for and said is kept.
import type { AnyMachineSnapshot } from 'xstate'
import { groupMachine } from '../../machines/group/group.ts'
import type { GroupInput } from '../../machines/group/settings.ts'
import type { MessageRef, Verdict } from '../../machines/group/types.ts'
import { kinds } from '../../src/room/kinds.ts'
import { makeVirtualHost, type VirtualHostOptions } from '../../src/host/virtual/virtual-host.ts'
import { type TracedStep, verdictsOf } from '../../src/room/steps.ts'

/** A person's message as a chart gets it. */
export const messageOf = (over: Partial<MessageRef> & { id: string }, at: number): MessageRef => ({
  ts: at,
  kind: 'person',
  sender: 'ann',
  mentioned: false,
  tokens: 10,
  ...over,
})

export const received = (over: Partial<MessageRef> & { id: string }, at: number) => ({
  type: 'message.received',
  message: messageOf(over, at),
})

interface Watched {
  subscribe(told: (step: TracedStep) => void): unknown
  snapshot(key: string): unknown
}

/** Everything that a host tells from now on; `g` is the chart where none is named. */
export function keptOf(host: Watched) {
  const steps: TracedStep[] = []
  const verdicts: Verdict[] = []
  host.subscribe((step) => {
    steps.push(step)
    verdicts.push(...verdictsOf(step))
  })
  const snapshotOf = (key: string) => host.snapshot(key) as AnyMachineSnapshot | undefined
  return {
    steps,
    verdicts,
    state: (key = 'g') => snapshotOf(key)?.value,
    context: (key = 'g') => snapshotOf(key)?.context as never,
    /** Verdicts of the named gates, or of all, as `at gate outcome`. */
    story: (...gates: string[]) =>
      verdicts
        .filter(({ gate }) => gates.length === 0 || gates.includes(gate))
        .map(({ at, gate, outcome }) => `${at} ${gate} ${outcome}`),
    /** Verdicts of a gate. */
    at: (gate: string, outcome?: string) =>
      verdicts.filter((v) => v.gate === gate && (outcome === undefined || v.outcome === outcome)),
  }
}

type Answered = ReturnType<VirtualHostOptions['jobs'][string]>

export interface VirtualWorld extends Omit<VirtualHostOptions, 'hosted' | 'jobs'> {
  inputOf: (key: string) => GroupInput
  /** What becomes of a job: its outcome, and when. */
  answer: (src: (typeof sources)[number], input: never, of: { key: string; at: number }) => Answered
  hosted?: Partial<VirtualHostOptions['hosted']>
}

const sources = [
  'decide',
  'compose',
  'deliver',
  'sign',
  'renewNote',
  'command',
  'answer',
  'ask',
  'think',
  'act',
] as const

/** In virtual time. */
export function virtualWorld({ inputOf, answer, hosted, ...options }: VirtualWorld) {
  const jobs = sources.map((src) => [src, (input: never, of: { key: string; at: number }) => answer(src, input, of)])
  const host = makeVirtualHost({
    hosted: { machine: groupMachine, inputOf, kinds: { '#agent': kinds['#agent'] }, ...hosted },
    jobs: Object.fromEntries(jobs) as VirtualHostOptions['jobs'],
    ...options,
  })
  return {
    ...keptOf(host),
    host,
    /** At that time, without letting time pass before it. */
    hear: (at: number, over: Partial<MessageRef> & { id: string }, key = 'g') =>
      host.tellAt(at, key, received(over, at)),
  }
}
