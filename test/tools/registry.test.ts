// Tools under both of their names, and calls of models that write nearly anything.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { digestOf } from '../../src/tools/digest.ts'
import { makeRegistry } from '../../src/tools/registry.ts'
import { tool } from '../../src/tools/tool.ts'

const made = (name: string) =>
  tool({
    name,
    description: `does ${name}`,
    effect: 'read',
    schema: z.object({ path: z.string().describe('where'), limit: z.int().min(1).optional() }),
    run: () => Promise.resolve(''),
  })

const registry = makeRegistry(['fs.read', 'fs.write', 'weather_now'].map(made))
const all = ['fs.read', 'fs.write', 'weather_now']

/** What is told of a refused call, without its tool. */
function refused(name: string, text: string, offered = all) {
  const read = registry.readCall(name, text, offered)
  return 'refused' in read ? { refused: read.refused, message: read.message } : 'read'
}

test('a tool is found by the name of the house and by that on the wire, and by no other', () => {
  expect(
    ['fs.read', 'fs_read', 'weather_now', 'weather.now', 'fs-read', 'read', '__proto__', ''].map(
      (name) => registry.find(name)?.name,
    ),
  ).toEqual(['fs.read', 'fs.read', 'weather_now', undefined, undefined, undefined, undefined, undefined])
})

test('two tools that a model could not tell apart are an error at the start', () => {
  expect(() => makeRegistry([made('weather.now'), made('weather_now')])).toThrow(
    'the tools weather.now and weather_now are both weather_now to a model: rename one',
  )
})

test.each(['', '.read', 'fs..read', 'fs read', 'fs/read', 'lesen.ä', 'a'.repeat(65)])(
  'a tool cannot be called %j',
  (name) => {
    expect(() => makeRegistry([made(name)])).toThrow('a tool cannot be called')
  },
)

test('a provider is told the name on the wire and a schema without anything that it would refuse', () => {
  const [first] = registry.tools
  expect(first && registry.parametersOf(first)).toEqual({
    name: 'fs_read',
    description: 'does fs.read',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'where' },
        limit: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      },
      required: ['path'],
      additionalProperties: false,
    },
  })
})

describe('a call', () => {
  test('that is right is read', () => {
    expect(registry.readCall('fs_read', '{"path":"a"}', all)).toEqual({
      tool: registry.find('fs.read'),
      args: { path: 'a' },
      digest: digestOf('fs.read', { path: 'a' }),
    })
  })

  test('of a tool that is not there is told which there are', () => {
    expect([refused('rm', '{}'), refused('x'.repeat(1_000), '{}', ['fs.read']), refused('rm', '{}', [])]).toEqual([
      { refused: 'unknown', message: 'there is no tool "rm": there are fs_read, fs_write, weather_now' },
      { refused: 'unknown', message: `there is no tool "${'x'.repeat(64)}…": there are fs_read` },
      { refused: 'unknown', message: 'there is no tool "rm": no tool may be called now' },
    ])
  })

  test('of a tool that is there and not on offer is refused, and names none that is not on offer', () => {
    expect(refused('fs_write', '{"path":"a"}', ['fs.read'])).toEqual({
      refused: 'notAllowed',
      message: 'fs_write may not be used here: there are fs_read',
    })
  })

  test.each([
    ['{"path":', /^fs_read was not called: its arguments are no JSON: /],
    [
      '"a"',
      /^fs_read was not called: the arguments: Invalid input: expected object, received string\. It takes path, limit\?$/,
    ],
    ['', /^fs_read was not called: path: Invalid input: expected string, received undefined\. It takes path, limit\?$/],
    ['{"path":"a","limit":"3"}', /^fs_read was not called: limit: Invalid input: expected number, received string\./],
    ['{"path":"a","limit":0}', /^fs_read was not called: limit: Too small/],
    ['{"path":"a","file":"b"}', /^fs_read was not called: the arguments: Unrecognized key: "file"\./],
    [`{"path":"${'a'.repeat(400_000)}"}`, /^fs_read was not called: its arguments have 400011 characters/],
  ])('whose arguments are wrong is told which and why', (text, message) => {
    expect(refused('fs_read', text)).toEqual({
      refused: 'malformed',
      message: expect.stringMatching(message) as string,
    })
  })

  test('has the same digest in whatever order its arguments stand, and another one for anything else', () => {
    const digests = [
      ['fs.read', '{"path":"a","limit":1}'],
      ['fs_read', ' {"limit":1, "path":"a"}'],
      ['fs.write', '{"path":"a","limit":1}'],
      ['fs.read', '{"path":"a"}'],
      ['fs.read', '{"path":"a"'],
      ['fs.read', '{"path":"a" '],
    ].map(([name = '', text = '']) => registry.readCall(name, text, all).digest)
    expect(digests[0]).toBe(digests[1])
    expect(digests[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(new Set(digests).size).toBe(5)
  })

  test('never throws, and is either read or refused in a message of a bounded length', () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), fc.subarray(all), (name, text, offered) => {
        const read = registry.readCall(fc.sample(fc.constantFrom(name, ...all), 1)[0] ?? name, text, offered)
        expect(read.digest).toMatch(/^[0-9a-f]{16}$/)
        expect('message' in read ? read.message.length < 2_500 : offered.includes(read.tool.name)).toBe(true)
      }),
    )
  })
})

test('digests differ for arguments that differ', () => {
  const json = fc.jsonValue({ maxDepth: 3 })
  fc.assert(
    fc.property(json, json, (a, b) => {
      const same = canonical(a) === canonical(b)
      expect(digestOf('t', a) === digestOf('t', b)).toBe(same)
    }),
  )
})

/** Written another way than the digest's: sorted by JSON's own filter of keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
