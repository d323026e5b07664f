// What a run shows of many tools and of skills: one line each, until one is asked for; then it keeps its place (A7, A8).
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ThinkInput } from '../../../machines/agent/children.ts'
import { makeCompose } from '../../../src/jobs/compose.ts'
import { contract } from '../../../src/prompt/contract.ts'
import { act } from '../../../src/jobs/run/act.ts'
import { offeredTools, overheadOfTools } from '../../../src/jobs/run/offer.ts'
import { think } from '../../../src/jobs/run/think.ts'
import type { PlaceTexts } from '../../../src/jobs/run/view.ts'
import { namedIn, shownIn } from '../../../src/jobs/run/view-rows.ts'
import { promptTokens, withMargin } from '../../../src/language/tokens.ts'
import type { ChatAnswer, ChatModel, ChatRequest } from '../../../src/llm/model.ts'
import { openRunTape } from '../../../src/store/run-tape.ts'
import { describeTool } from '../../../src/tools/describe-tool.ts'
import { makeRegistry, type Registry } from '../../../src/tools/registry.ts'
import { type Tool, tool } from '../../../src/tools/tool.ts'
import { inMemory } from '../../host/stores.ts'
import { said } from '../../prompt/iris.ts'
import { context, depsWith, scripted, toCompose } from '../jobs.ts'

const key = 'iris web:lobby'
const place = { ...context, oneToOne: false, key }

const made = (name: string): Tool =>
  tool({
    name,
    description: `Does ${name}. It does it well.`,
    effect: 'read',
    schema: z.object({ [`of_${name.replace('.', '_')}`]: z.string() }),
    run: async () => 'done',
  })

function registryOf(names: string[]): Registry {
  const registry: Registry = makeRegistry([
    ...names.map(made),
    describeTool((name): Tool | undefined => registry.find(name)),
  ])
  return registry
}
const many = Array.from({ length: 14 }, (_, n) => `many.t${n}`)
const own = ['skill.read', 'tape.page', 'tape.handoff']
const all = [...many, ...own, 'tools.describe']

/** A model that answers in turn, the last one again and again, and remembers what it was asked. */
function answering(...answers: Partial<ChatAnswer>[]) {
  const asked: ChatRequest[] = []
  const model: ChatModel = {
    ...scripted(''),
    async ask(request) {
      asked.push(request)
      const next = answers[Math.min(asked.length, answers.length) - 1]
      return { text: '', tokens: 100, model: 'scripted-1', finish: 'stop', ...next }
    },
  }
  return { asked, model }
}

const textsOf = (skills: Record<string, string>, notes = ''): PlaceTexts & { tokens: number[] } => {
  const tokens: number[] = []
  return {
    notes: async () => notes,
    skills: async () => Object.keys(skills).map((name) => ({ name, description: `Does ${name}.` })),
    skill: async (name) => skills[name],
    measured: (n) => void tokens.push(n),
    tokens,
  }
}

const roomy = { maxTokens: 9_000, maxOutputTokens: 500, maxTalkTokens: 2_000 }
const saying =
  (...lines: string[]) =>
  () => ({
    before: [],
    batch: lines.map((line, n) => said(n + 5, 'Bob', line)),
    after: [],
  })

const systemOf = ({ messages }: ChatRequest): string => messages[0]?.content ?? ''
const toolsOf = ({ tools = [] }: ChatRequest): string[] => tools.map(({ name }) => name)

test('names are found as people and models write them, and prices are none', () => {
  expect(namedIn('use $fs.read and $weekly-report, $fs_list. Then ($bash)! US$x $5 $$y $')).toEqual([
    'fs.read',
    'weekly-report',
    'fs_list',
    'bash',
  ])
})

