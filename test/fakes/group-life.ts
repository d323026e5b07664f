// A group in virtual time with scripted children: what was recorded, when, and in which state.
import type { Decision } from '../../machines/group/children.ts'
import type { GroupInput, GroupSettings } from '../../machines/group/settings.ts'
import type { MessageRef, Verdict } from '../../machines/group/types.ts'
import { groupMachine } from '../../machines/group/group.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { verdictsOf } from '../../src/room/steps.ts'
import { makeVirtualHost, type Rehearsed } from '../../src/host/virtual/virtual-host.ts'

export type Overrides = { [K in keyof GroupSettings]?: Partial<GroupSettings[K]> | GroupSettings[K] }

export const settingsWith = (overrides: Overrides = {}): GroupSettings => {
  // Whoever wants a note asks for one: its calls would stand in every story.
  const base = { ...defaultSettings, memory: { ...defaultSettings.memory, noteTokens: 0 } }
  const merged = Object.entries(base).map(([key, value]) => {
    const over = overrides[key as keyof GroupSettings]
    const isObject = typeof value === 'object' && typeof over === 'object'
    return [key, over === undefined ? value : isObject ? { ...value, ...over } : over]
  })
  return Object.fromEntries(merged)
}

export const inputWith = (overrides: Overrides = {}, input: Partial<GroupInput> = {}): GroupInput => ({
  bot: 'iris',
  group: 'web:lobby',
  oneToOne: false,
  seed: 7,
  settings: settingsWith(overrides),
  overhead: { decide: 200, compose: 250 },
  ...input,
})

export const yes: Decision = { want: true, reason: 'asked', type: 'short', hint: 'fast', relevance: 0.9, tokens: 100 }
export const no: Decision = { ...yes, want: false, reason: 'not mine', relevance: 0.1 }

/** The `n`-th call's answer; `maxTokens` is what is held for a model call. */
type Answer = (n: number, maxTokens: number) => Rehearsed

export interface Script {
  decide?: Answer
  rejudge?: Answer
  compose?: Answer
  deliver?: Answer
  renewNote?: Answer
  sign?: Answer
}

const unchanged = { text: '', changed: false, upto: 0, generation: 0, tokens: 50 }

const plain = {
  decide: () => ({ outcome: { output: yes }, afterMs: 500 }),
  rejudge: () => ({ outcome: { output: { ...yes, verdict: 'send' } }, afterMs: 500 }),
  compose: (n: number) => ({
    outcome: {
      output: { text: `answer ${n}`, type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 150 },
    },
    afterMs: 1_000,
  }),
  deliver: (n: number) => ({ outcome: { output: { id: `sent-${n}` } }, afterMs: 100 }),
  renewNote: () => ({ outcome: { output: unchanged }, afterMs: 500 }),
  sign: () => ({ outcome: { output: {} }, afterMs: 100 }),
}

export function groupLife(input: GroupInput = inputWith(), script: Script = {}, reload = false) {
  const verdicts: Verdict[] = []
  const asked: { at: number; src: string; input: unknown }[] = []
  const jobs = { ...plain, ...script }
  const counts = { decide: 0, rejudge: 0, compose: 0, deliver: 0, sign: 0, renewNote: 0 }
  const job =
    (src: 'decide' | 'compose' | 'deliver' | 'sign' | 'renewNote') =>
    (jobInput: never, { at }: { at: number }) => {
      const name = src === 'decide' && (jobInput as { draft?: unknown }).draft ? 'rejudge' : src
      asked.push({ at, src: name, input: jobInput })
      counts[name] += 1
      return jobs[name](counts[name], (jobInput as { maxTokens?: number }).maxTokens ?? 0)
    }
  const host = makeVirtualHost({
    hosted: { machine: groupMachine, inputOf: () => input },
    jobs: {
      decide: job('decide'),
      compose: job('compose'),
      deliver: job('deliver'),
      sign: job('sign'),
      renewNote: job('renewNote'),
    },
    reload,
  })
  host.subscribe((step) => void verdicts.push(...verdictsOf(step)))
  let ids = 0
  const message = (over: Partial<MessageRef> = {}): MessageRef => ({
    id: `m${(ids += 1)}`,
    ts: host.now(),
    kind: 'person',
    sender: 'ann',
    mentioned: false,
    tokens: 10,
    ...over,
  })
  return {
    host,
    verdicts,
    asked,
    /** A message at `at`; returns the state after it. */
    say(at: number, over: Partial<MessageRef> = {}) {
      host.runUntil(at)
      return host.tellAt(at, 'g', { type: 'message.received', message: message({ ts: at, ...over }) } as never)
    },
    /** `count` messages at `at`. */
    batch(at: number, count: number, over: Partial<MessageRef> = {}): void {
      for (let i = 0; i < count; i += 1) this.say(at, over)
    },
    state: () => host.snapshot('g')?.value,
    context: () => host.snapshot('g')?.context as never,
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
