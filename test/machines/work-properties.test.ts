// What holds for every run of tools, with a model that always calls some: what it may cost, and that it ends.
import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import type { AnyMachineSnapshot } from 'xstate'
import { expect, test } from 'vitest'
import type { CallRef, Effect } from '../../machines/agent/children.ts'
import type { GroupContext, Run } from '../../machines/group/context.ts'
import type { AgentRights } from '../../machines/group/settings.ts'
import type { Verdict } from '../../machines/group/types.ts'
import { kinds } from '../../src/room/kinds.ts'
import { makeSteppers } from '../../src/room/steppers.ts'
import { groupLife, inputWith, type Script } from '../fakes/group-life.ts'

const minute = 60_000

const rightsOf = fc
  .record({
    maxTokens: fc.constantFrom(3_000, 8_000, 20_000, 60_000),
    short: fc.constantFrom(4_000, 20_000, 80_000),
    long: fc.constantFrom(8_000, 30_000, 200_000),
    maxAskerShare: fc.constantFrom(0.2, 0.5, 1),
    maxSteps: fc.constantFrom(2, 5, 20),
    maxMs: fc.constantFrom(minute, 5 * minute, 10 * minute),
  })
  .map(({ maxTokens, short, long, maxAskerShare, maxSteps, maxMs }): AgentRights => ({
    operators: ['olga'],
    tools: [
      { name: 'fs.read', by: 'members' },
      { name: 'bash', by: 'operators' },
    ],
    run: {
      maxSteps,
      maxMs,
      maxRepeats: 3,
      modelTimeoutMs: minute,
      toolTimeoutMs: minute / 2,
      maxOutputTokens: 300,
      contextTokens: 2_000,
      maxTalkTokens: 400,
      backoffMs: 5_000,
    },
    inlineMs: 20_000,
    progressMs: 60_000,
    maxTokens,
    limits: [
      { durationMs: 10 * minute, maxTokens: short },
      { durationMs: 60 * minute, maxTokens: long },
    ],
    maxAskerShare,
    overhead: 100,
  }))

const thoughts = fc.record({
  /** Of what was held. */
  share: fc.constantFrom(0.1, 0.5, 0.9, 1, 1),
  calls: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 3 }) }, { weight: 1, arbitrary: fc.constant(16) }),
  grown: fc.nat(300),
  afterMs: fc.oneof(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 1, max: 90_000 })),
  effect: fc.constantFrom<Effect[]>('read', 'read', 'keyed', 'once'),
  isSame: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  fails: fc.oneof(
    { weight: 12, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('unavailable', 'interrupted', 'ceiling') },
  ),
})
const acts = fc.record({
  afterMs: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 40_000 })),
  grown: fc.oneof({ weight: 20, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.nat(3_000) }),
  fails: fc.constantFrom(false, false, false, true),
})
const lines = fc.record({
  gap: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 8 * minute })),
  who: fc.constantFrom('ann', 'ben', 'olga', 'max'),
  mentioned: fc.constantFrom(true, true, false),
  stops: fc.constantFrom(false, false, false, false, false, true),
  order: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, undefined, 'drop', 'mute', 'unmute'),
})

const scripts = fc.record({
  rights: rightsOf,
  thoughts: fc.array(thoughts, { minLength: 1, maxLength: 12 }),
  acts: fc.array(acts, { minLength: 1, maxLength: 6 }),
  lines: fc.array(lines, { minLength: 1, maxLength: 30, size: 'max' }),
})
type Played = typeof scripts extends fc.Arbitrary<infer S> ? S : never

const callsOf = (step: string, { calls, effect, isSame }: Played['thoughts'][number]): CallRef[] =>
  Array.from({ length: calls }, (_, n) => ({
    id: `${step}.${n}`,
    tool: effect === 'once' ? 'bash' : 'fs.read',
    effect,
    digest: isSame ? 'the same' : `${step}.${n}`,
  }))