test('up to twelve tools go whole; of more, those of the house do, and one that was asked for stands behind them', () => {
  const registry = registryOf([...many, ...own])
  const twelve = [...many.slice(0, 10), 'tape.page', 'tape.handoff', 'tools.describe']
  const shown = (names: string[], asked: string[] = []) => offeredTools(registry, names, asked).map(({ name }) => name)
  expect(shown(twelve)).toEqual(twelve.slice(0, 12))
  const house = ['tools.describe', 'skill.read', 'tape.page', 'tape.handoff']
  expect([shown(all), shown(all, ['many.t9', 'many.t2', 'other'])]).toEqual([house, [...house, 'many.t9', 'many.t2']])
  // Whoever cannot ask for more has all of them.
  expect(shown(many)).toEqual(many)
})

test('what is held for tools is no less than what any asker’s request has of them', () => {
  const registry = registryOf([...many, ...own])
  const right = (name: string) => ({ name, by: 'members' as const })
  const held = withMargin(overheadOfTools(registry, all.map(right)))
  for (const names of [all, [...many.slice(0, 12), 'tools.describe'], own])
    expect(held).toBeGreaterThanOrEqual(promptTokens([], offeredTools(registry, names)))
  expect(overheadOfTools(registry, all.map(right))).toBeLessThan(
    overheadOfTools(registry, [...many, ...own].map(right)),
  )
})

const working = (texts: PlaceTexts, ...answers: Partial<ChatAnswer>[]) => {
  const registry = registryOf([...many, ...own])
  const tape = openRunTape(inMemory())
  const { asked, model } = answering(...answers)
  const talk = saying('Please look, $many.t3 and $report.')
  const prompt = () => ({ style: 'compact', timeZone: 'UTC' }) as const
  const deps = { ...depsWith(model, { talk, prompt }), tools: registry, tape, texts }
  return { asked, deps, tape, registry }
}

const calling = (name: string, args: object): Partial<ChatAnswer> => ({
  text: 'I use $many.t5 for it.',
  calls: [{ id: 'c1', name, arguments: JSON.stringify(args) }],
})
const thinkInput = (run: string, step: number, over: Partial<ThinkInput> = {}): ThinkInput => ({
  run,
  turn: 1,
  step,
  at: toCompose.at,
  batch: ['5'],
  targets: ['5'],
  steering: [],
  tools: all,
  type: 'long',
  maxChars: 500,
  markdown: false,
  timeoutMs: 12_000,
  ...roomy,
  ...over,
})

test('what is asked for by $name, beside a call or with tools.describe is added from the next step on, and keeps its place', async () => {
  const { asked, deps, tape, registry } = working(
    textsOf({ report: '# The report\nBegin with the sum.' }),
    calling('tools.describe', { name: 'many_t9' }),
    calling('many.t9', { of_many_t9: 'x' }),
    calling('tools.describe', { name: 'nothing' }),
  )
  const begun = await makeCompose(deps)({ ...toCompose, ...roomy, tools: all }, context)
  const run = begun.run
  if (!run) throw new Error('no run has begun')
  tape.append(key, 1, run.entries)
  const [call] = run.calls
  const acts = async (id: string, name: string) => {
    const acted = await act(
      { registry, tape, workspaceOf: () => '/' },
      { run: run.id, turn: 1, call: { id, tool: name, effect: 'read' }, askers: ['bob'], tools: all, timeoutMs: 1_000 },
      place,
    )
    tape.append(key, 2, acted.entries)
    return acted
  }
  expect((await acts(call?.id ?? '', 'tools.describe')).isError).toBe(false)
  const second = await think(deps, thinkInput(run.id, 2), place)
  // The process died before the step was stored: asked again, it is the same request.
  await think(deps, thinkInput(run.id, 2), place)
  expect(asked[2]).toEqual(asked[1])
  tape.append(key, 3, second.entries)
  const third = await think(deps, thinkInput(run.id, 3), place)
  tape.append(key, 4, third.entries)
  expect((await acts('3.0', 'tools.describe')).isError).toBe(true)
  await think(deps, thinkInput(run.id, 4), place)

  const house = ['tools.describe', 'skill.read', 'tape.page', 'tape.handoff', 'many.t3']
  const each = [0, 1, 3, 4].map((n) => asked[n] as ChatRequest)
  expect(each.map(toolsOf)).toEqual([house, ...[1, 2, 3].map(() => [...house, 'many.t5', 'many.t9'])])
  const [first = ''] = each.map(systemOf)
  expect(first).toContain('\n- many_t7: Does many.t7. It does it well.\n')
  expect(first).toContain('\n- report: Does report.\n')
  expect(
    first.endsWith('The skill report is asked for by name:\n<skill>\n# The report\nBegin with the sum.\n</skill>'),
  ).toBe(true)
  expect(new Set(each.map(systemOf)).size).toBe(1)
  const rows = tape.ofRun(key, run.id)
  expect(rows.filter(({ kind }) => kind === 'event').map(({ id }) => id)).toEqual(['1v', '2v'])
  expect(shownIn(rows)).toEqual({
    tools: ['many.t3', 'many.t5', 'many.t9'],
    skills: [{ name: 'report', text: '# The report\nBegin with the sum.' }],
  })
  const [shown, ...others] = run.entries.filter(({ kind }) => kind === 'event')
  const rest = run.entries.filter(({ kind }) => kind !== 'event').reduce((sum, { tokens }) => sum + tokens, 0)
  expect([run.grown, others]).toEqual([rest + (shown?.tokens ?? 0), []])
  expect(shown?.tokens).toBeGreaterThan(20)
  // The last call has no tools, and what it is to go by.
  await think(deps, thinkInput(run.id, 5, { tools: [] }), place)
  const last = asked.at(-1) as ChatRequest
  expect([last.tools, systemOf(last).includes('Begin with the sum.'), systemOf(last).includes('many_t7')]).toEqual([
    undefined,
    true,
    false,
  ])
})

