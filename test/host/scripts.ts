// Random lives of a group: who says what when, and what the model and the channel answer.
import * as fc from 'fast-check'
import type { GroupInput } from '../../machines/group/settings.ts'
import type { GroupEvent, MessageRef, OperatorEvent, Verdict } from '../../machines/group/types.ts'
import type { Rehearsed } from '../../src/host/virtual/virtual-host.ts'
import { inputWith, no, type Overrides, yes } from '../fakes/group-life.ts'
import { atOnce, type Played } from './played.ts'

export interface Script {
  input: GroupInput
  events: { at: number; event: GroupEvent }[]
  answers: Record<'decide' | 'rejudge' | 'compose' | 'deliver' | 'sign', Rehearsed[]>
}

/** What every host must agree on after each step. */
export interface TraceStep {
  at: number
  type: string
  value: string
  context: string
  verdicts: Omit<Verdict, 'at'>[]
}

export interface Life {
  receive(at: number, event: GroupEvent): void | Promise<void>
  runUntil(at: number): void | Promise<void>
  stop?(): Promise<void>
  trace: TraceStep[]
}

type Operation = OperatorEvent extends infer E ? (E extends unknown ? Omit<E, 'at'> : never) : never

export type AnswerOf = (src: string, input: unknown) => Rehearsed

/** Plays a script, then an hour of silence. */
export function* playScript(
  script: Script,
  makeLife: (input: GroupInput, answer: AnswerOf) => Life,
): Played<TraceStep[]> {
  const asked: Record<string, number> = {}
  const life = makeLife(script.input, (src, jobInput) => {
    const name = src === 'decide' && (jobInput as { draft?: unknown }).draft ? 'rejudge' : src
    const n = (asked[name] = (asked[name] ?? -1) + 1)
    const answers = script.answers[name as keyof Script['answers']]
    return answers[n % answers.length] as Rehearsed
  })
  for (const { at, event } of script.events) yield life.receive(at, event)
  yield life.runUntil((script.events.at(-1)?.at ?? 0) + 3_600_000)
  yield life.stop?.()
  return life.trace
}

export const runScript = (...play: Parameters<typeof playScript>): TraceStep[] => atOnce(playScript(...play))

const gaps = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 4_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 4_000, max: 40_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 40_000, max: 600_000 }) },
)

const operations = fc.constantFrom<Operation[]>(
  ...(['mute', 'unmute', 'unmute', 'pause', 'resume', 'resume', 'drop'] as const).map((what) => ({
    type: `operator.${what}` as const,
  })),
  ...([null, 'mention', 'auto', 'open'] as const).map((policy) => ({ type: 'operator.policy' as const, policy })),
)

const talk = fc.array(
  fc.record({
    gap: gaps,
    who: fc.constantFrom<[string, MessageRef['kind']][]>(
      ['ann', 'person'],
      ['bo', 'person'],
      ['cy', 'person'],
      ['max', 'peer'],
      ['iris', 'self'],
    ),
    mentioned: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    /** Most of what is said has nothing to do with the bot. */
    relevance: fc.constantFrom(undefined, 0, 0.3),
    /** How far the server's time is off. */
    skew: fc.oneof(
      { weight: 8, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.integer({ min: -400_000, max: 90_000 }) },
      { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.NEGATIVE_INFINITY) },
    ),
    replyTo: fc.option(fc.nat(10), { nil: undefined, freq: 4 }),
    operator: fc.oneof({ weight: 24, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: operations }),
    /** For how long another bot takes the floor, ms; 0: it frees it. */
    floor: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(20_000) }),
  }),
  { minLength: 1, maxLength: 50, size: 'max' },
)

// The fraction keeps answers from arriving at the very ms of a timer, where no order is right.
const delays = fc
  .oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 20_000 }))
  .map((ms) => ms + 1 / 1_024)
