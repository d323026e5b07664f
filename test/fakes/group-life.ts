// A group in virtual time with scripted children: what was recorded, when, and in which state.
import type { Thought } from '../../machines/agent/children.ts'
import type { Decision } from '../../machines/group/children.ts'
import type { GroupInput, GroupSettings } from '../../machines/group/settings.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import type { Rehearsed } from '../../src/host/virtual/virtual-host.ts'
import { virtualWorld } from '../world/world.ts'

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
  command?: Answer
  answer?: Answer
  ask?: Answer
  think?: Answer
  act?: Answer
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
  command: () => ({ outcome: { output: { text: 'done' } }, afterMs: 100 }),
  answer: (n: number) => ({ outcome: { output: { id: `answer-${n}` } }, afterMs: 100 }),
  ask: (n: number) => ({ outcome: { output: { text: `May I? ${n}` } }, afterMs: 100 }),
  think: () => ({ outcome: { output: { ...answerOf('done'), tokens: 400 } }, afterMs: 1_000 }),
  act: () => ({ outcome: { output: { isError: false, entries: [], grown: 100 } }, afterMs: 500 }),
}

/** What a model of a run answers in the end, and what it calls. */
export const answerOf = (text: string): Omit<Thought, 'tokens'> => ({
  calls: [],
  answer: { text, type: 'short', similarity: 0, model: 'scripted', rehearsal: true },
  entries: [],
  grown: 50,
})

export function groupLife(input: GroupInput = inputWith(), script: Script = {}, reload = false) {
  const asked: { at: number; src: string; input: unknown }[] = []
  const jobs = { ...plain, ...script }
  const counts = {
    decide: 0,
    rejudge: 0,
    compose: 0,
    deliver: 0,
    sign: 0,
    renewNote: 0,
    command: 0,
    answer: 0,
    ask: 0,
    think: 0,
    act: 0,
  }
  const world = virtualWorld({
    inputOf: () => input,
    answer(src, jobInput: { draft?: unknown; maxTokens?: number }, { at }) {
      const name = src === 'decide' && jobInput.draft ? 'rejudge' : src
      asked.push({ at, src: name, input: jobInput })
      counts[name] += 1
      return jobs[name](counts[name], jobInput.maxTokens ?? 0)
    },
    reload,
  })
  const { host, hear } = world
  let ids = 0
  return {
    ...world,
    asked,
    /** A message at `at`; returns the state after it. */
    say(at: number, over: Partial<MessageRef> = {}) {
      host.runUntil(at)
      return hear(at, { id: `m${(ids += 1)}`, ...over })
    },
    /** `count` messages at `at`. */
    batch(at: number, count: number, over: Partial<MessageRef> = {}): void {
      for (let i = 0; i < count; i += 1) this.say(at, over)
    },
  }
}
