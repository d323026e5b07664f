// A group on the local host: the test moves its clock and settles its jobs.
import type { DatabaseSync } from 'node:sqlite'
import type { AnyStateMachine } from 'xstate'
import { groupMachine } from '../../machines/group/group.ts'
import type { GroupInput } from '../../machines/group/settings.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import type { Hosted, JobContext } from '../../src/host/host.ts'
import { type LocalHost, type LocalHostOptions, makeLocalHost } from '../../src/host/local/local-host.ts'
import type { Outcome } from '../../src/room/feeds.ts'
import { openActors } from '../../src/store/actors.ts'
import { inputWith } from '../fakes/group-life.ts'
import { keptOf, received } from '../world/world.ts'
import { type HandClock, handClock } from './hand-clock.ts'

export interface LocalLifeOptions {
  db: DatabaseSync
  clock?: HandClock
  input?: GroupInput
  machine?: AnyStateMachine
  hosted?: Partial<Hosted>
  host?: Partial<LocalHostOptions>
  /** Whether the request of a call leaves at once, at the price of all that is held for it. */
  isSent?: () => boolean
  /** Before the host starts. */
  before?: (host: LocalHost) => void
}

/** A job that the host started and the test has not settled. */
interface Call {
  key: string
  src: string
  input: unknown
  settle(outcome: Outcome): void
  mayCost(tokens: number): void
}

export type LocalLife = ReturnType<typeof localLife>

export function localLife({
  db,
  clock = handClock(),
  input = inputWith(),
  machine = groupMachine,
  hosted: hostedOver = {},
  host: hostOver = {},
  isSent = () => true,
  before = () => undefined,
}: LocalLifeOptions) {
  const calls: Call[] = []
  const halted: [key: string, why: string][] = []
  const job = (src: string, afterCrash: 'rerun' | 'interrupt') => ({
    afterCrash,
    run: (jobInput: never, { key, signal, mayCost }: JobContext) =>
      new Promise<unknown>((resolve, reject) => {
        const { maxTokens } = jobInput as { maxTokens?: number }
        if (maxTokens !== undefined && isSent()) mayCost(maxTokens)
        const settle = (outcome: Outcome): void =>
          'output' in outcome ? resolve(outcome.output) : reject(Object.assign(new Error('scripted'), outcome.error))
        const call = { key, src, input: jobInput, settle, mayCost }
        calls.push(call)
        signal.addEventListener('abort', () => {
          if (calls.includes(call)) calls.splice(calls.indexOf(call), 1)
          reject(new Error('aborted'))
        })
      }),
  })
  const hosted: Hosted = {
    machine,
    version: '1',
    migrations: {},
    inputOf: () => input,
    jobs: {
      decide: job('decide', 'interrupt'),
      compose: job('compose', 'interrupt'),
      deliver: job('deliver', 'rerun'),
      renewNote: job('renewNote', 'interrupt'),
      sign: job('sign', 'rerun'),
      command: job('command', 'rerun'),
      answer: job('answer', 'rerun'),
    },
    ...hostedOver,
  }
  const host = makeLocalHost({
    db,
    clock,
    hosted,
    record: () => {},
    halted: (key, { message }) => void halted.push([key, message]),
    ...hostOver,
  })
  const kept = keptOf(host)
  before(host)
  host.start()
  return {
    ...kept,
    host,
    actors: openActors(db),
    clock,
    calls,
    halted,
    /** A message at the clock's time; its id is the dedupe key. */
    say: (over: Partial<MessageRef> & { id: string }, key = 'g') => host.commit([inbound(over, clock.now(), key)])[0],
    /** Ends the oldest job under way, or the oldest of those that `isMeant`, and waits until its answer is committed. */
    async settle(outcome: Outcome, isMeant: (call: Call) => boolean = () => true): Promise<void> {
      const call = calls.find(isMeant)
      if (!call) throw new Error('no job is under way')
      calls.splice(calls.indexOf(call), 1)
      call.settle(outcome)
      await settled()
    },
    context: (key?: string) => kept.context(key) as Record<string, unknown>,
  }
}

/** A message as the service hands it in. */
export const inbound = (over: Partial<MessageRef> & { id: string }, at: number, key = 'g') => ({
  key,
  dedupe: over.id,
  event: received(over, at),
})

/** Lets every promise that can go on go on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