test('a skill that leaves the talk no room is to be read, and no request is longer than what is held for it', async () => {
  for (const words of [10, 400, 2_000, 6_000]) {
    const texts = textsOf({ report: `${'word '.repeat(10)}\n`.repeat(words / 10) })
    const { asked, deps } = working(texts, { text: 'Seven.' })
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await makeCompose(deps)({ ...toCompose, ...roomy, maxTokens: 4_000, tools: all }, context)
    const [request] = asked as [ChatRequest]
    expect(withMargin(promptTokens(request.messages, request.tools)) + roomy.maxOutputTokens).toBeLessThanOrEqual(4_000)
    expect(systemOf(request).includes('read it with skill_read first')).toBe(words > 1_000)
  }
})

test('who is not offered skill.read is told of no skill, and without tools there is nothing of it at all', async () => {
  const texts = textsOf({ report: 'Begin with the sum.' }, 'We write in English.')
  const { asked, deps } = working(texts, { text: 'Seven.' })
  await makeCompose(deps)({ ...toCompose, ...roomy, tools: ['many.t1', 'tape.page'] }, context)
  await makeCompose(deps)({ ...toCompose, ...roomy }, context)
  const [offered = '', plain = ''] = asked.map(systemOf)
  expect([
    offered.includes('report'),
    offered.includes('\nWe write in English.\nYou may call the tools on offer'),
  ]).toEqual([false, true])
  const bare = answering({ text: 'Seven.' })
  await makeCompose({ ...deps, model: bare.model, texts: undefined })({ ...toCompose, ...roomy }, context)
  expect(plain).toBe(systemOf(bare.asked[0] as ChatRequest))
})

test('with few tools and no texts the prompt is what it was: what stands before, and the contract', async () => {
  const { asked, deps } = working(textsOf({}), { text: 'Seven.' })
  await makeCompose(deps)({ ...toCompose, ...roomy, tools: ['many.t1', 'tape.page'] }, context)
  await makeCompose(deps)({ ...toCompose, ...roomy }, context)
  const [offered = '', plain = ''] = asked.map(systemOf)
  expect(offered).toBe(`${plain}\n${contract}`)
  expect((deps.texts as ReturnType<typeof textsOf>).tokens).toEqual([0])
})
