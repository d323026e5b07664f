// Modules of tools: what is refused at the start, and what becomes of a call of one that throws, hangs or says rubbish (A6, A15).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { commandNames } from '../../../src/commands/commands.ts'
import { pageTool } from '../../../src/jobs/run/page-tool.ts'
import { sendTool } from '../../../src/jobs/run/send-tool.ts'
import { tapeTools } from '../../../src/jobs/run/tape-tools.ts'
import { scheduleTools } from '../../../src/jobs/schedule/schedule-tools.ts'
import { describeTool } from '../../../src/tools/describe-tool.ts'
import { machineTools } from '../../../src/tools/machine-tools.ts'
import { shellName } from '../../../src/tools/rights.ts'
import { readSkillTool } from '../../../src/tools/skills/read-tool.ts'
import { longestKept } from '../../../src/tools/spill.ts'
import { guardedTool } from '../../../src/tools/modules/guarded-tool.ts'
import { housePrefixes, loadToolModules } from '../../../src/tools/modules/load-tools.ts'
import { makeRegistry } from '../../../src/tools/registry.ts'
import { folder } from '../../world/folders.ts'
import { context, told } from '../context.ts'

const example = fileURLToPath(new URL('../../../examples/lab-tools/lab-tools.ts', import.meta.url))

/** A tool as text, with this in place of what it has. */
const toolText = (over: Record<string, string> = {}): string => {
  const parts = {
    name: "'lab.look'",
    description: "'Looks.'",
    effect: "'read'",
    input: "{ type: 'object' }",
    run: "() => 'seen'",
  }
  const all = Object.entries({ ...parts, ...over }).map(([key, code]) => `${key}: ${code}`)
  return `{ ${all.join(', ')} }`
}
const moduleText = (...tools: Record<string, string>[]): string =>
  `export default { tools: [${tools.map(toolText).join(', ')}] }`

async function loaded(code: string) {
  const path = join(folder({ 'mine.mjs': code }), 'mine.mjs')
  const failed: string[] = []
  const [module] = await loadToolModules([path], {
    failed: (tool, error) => void failed.push(`${tool}: ${String(error)}`),
  })
  const [tool] = module?.tools ?? []
  if (!tool) throw new Error('it has no tool')
  return { tool, failed }
}

test.each([
  ['no default export', 'export const tools = []', 'it has no default export with tools'],
  ['no tool', 'export default { tools: [] }', 'it has no default export with tools'],
  ['an error', 'throw new Error("no licence")', 'it cannot be loaded: no licence'],
  ['no code', 'export default {', 'it cannot be loaded: '],
  ['a tool without a prefix', moduleText({ name: "'look'" }), 'its "look": name: expected a name such as lab.samples'],
  ['a key that nobody knows', moduleText({ readOutside: 'false' }), 'its "lab.look": Unrecognized key: "readOutside"'],
  ['an effect that nobody knows', moduleText({ effect: "'twice'" }), 'its "lab.look": effect: '],
  ['a tool that does nothing', moduleText({ run: '1' }), 'its "lab.look": run: expected a function'],
  ['a schema of a text', moduleText({ input: "{ type: 'string' }" }), 'its lab.look: input: expected an object'],
  [
    'a schema that points elsewhere',
    moduleText({ input: "{ type: 'object', properties: { a: { $ref: 'https://example.org' } } }" }),
    'its lab.look: input: External $ref',
  ],
  ['a name of the house', moduleText({ name: "'fs.look'" }), 'its fs.look begins with "fs.", as tools of Chime do'],
  [
    'a name that is the house’s but for its size',
    moduleText({ name: "'FS.look'" }),
    'expected a name such as lab.samples',
  ],
  ['a name of MCP servers', moduleText({ name: "'mcp.files.look'" }), 'begins with "mcp.", as tools of Chime do'],
  [
    'two names that are one to a model',
    moduleText({ name: "'lab.a.b'" }, { name: "'lab.a_b'" }),
    'two of its tools are lab_a_b to a model: rename one',
  ],
])('a module with %s keeps the service from starting, by its path', async (_, code, words) => {
  const path = join(folder({ 'mine.mjs': code }), 'mine.mjs')
  await expect(loadToolModules([path])).rejects.toThrow(`tools: ${path}: `)
  await expect(loadToolModules([path])).rejects.toThrow(words)
})

test('no tool and no command of the house has another prefix than those that nobody else may take', async () => {
  const { tools } = await machineTools({
    bubblewrap: '/nowhere/bwrap',
    search: { url: 'http://127.0.0.1', results: 'r' } as never,
  })
  const own = [
    ...tools,
    pageTool({} as never),
    ...tapeTools({} as never),
    ...scheduleTools({} as never),
    describeTool(() => undefined),
    readSkillTool({} as never),
    sendTool,
  ]
  const names = [shellName, ...own.map(({ name }) => name), ...commandNames.filter((name) => name.includes('.'))]
  expect(names.map((name) => name.split('.')[0] ?? '').filter((prefix) => !housePrefixes.has(prefix))).toEqual([])
})

test('a path without a file is told, and so are two modules with one prefix', async () => {
  await expect(loadToolModules(['/nowhere/mine.mjs'])).rejects.toThrow('there is no such file')
  const home = folder({ 'a.mjs': moduleText({ name: "'lab.a'" }), 'b.mjs': moduleText({ name: "'lab.b'" }) })
  const [a, b] = [join(home, 'a.mjs'), join(home, 'b.mjs')]
  await expect(loadToolModules([a, b])).rejects.toThrow(
    `tools: ${b}: its tools begin with "lab.", as those of ${a} do: choose another prefix`,
  )
})