function play({ rights, thoughts: thinking, acts: acting, lines: said }: Played) {
  const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
  const script: Script = {
    compose: (n, _) => {
      const asked = life.asked.findLast(({ src }) => src === 'compose')?.input as { tools?: string[] } | undefined
      const tools = asked?.tools
      const output = { text: `answer ${n}`, type: 'short', similarity: 0, model: 's', rehearsal: true, tokens: 200 }
      const run = { id: `r${n}`, calls: callsOf('1', at(thinking, n)), entries: [], grown: 80, notice: 'Wait.' }
      return { outcome: { output: tools ? { ...output, text: '', run } : output }, afterMs: 1_000 }
    },
    think: (n, held) => {
      const thought = at(thinking, n)
      const { share, grown, afterMs, fails } = thought
      const tokens = Math.floor(share * held)
      if (fails) {
        const cost = fails === 'interrupted' ? {} : { tokens }
        return { outcome: { error: { kind: fails, message: 'x', ...cost } }, afterMs }
      }
      return { outcome: { output: { calls: callsOf(`t${n}`, thought), entries: [], grown, tokens } }, afterMs }
    },
    act: (n) => {
      const { afterMs, grown, fails } = at(acting, n)
      const error = { kind: 'failed', message: 'x' }
      return { outcome: fails ? { error } : { output: { isError: false, entries: [], grown } }, afterMs }
    },
  }
  const plenty = { maxMessages: 1_000, maxTokens: 10_000_000 }
  const limits = {
    shortWindow: { durationMs: 5 * minute, ...plenty },
    mediumWindow: { durationMs: 60 * minute, ...plenty },
    longWindow: { durationMs: 1_440 * minute, ...plenty },
    maxPersonShare: 1,
    spreadFrom: 1,
  }
  const life = groupLife(
    inputWith({ limits, reply: { maxTalkTokens: 400 } }, { agent: rights, canReact: true }),
    script,
  )
  let now = 1_000_000
  for (const { gap, who, mentioned, stops, order } of said) {
    now += gap
    life.say(now, {
      sender: who,
      kind: who === 'max' ? 'peer' : 'person',
      mentioned,
      ...(stops && { wish: 'stop' as const }),
    })
    if (order) life.host.tellAt(now, 'g', { type: `operator.${order}` })
  }
  life.host.runUntil(now + 60 * minute)
  return life
}

/** What each run is for, by the turn that began it. */
function runsOf(life: ReturnType<typeof play>): Map<number, Run> {
  const runs = new Map<number, Run>()
  for (const { key, snapshot } of life.steps) {
    const { run } = (snapshot as AnyMachineSnapshot).context as Partial<GroupContext>
    if (key === 'g' && run) runs.set(run.turn, run)
  }
  return runs
}

const ends = new Set(['answered', 'exhausted', 'failed', 'stopped'])

test('no run spends more than it may, and all of them no more than their windows and shares hold', () => {
  let calls = 0
  fc.assert(
    fc.property(scripts, (script) => {
      const life = play(script)
      const { maxTokens, limits, maxAskerShare } = script.rights
      const runs = runsOf(life)
      const spent = life.at('work').filter(({ tokens = 0 }) => tokens > 0)
      const longest = limits[1]?.durationMs ?? 0
      calls += spent.length
      for (const [turn, { allowance }] of runs) {
        expect(sum(spent.filter((each) => each.turn === turn))).toBeLessThanOrEqual(allowance)
        expect(allowance).toBeLessThanOrEqual(maxTokens)
      }
      for (const { at } of spent) {
        for (const limit of limits)
          expect(sum(within(spent, at, limit.durationMs))).toBeLessThanOrEqual(limit.maxTokens)
        for (const asker of ['ann', 'ben', 'olga']) {
          const own = within(spent, at, longest).filter(({ turn }) => runs.get(turn ?? 0)?.askers.includes(asker))
          expect(sum(own)).toBeLessThanOrEqual(Math.floor((limits[1]?.maxTokens ?? 0) * maxAskerShare))
        }
      }
    }),
    { numRuns: 60 },
  )
  // Else it would mean little.
  expect(calls).toBeGreaterThan(100)
})

