// What a bot's chart is made with in a group.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sendToolName } from '../../machines/agent/post.ts'
import { groupInputs } from '../../src/jobs/group-inputs.ts'
import { makeRegistry } from '../../src/tools/registry.ts'
import { tool } from '../../src/tools/tool.ts'
import { loadYaml } from '../config/load.ts'

test.each([
  ['{}', true, true],
  ['{}', false, undefined],
  ['{ markdown: false }', true, false],
  ['{ markdown: true }', false, true],
])(
  'replies in the style %s may use markdown (T4) where the channel writes it, which is %s: %s',
  (style, writes, expected) => {
    const config = loadYaml(`groupSocial: { style: ${style} }`)
    const inputs = groupInputs(config, () => [], undefined, undefined, { writesMarkdown: () => writes })
    expect(inputs('iris web:lobby').settings.style.markdown).toBe(expected)
  },
)

const tools = makeRegistry(
  ['fs.read', sendToolName].map((name) =>
    tool({ name, description: 'x', effect: 'read', schema: z.object({}), run: () => Promise.resolve('') }),
  ),
)
const inputOf = (agent: string, social = '{}', key = 'iris web:lobby') =>
  groupInputs(
    loadYaml(`{ bots: [{ name: Iris${agent && `, agent: ${agent}`} }], groupSocial: ${social} }`),
    () => [],
    undefined,
    undefined,
    { tools },
  )(key)
const allow = "allow: [{ tools: ['*'], groups: ['web:lobby'], by: members }]"

test.each([
  ['without tools', '', '{}', 'iris web:lobby', 0],
  ['with tools', `{ ${allow} }`, '{}', 'iris web:lobby', 1_000],
  ['with tools elsewhere', `{ ${allow} }`, '{}', 'iris web:other', 0],
  ['with tools, switched off', `{ ${allow} }`, '{ direct: { debounceMs: 0 } }', 'iris web:lobby', 0],
  ['without tools, switched on', '', '{ direct: { debounceMs: 700 } }', 'iris web:lobby', 700],
])('a mention of a bot %s waits for the rest of the sentence as long as that (A10)', (_, agent, social, key, ms) => {
  expect(inputOf(agent, social, key).settings.direct).toEqual({ debounceMs: ms, joinMs: 30_000 })
})

test('the tool that posts is there where nothing else is posted, for everybody, and no rule gives it (A14)', () => {
  const on = inputOf(`{ ${allow} }`).agent
  expect([on?.sendsItself, on?.tools.map(({ name }) => name)]).toEqual([undefined, ['fs.read', 'tape.page']])
  const off = inputOf(`{ ${allow}, proactiveResponse: off }`).agent
  expect([off?.sendsItself, off?.tools.at(-1)]).toEqual([true, { name: 'send', by: 'members' }])
})
