// Commands in a model's text as calls of tools: which arguments they have, and which of them are none of its business (A4).
import { expect, test } from 'vitest'
import { z } from 'zod'
import { argumentsIn, linesOf, withoutCommands } from '../../../src/jobs/run/line-calls.ts'
import { makeRegistry } from '../../../src/tools/registry.ts'
import { tool } from '../../../src/tools/tool.ts'

const made = (name: string, schema: z.ZodObject) =>
  tool({ name, description: '', effect: 'read', schema, run: async () => '' })
const write = made('fs.write', z.object({ path: z.string(), text: z.string(), mode: z.string().optional() }))
const forget = made('fact.forget', z.object({ n: z.int() }))
const list = made('fs.list', z.object({ path: z.string().optional() }))
const bash = made('bash', z.object({ command: z.string(), timeoutSeconds: z.int().optional() }))
const registry = makeRegistry([write, forget, list, bash])
const tools = registry.tools.map(({ name }) => name)

test.each([
  [write, '', ''],
  [write, '{"path":"a"', '{"path":"a"'],
  [write, 'notes/a.txt  Seven samples, =x.', '{"path":"notes/a.txt","text":"Seven samples, =x."}'],
  [write, 'a.txt', '{"path":"a.txt"}'],
  [write, 'path=a.txt text="two \\"words\\"" mode=x', '{"path":"a.txt","text":"two \\"words\\"","mode":"x"}'],
  [forget, '3', '{"n":3}'],
  [forget, 'n=3', '{"n":3}'],
  [forget, 'three', '{"n":"three"}'],
  [list, 'path=notes', '{"path":"notes"}'],
  [list, 'notes', '{"words":"notes"}'],
  [bash, 'FOO=1 ls -l "a b"', '{"command":"FOO=1 ls -l \\"a b\\""}'],
])('$0.name takes %j', (of, words, expected) => {
  expect(argumentsIn(of, words)).toBe(expected)
})

/** Name, arguments and marks of what an answer calls by its lines. */
function calledBy(text: string, { shell = false, oneToOne = false, finish = 'stop', calls = 0, offered = tools } = {}) {
  const native = Array.from({ length: calls }, (_, n) => ({ id: `c${n}`, name: 'fs.list', arguments: '' }))
  const answer = { text, finish, ...(calls > 0 && { calls: native }) }
  return linesOf({ tools: registry, textCommands: { shell } }, answer, offered, { oneToOne }).map(
    ({ name, arguments: given, isForPeople, isCut }) =>
      `${name} ${given}${isForPeople ? ' for people' : ''}${isCut ? ' cut' : ''}`,
  )
}

test('what an operator orders, and the shell, are nothing that a line of a model’s text may do', () => {
  expect(calledBy(',approve 1\n,deny 1\n,mute\n,policy open\n,stop\n,bash ls\n,rm -rf /\n,fs.list')).toEqual([
    'approve 1 for people',
    'deny 1 for people',
    'mute  for people',
    'policy open for people',
    'stop  for people',
    'bash {"command":"ls"} for people',
    'rm -rf /',
    'fs.list ',
  ])
})

test('where the setting says so the shell is open to lines in a talk of two, and never in a group', () => {
  const text = ',bash ls\n,git status -s\n,approve 1'
  const [on, off] = [{ shell: true, oneToOne: true }, { shell: true }]
  expect(calledBy(text, on)).toEqual([
    'bash {"command":"ls"}',
    'bash {"command":"git status -s"}',
    'approve 1 for people',
  ])
  expect(calledBy(text, off)).toEqual(['bash {"command":"ls"} for people', 'git status -s', 'approve 1 for people'])
  expect(calledBy(',git status', { ...on, offered: ['fs.list'] })).toEqual(['git status'])
})

test('sixteen calls of an answer are made, and the last line of one that was cut is cut', () => {
  const many = Array.from({ length: 20 }, () => ',fs.list').join('\n')
  expect([calledBy(many).length, calledBy(many, { calls: 10 }).length, calledBy(many, { calls: 16 }).length]).toEqual([
    16, 6, 0,
  ])
  expect(calledBy(',fs.list\n,fs.write a Sev', { finish: 'length' })).toEqual([
    'fs.list ',
    'fs.write {"path":"a","text":"Sev"} cut',
  ])
  expect(calledBy(',fs.list\nand so', { finish: 'length' })).toEqual(['fs.list '])
})

test('a bot without tools says what its model says', () => {
  expect(linesOf({ tools: registry }, { text: ',fs.list', finish: 'stop' }, tools, {})).toEqual([])
  expect(withoutCommands({ tools: registry }, ',fs.list', ',fs.list')).toBe(',fs.list')
  const working = { tools: registry, textCommands: { shell: false } }
  expect(withoutCommands(working, 'So.\n,fs.list', 'So.\n,fs.list')).toBe('So.')
  // Its wrapping is taken off a reply that is a block of code as a whole.
  expect(withoutCommands(working, '```\n,mute\n```', ',mute')).toBe(',mute')
  // And so is a label.
  expect(withoutCommands(working, 'Iris: ,mute', ',mute')).toBe('')
})