const sum = (verdicts: readonly Verdict[]): number => verdicts.reduce((total, { tokens = 0 }) => total + tokens, 0)
const within = (verdicts: readonly Verdict[], at: number, durationMs: number): Verdict[] =>
  verdicts.filter((each) => each.at > at - durationMs && each.at <= at)

test('every run ends by itself within its steps and its time, one after the other, and is told of once', () => {
  let stopped = 0
  fc.assert(
    fc.property(scripts, (script) => {
      const life = play(script)
      const { maxSteps, maxMs } = script.rights.run
      const over = life.steps
        .filter(({ key }) => key === 'g')
        .flatMap(({ records, at }) => records.map(({ params }) => ({ ...(params as Verdict), at })))
        .filter(({ gate, outcome, turn }) => gate === 'work' && ends.has(outcome) && turn !== null)
      const runs = [...runsOf(life).values()]
      // A word that comes when the answer already waits calls that off.
      const once = over.filter(
        ({ turn, outcome }, n) => outcome !== 'stopped' || !over.slice(0, n).some((each) => each.turn === turn),
      )
      expect(once.map(({ turn }) => turn)).toEqual(runs.map(({ turn }) => turn))
      for (const { turn, at, numbers, outcome } of once) {
        const begun = runs.find((run) => run.turn === turn)?.startedAt ?? 0
        expect(at - begun).toBeLessThanOrEqual(maxMs)
        expect(Number(numbers?.['steps'] ?? 0)).toBeLessThanOrEqual(maxSteps)
        if (outcome === 'stopped') stopped += 1
      }
      expect((life.context() as Partial<GroupContext>).run).toBeUndefined()
    }),
    { numRuns: 60 },
  )
  expect(stopped).toBeGreaterThan(0)
})

const manyTools: AgentRights = {
  operators: ['olga', 'otto', 'oona'],
  tools: ['fs.read', 'fs.list', 'fs.search', 'fs.write', 'fs.edit', 'bash', 'web.fetch', 'web.search'].map((name) => ({
    name,
    by: 'members',
  })),
  run: {
    maxSteps: 20,
    maxMs: 10 * minute,
    maxRepeats: 3,
    modelTimeoutMs: minute,
    toolTimeoutMs: minute / 2,
    maxOutputTokens: 1_000,
    contextTokens: 1_000_000,
    maxTalkTokens: 1_200,
    backoffMs: 5_000,
  },
  inlineMs: 20_000,
  progressMs: 60_000,
  maxTokens: 1_000_000,
  limits: [{ durationMs: 60 * minute, maxTokens: 1_000_000 }],
  maxAskerShare: 1,
  overhead: 600,
}

test('a snapshot of a run stays below 4 KB, with sixteen different calls in each of twenty steps', () => {
  const many = (step: string) =>
    callsOf(step, { calls: 16, effect: 'read', isSame: false } as Played['thoughts'][number])
  const digested = (refs: CallRef[]): CallRef[] =>
    refs.map((ref) => ({ ...ref, digest: hash('sha256', ref.id).slice(0, 16) }))
  const steppers = makeSteppers({ kindOf: () => kinds['#agent'] })
  const life = groupLife(
    inputWith({}, { agent: manyTools }),
    {
      compose: () => ({
        outcome: {
          output: {
            text: '',
            type: 'normal',
            similarity: 0,
            model: 's',
            rehearsal: true,
            tokens: 300,
            run: { id: 'r1-0123456789ab', calls: digested(many('1')), entries: [], grown: 80, notice: 'Wait.' },
          },
        },
        afterMs: 1_000,
      }),
      think: (n) => ({
        outcome: { output: { calls: digested(many(String(n + 1))), entries: [], grown: 80, tokens: 400 } },
        afterMs: 1_000,
      }),
    },
    true,
  )
  life.say(1_000, { mentioned: true })
  life.host.runUntil(600_000)
  const sizes = life.steps
    .filter(({ key }) => key !== 'g')
    .map(({ key, snapshot }) => steppers.dump(key, snapshot as AnyMachineSnapshot).length)
  expect(life.asked.filter(({ src }) => src === 'think')).toHaveLength(19)
  expect(Math.max(...sizes)).toBeLessThan(4_096)
})
