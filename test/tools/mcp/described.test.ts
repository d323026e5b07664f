// What a model may be told of somebody else's tool, and what a tool is called.
import { describe, expect, test } from 'vitest'
import { houseName, readDescription } from '../../../src/tools/mcp/described.ts'
import { namesIn } from '../../../src/tools/mcp/mcp-tools.ts'
import { readAnswer } from '../../../src/tools/mcp/result-text.ts'

const object = { type: 'object' }
const problemOf = (given: object) => {
  const read = readDescription({ name: 'search', ...given })
  return read && 'problem' in read ? read.problem : 'it can be told'
}

test('names are those of the house, and pass on the wire', () => {
  expect(
    ['search', 'files/read', '搜索', '2fa', '_x', 'a'.repeat(80), 'b.c'].map((name) => houseName('files', name)),
  ).toEqual([
    'mcp.files.search',
    'mcp.files.files_read',
    expect.stringMatching(/^mcp\.files\.t_+$/),
    'mcp.files.t2fa',
    'mcp.files.t_x',
    expect.stringMatching(/^mcp\.files\.a{47}_[\da-f]{6}$/),
    'mcp.files.b_c',
  ])
  expect(houseName('a'.repeat(16), 'b'.repeat(128))).toHaveLength(64)
})

test('two tools that rules could not tell apart are both off', () => {
  const names = namesIn('files', [
    { name: 'a.b', inputSchema: object },
    { name: 'a/b', inputSchema: object },
    { name: '' },
    7,
  ])
  expect([...names]).toEqual([
    ['mcp.files.a_b', { name: 'a.b', problem: 'another tool of the server is called like it' }],
  ])
})

test('a description is one line without signs that nobody sees, and has an end', () => {
  const hidden = 'Looks\nup.\u{202e}\u{e0041}\u{200b} <now>\u{0}'
  expect(readDescription({ name: 'search', description: hidden, inputSchema: object })).toMatchObject({
    description: 'Looks up. <now>',
  })
  const long = readDescription({ name: 'search', description: 'x'.repeat(2_000), inputSchema: object })
  expect(long && 'description' in long && long.description.length).toBe(1_001)
})

test('a schema keeps what providers take', () => {
  const inputSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      query: { type: 'string', description: 'words\u{200b}', pattern: '(a+)+$', minLength: 1, 'x-vendor': { a: 1 } },
      kind: { enum: ['paper', 'note', { not: 'plain' }], default: 'paper' },
      deep: { anyOf: [{ $ref: '#/$defs/one' }, { $ref: 'https://evil.example/schema' }] },
    },
    required: ['query', 5],
    $defs: { one: { type: 'integer', minimum: 0, maximum: 'many' } },
    anyOf: [{ required: ['query'] }],
    additionalProperties: false,
  }
  expect(readDescription({ name: 'search', inputSchema })).toMatchObject({
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'words', minLength: 1 },
        kind: { enum: ['paper', 'note'], default: 'paper' },
        deep: { anyOf: [{ $ref: '#/$defs/one' }, {}] },
      },
      required: ['query'],
      $defs: { one: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    },
  })
})

test('every word of a description counts for its hash, in whatever order; annotations do not', () => {
  const hash = (given: object) =>
    (readDescription({ name: 'search', description: 'a', inputSchema: object, ...given }) as { hash: string }).hash
  const same = hash({})
  expect(same).toMatch(/^[\da-f]{64}$/)
  expect(hash({ annotations: { readOnlyHint: true } })).toBe(same)
  const others = [
    { description: 'a ' },
    { description: 'a\u{200b}' },
    { description: `${'x'.repeat(1_500)}1` },
    { description: `${'x'.repeat(1_500)}2` },
    { inputSchema: { ...object, pattern: 'x' } },
    { name: 'Search' },
  ].map(hash)
  expect(new Set([same, ...others]).size).toBe(7)
  const one = { type: 'object', properties: { a: {}, b: {} } }
  const two = { properties: { b: {}, a: {} }, type: 'object' }
  expect(hash({ inputSchema: one })).toBe(hash({ inputSchema: two }))
})

describe('what cannot be told to a model', () => {
  let deep: object = {}
  for (let n = 0; n < 50; n += 1) deep = { properties: { a: deep } }
  test.each([
    [
      'is too long',
      { description: 'x'.repeat(20_000) },
      'its description and schema have 20002 characters, at most 16000 are read',
    ],
    ['has no text', { description: 7 }, 'its description is no text'],
    ['has no schema', { inputSchema: 'any' }, 'its schema is no object'],
    ['takes a list', { inputSchema: { type: 'array' } }, 'its schema is not that of an object'],
    ['is too deep', { inputSchema: { type: 'object', ...deep } }, 'its schema is deeper than 8'],
    ['has odd names', { inputSchema: { properties: { 'a b': {} } } }, 'its schema has a name that no provider takes'],
    ['has part of nothing', { inputSchema: { properties: { a: null } } }, 'a part of its schema is no schema'],
    [
      'has too many fields',
      { inputSchema: { properties: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`f${n}`, {}])) } },
      'its schema names more than 60 things in one place',
    ],
    [
      'has too much in all',
      {
        inputSchema: {
          properties: Object.fromEntries(
            Array.from({ length: 40 }, (_, n) => [`f${n}`, { description: 'x'.repeat(250) }]),
          ),
        },
      },
      'its schema has more than 8000 characters',
    ],
  ])('%s', (_, given, problem) => {
    expect(problemOf(given)).toBe(problem)
  })
})

test('an answer is its texts; pictures and bytes are named', () => {
  expect([
    readAnswer({
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    }),
    readAnswer({
      content: [
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'resource_link', uri: 'file:///x', name: 'x' },
      ],
    }),
    readAnswer({
      content: [{ type: 'resource', resource: { uri: 'file:///x', text: 'inside' } }, { type: 'new\nkind' }, null],
    }),
    readAnswer({ content: [], structuredContent: { n: 1 }, isError: true }),
    readAnswer({}),
    readAnswer({ content: 'text' }),
  ]).toEqual([
    { text: 'a\nb', isError: false },
    { text: '(image image/png, 3 bytes: not shown)\n(at file:///x: x)', isError: false },
    {
      text: '(from file:///x)\ninside\n(something of the kind new kind: not shown)\n(something of the kind unknown: not shown)',
      isError: false,
    },
    { text: '{"n":1}', isError: true },
    { text: '(nothing)', isError: false },
    undefined,
  ])
})