const answered = (outputs: object[]) =>
  fc
    .record({ output: fc.constantFrom(...outputs), afterMs: delays })
    .map(({ output, afterMs }): Rehearsed => ({ outcome: { output }, afterMs }))
const failed = (
  kinds: string[],
  costs: fc.Arbitrary<number | undefined> = fc.option(fc.nat(300), { nil: undefined }),
) =>
  fc
    .record({ kind: fc.constantFrom(...kinds), tokens: costs, afterMs: delays })
    .map(({ afterMs, kind, tokens }): Rehearsed => {
      // Nobody knows what an interrupted call cost: it is charged whole.
      const priced = tokens === undefined || kind === 'interrupted' ? {} : { tokens }
      return { outcome: { error: { kind, message: 'scripted', ...priced } }, afterMs }
    })

const mostly = (good: fc.Arbitrary<Rehearsed>, bad: fc.Arbitrary<Rehearsed>) =>
  fc.array(fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: bad }), { minLength: 1, maxLength: 6 })

const written = { text: 'One. Two.', type: 'normal', similarity: 0, model: 'scripted', rehearsal: true, tokens: 120 }

const answers = fc.record({
  decide: mostly(
    answered([yes, yes, { ...yes, hint: 'normal' }, { ...yes, hint: 'slow', relevance: 0.65 }, no]),
    failed(['refused', 'interrupted']),
  ),
  rejudge: mostly(
    answered([{ ...yes, verdict: 'send' }, { ...yes, verdict: 'shorten' }, { ...yes, verdict: 'drop' }, yes]),
    failed(['timeout', 'interrupted']),
  ),
  compose: mostly(
    answered([written, written, { ...written, text: ' ' }, { ...written, similarity: 0.9 }]),
    failed(['unreachable', 'interrupted']),
  ),
  sign: mostly(answered([{}]), failed(['unavailable'], fc.constant(undefined))),
  deliver: mostly(answered([{ id: 'sent' }]), failed(['unavailable', 'permanent', 'ceiling'], fc.constant(undefined))),
})

const inputs = fc
  .record({
    policy: fc.constantFrom('auto' as const, 'auto' as const, 'open' as const, 'mention' as const),
    oneToOne: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    pace: fc.constantFrom('hint' as const, 'colleague' as const),
    maxPending: fc.constantFrom(3, 500),
    maxTokens: fc.constantFrom(2_000, 20_000),
    seed: fc.integer(),
    canReact: fc.boolean(),
    maxMessages: fc.constantFrom(2, 5),
  })
  .map(({ policy, oneToOne, pace, maxPending, maxTokens, seed, canReact, maxMessages }) => {
    const shortWindow = { durationMs: 300_000, maxMessages, maxTokens }
    const overrides: Overrides = { policy, delay: { pace }, dispatch: { maxPending }, limits: { shortWindow } }
    return inputWith(overrides, { oneToOne, seed, canReact })
  })

export const scripts: fc.Arbitrary<Script> = fc
  .record({ input: inputs, talk, answers })
  .map(({ input, talk: said, answers: a }) => {
    let at = 1_000_000
    const events = said.map(({ gap, who: [sender, kind], mentioned, relevance, skew, replyTo, operator, floor }, i) => {
      at += gap
      const message: MessageRef = { id: `m${i}`, ts: at + skew, kind, sender, mentioned, tokens: 12 }
      if (operator) return { at, event: { ...operator, at } }
      if (floor === 0) return { at, event: { type: 'floor.freed' as const, at, by: 'rex' } }
      if (floor !== undefined) {
        const type = floor < 2_000 ? ('floor.freed' as const) : ('floor.taken' as const)
        return { at, event: { type, at, by: 'rex', until: at + floor } }
      }
      if (relevance !== undefined) message.relevance = relevance
      if (replyTo !== undefined) message.replyTo = `m${i - replyTo}`
      return { at, event: { type: 'message.received' as const, at, message } }
    })
    return { input, events, answers: a }
  })
