// The embedded host as the service composes it, in virtual time: for measuring what a durable message costs.
import type { DatabaseSync } from 'node:sqlite'
import { transitionIds } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import { slack } from '../../machines/group/delays.ts'
import type { GroupInput, GroupSettings } from '../../machines/group/settings.ts'
import { seedOf } from '../../machines/rules/random.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import type { StepRecord } from '../../src/feed/contract.ts'
import { type Hub, makeHub } from '../../src/feed/hub.ts'
import { type Recorded, recordStep, publishedStep } from '../../src/feed/recorder.ts'
import { actorKey, partsOf } from '../../src/room/key.ts'
import { type Inbound, type TracedStep, verdictsOf } from '../../src/room/steps.ts'
import { type LocalHost, makeLocalHost } from '../../src/host/local/local-host.ts'
import type { InboundMessage } from '../../src/channels/channel.ts'
import { readAloud } from '../room/read-aloud.ts'
import { makeMember, refFor } from '../../src/room/members.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { openTalk } from '../../src/store/talk.ts'
import { openTape } from '../../src/store/tape.ts'
import { recordInLedger } from '../../src/host/spending.ts'
import { type HandClock, handClock } from '../host/hand-clock.ts'
import type { Line } from './lively-talk.ts'

/** Turns end at the policy gate, and no model is asked for a note: the host is measured, not a model. */
const settings: GroupSettings = {
  ...defaultSettings,
  policy: 'mention',
  memory: { ...defaultSettings.memory, noteTokens: 0 },
}
const bot = { id: 'vera', name: 'Vera', aliases: [], role: 'code reviewer', expertise: 'tests, types' }
const member = makeMember(bot, bot.id)
const reader = readAloud({ roster: () => [], authorOf: () => undefined })

const names = { botName: bot.name, groupTitle: 'a group' }

export interface BenchHost {
  host: LocalHost
  /** What a page would be told from. */
  hub: Hub
  /** The newest records of an actor. */
  tape: (key: string) => StepRecord[]
  clock: HandClock
  /** One message, and before it everything that is due until then; its text is read unless it was `read` before. */
  say(line: Line, read?: Inbound): void
}

/** `stepped` is told of every committed step. */
export function benchHost(
  db: DatabaseSync,
  hotActors: number,
  startAt: number,
  stepped?: (step: TracedStep) => void,
): BenchHost {
  const clock = handClock(startAt)
  const ledger = openLedger(db)
  const talk = openTalk(db)
  const tape = openTape(db)
  const hub = makeHub({ start: 0 })
  const recorded = new WeakMap<TracedStep, Recorded>()
  const recordOf = (step: TracedStep): Recorded => {
    const made = recorded.get(step) ?? recordStep(step, partsOf(step.key), verdictsOf(step))
    recorded.set(step, made)
    return made
  }
  const fail = (error: Error): never => {
    throw error
  }
  const host = makeLocalHost({
    db,
    clock,
    hotActors,
    gatherMs: 40,
    hosted: {
      machine: groupMachine,
      version: '1',
      migrations: {},
      inputOf: inputFor,
      transitions: transitionIds(groupMachine),
      slack,
      jobs: {},
    },
    tape: {
      row: (step, told) => {
        const { event, seq, took } = step
        return tape.row(event, seq, { took, verdicts: verdictsOf(step), standing: recordOf(step).standing }, told)
      },
      undone: tape.undone,
    },
    record: (step) => recordInLedger(ledger, step),
    halted: (_, error) => fail(error),
    storeFailed: fail,
  })
  host.subscribe((step) => {
    hub.step(publishedStep(recordOf(step).record, () => names))
    stepped?.(step)
  })
  host.start()
  return {
    host,
    hub,
    tape: (key) =>
      tape.read(key, Infinity, 100).map((record) => ({ ...record, key, bot: bot.id, group: partsOf(key).group })),
    clock,
    say(line, read = inboundOf(line)) {
      clock.advance(line.ts)
      host.commit([read], () => {
        const { id, ts, sender, text } = line
        talk.put(line.group, { id, ts, sender, name: sender, bot: line.bot, text })
      })
    },
  }
}

export function inputFor(key: string): GroupInput {
  const group = key.slice(key.indexOf(' ') + 1)
  return { bot: bot.id, group, oneToOne: false, seed: seedOf(key), settings, overhead: { decide: 300, compose: 300 } }
}

export const messageOf = ({ id, ts, group, sender, text, bot: isBot }: Line) =>
  heard({ id, group, ts, sender: { id: sender, name: sender, bot: isBot }, text })

const heard = (message: InboundMessage) => refFor(member, message, reader.read(message).addressingOf(member))

export const inboundOf = (line: Line): Inbound => ({
  key: actorKey({ bot: bot.id, group: line.group, oneToOne: false }),
  event: { type: 'message.received', message: messageOf(line) },
  dedupe: line.id,
})