test('arguments are read by its schema before it runs, and the model is told the same', async () => {
  const input = "{ type: 'object', properties: { kind: { type: 'string', maxLength: 5 } }, required: ['kind'] }"
  const { tool } = await loaded(moduleText({ input }))
  const registry = makeRegistry([tool])
  expect(registry.parametersOf(tool)).toEqual({
    name: 'lab_look',
    description: 'Looks.',
    parameters: {
      type: 'object',
      properties: { kind: { type: 'string', maxLength: 5 } },
      required: ['kind'],
      additionalProperties: false,
    },
  })
  const read = (text: string) => registry.readCall('lab_look', text, ['lab.look'])
  expect([read('{"kind":"blood"}'), read('{"kind":7}'), read('{"kind":"x","more":1}')]).toMatchObject([
    { args: { kind: 'blood' } },
    { refused: 'malformed', message: expect.stringContaining('kind: ') },
    { refused: 'malformed', message: expect.stringContaining('"more"') },
  ])
})

test.each([
  ['throws', "() => { throw new Error('no key sk-1') }", 'ToolError: it failed', 'lab.look: no key sk-1'],
  ['throws what has no text', '() => { throw { toString() { throw 1 } } }', 'ToolError: it failed', 'has no text'],
  ['rejects', "() => Promise.reject(new Error('late'))", 'ToolError: it failed', 'lab.look: late'],
  ['says rubbish', '() => ({ ok: true })', 'ToolError: it gave something that is no result', 'neither a text nor'],
])('one that %s: the model hears that it failed, the log why', async (_, run, words, line) => {
  const { tool, failed } = await loaded(moduleText({ run, effect: "'once'" }))
  expect(await told(tool, {}, context())).toBe(`${words}: it may have been done, look before you do it again`)
  expect(failed).toEqual([expect.stringContaining(line)])
})

test('one that hangs and hears no signal is given up when its time is over, and at once when the work is called off', async () => {
  const { tool, failed } = await loaded(moduleText({ run: '() => new Promise(() => {})', timeoutMs: '20' }))
  expect(await told(tool, {}, context())).toBe('ToolError: it took longer than 0.02 s and was called off')
  const { tool: longer } = await loaded(moduleText({ run: '() => new Promise(() => {})' }))
  const stop = new AbortController()
  const asked = told(longer, {}, context({ signal: stop.signal }))
  stop.abort(new Error('stopped'))
  expect([await asked, failed]).toEqual(['Error: stopped', []])
})

test('what it gives counts as from outside unless it says that it is not, and is no longer than the tape keeps', async () => {
  const run = `() => 'x'.repeat(${longestKept + 10})`
  const [theirs, ours] = [await loaded(moduleText({ run })), await loaded(moduleText({ run, readsOutside: 'false' }))]
  expect([theirs.tool.readsOutside, ours.tool.readsOutside]).toEqual([true, undefined])
  expect(await told(theirs.tool, {}, context())).toMatch(/^<page from="lab\.look">\nx+\n<\/page>\n\(What stands/)
  expect((await told(ours.tool, {}, context())).length).toBe(longestKept)
})

test('a key is the same for the same call and another one for any other; what was not asked for is not given', async () => {
  const run = '(args, context) => JSON.stringify({ ...context, args })'
  const of = async (effect: string, workspace: string) => {
    const { tool } = await loaded(moduleText({ run, effect, workspace, readsOutside: 'false' }))
    return async (over: Parameters<typeof context>[0] = {}) =>
      JSON.parse(await told(tool, {}, context(over))) as Record<string, unknown>
  }
  const keyed = await of("'keyed'", 'false')
  const place = { bot: 'iris', group: 'web:attic', oneToOne: false }
  const keys = [await keyed(), await keyed(), await keyed({ call: 'r1 1.1' }), await keyed({ place })]
  const [first, again, ...others] = keys.map(({ key }) => key)
  expect([first, new Set([first, ...others]).size]).toEqual([again, 3])
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(keys[0]).toEqual({
    ...context().place,
    askers: ['ann'],
    key: first,
    args: {},
    signal: {},
  })
  const once = await of("'once'", 'true')
  const workspace = join(folder(), 'new')
  expect(await once({ workspace })).toMatchObject({ workspace })
  expect(Object.keys(await once({ workspace }))).not.toContain('key')
})

test('what it is given is its own, and it keeps its object', async () => {
  const given = {
    name: 'lab.look',
    description: 'Looks.',
    effect: 'read' as const,
    input: {},
    readsOutside: false,
    says: 'mine',
    run(args: { list: number[] }) {
      args.list.push(2)
      return this.says
    },
  }
  const schema = z.object({ list: z.array(z.number()) })
  const tool = guardedTool(given, { module: 'm', schema, inModule: (work) => work(), failed: () => {} })
  const list = [1]
  expect([await tool.run({ list }, context()), list]).toEqual(['mine', [1]])
})

test('the lines of the guide load, the same ones in both languages', async () => {
  const codeOf = (lang: string): string =>
    /```js\n([\s\S]*?)```/.exec(
      readFileSync(new URL(`../../../docs/guide/tools.${lang}.md`, import.meta.url), 'utf8'),
    )?.[1] ?? ''
  const { tool } = await loaded(codeOf('en'))
  expect([codeOf('zh'), tool.name, tool.module]).toEqual([codeOf('en'), 'lab.samples', 'mine.mjs'])
  expect(await told(tool, { kind: 'blood' }, context())).toBe('7 samples of blood')
})

test('the example loads with its three tools', async () => {
  const [module] = await loadToolModules([example])
  expect(module?.tools.map(({ name, effect }) => `${name} ${effect}`)).toEqual([
    'lab.samples read',
    'lab.order keyed',
    'lab.print once',
  ])
})
