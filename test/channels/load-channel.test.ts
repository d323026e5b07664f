// A channel of somebody else's code: what keeps it out, and what it may hand in and answer (A15).
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { InboundMessage, Line, OutboundReply } from '../../src/channels/channel.ts'
import { loadChannel } from '../../src/channels/modules/load-channel.ts'
import { channelWith, foreignModules, never } from './foreign-module.ts'

const { folder, load } = foreignModules()

const flaw = (source: string): Promise<unknown> =>
  load(source).then(
    () => 'it was loaded',
    (error: Error) => error.message.replace(/^channels\.modules: net\d+: .*?\.mjs: /, '').replace(/net\d+/, 'NAME'),
  )

test.each([
  ['throw new Error("no licence")', 'it cannot be loaded: no licence'],
  ['export const make = 1', 'it has no default export that makes a channel: see docs/guide/channels'],
  ['export default async () => { throw new Error("no url") }', 'its channel could not be made: no url'],
  ['export default () => null', 'its channel is no object'],
  [channelWith({ name: "name: 'web'" }), 'its channel is called "web": it must take context.name, "NAME"'],
  [channelWith({ send: 'send: 1', stop: 'stop: 2' }), 'its channel lacks send(), stop()'],
  [channelWith({ connect: 'connect: {}' }), 'its channel has a connect that is no function'],
  [channelWith({ people: 'people: []' }), 'its channel has a people that is no function'],
])('a module is refused with what is wrong: %s', async (source, problem) => {
  expect(await flaw(source)).toBe(problem)
})

test.each([
  [`await ${never}`, 'it cannot be loaded: loading it took longer than 1000 ms'],
  [`export default () => ${never}`, 'its channel could not be made: making it took longer than 1000 ms'],
])('a module that never gets ready is not waited for: %s', async (source, problem) => {
  await expect(load(source, {}, { startMs: 1_000, stopMs: 50 })).rejects.toThrow(problem)
})

test('a module that does not start is named, whether it throws or hangs', async () => {
  const started = async (start: string) => {
    const { channel } = await load(channelWith({ start: `start: ${start}` }), {}, { startMs: 1_500, stopMs: 50 })
    return channel.start(async () => {})
  }
  await expect(started("() => { throw new Error('no licence') }")).rejects.toThrow(
    /^channels\.modules: net\d+: .*\.mjs: its channel could not be started: no licence$/,
  )
  await expect(started(`() => ${never}`)).rejects.toThrow(/its channel could not be started: net\d+: start\(\) took/)
})

test.runIf(process.platform === 'linux').each(['/dev/zero', '/dev'])('%s is no module', async (path) => {
  const context = { name: 'net', bots: [], now: () => 1, log: () => {}, corrected: () => {} }
  await expect(loadChannel({ name: 'net', path, options: {} }, context)).rejects.toThrow(
    `channels.modules: net: ${path}: it is no file: name the module itself`,
  )
})

test('a module that is not there is named with its path', async () => {
  const path = join(folder, 'nowhere.mjs')
  const context = { name: 'net', bots: [], now: () => 1, log: () => {}, corrected: () => {} }
  await expect(loadChannel({ name: 'net', path, options: {} }, context)).rejects.toThrow(
    `channels.modules: net: ${path}: there is no such file: its path is seen from the folder of the configuration`,
  )
})

test('a module gets its options as a copy of its own', async () => {
  const options = { url: 'http://127.0.0.1:9', deep: { n: 1 } }
  const { channel } = await load(
    channelWith({
      identify:
        'identify: async () => { options.deep.n += 1; return { id: String(options.deep.n), name: options.url } }',
    }),
    options,
  )
  expect(await channel.identify({ id: 'iris', name: 'Iris' })).toEqual({ id: '2', name: 'http://127.0.0.1:9' })
  expect(options.deep.n).toBe(1)
})

describe('what it hands in', () => {
  const makeMessage = (name: string, change: object = {}) => ({
    id: 'm1',
    group: `${name}:lab`,
    ts: 5,
    sender: { id: 'ann', name: 'Ann', bot: false },
    text: 'hello',
    ...change,
  })

  async function heard(...changes: object[]) {
    const { channel, name, hands, logged } = await load(channelWith({}))
    const taken: InboundMessage[] = []
    await channel.start(async (messages) => void taken.push(...messages))
    await hands(changes.map((change) => makeMessage(name, change)))
    return {
      taken: taken.map((message) => ({ ...message, group: message.group.replace(name, 'NAME') })),
      warnings: logged.map((line) => line.replace('warn: a message was left out: ', '')),
    }
  }

  test('comes through, its unknown keys left out, its text and names made safe', async () => {
    expect(
      await heard({
        text: ' a\u202Eb ',
        sender: { id: 'ann', name: 'An\u200Bn\n', bot: false },
        extra: 1,
        replyTo: 'm0',
      }),
    ).toEqual({
      taken: [{ ...makeMessage('NAME'), text: 'ab', replyTo: 'm0' }],
      warnings: [],
    })
  })

  test('may say nothing in the ways JavaScript says nothing', async () => {
    const nothing = {
      replyTo: undefined,
      mentions: undefined,
      oneToOne: undefined,
      bots: undefined,
      contextOnly: false,
    }
    const nulls = { replyTo: null, mentions: null, oneToOne: null, bots: null, contextOnly: null }
    expect(await heard(nothing, nulls, { replyTo: '' })).toEqual({
      taken: [makeMessage('NAME'), makeMessage('NAME'), makeMessage('NAME')],
      warnings: [],
    })
  })

  test('is cut where it is too long, never lost for it (13, 15)', async () => {
    const who = (n: number) => ({ id: `m${n}`, name: 'M' })
    const { taken, warnings } = await heard({
      text: 'a'.repeat(2_000_000),
      sender: { id: 'ann', name: 'A'.repeat(500), bot: false },
      mentions: Array.from({ length: 10_000 }, (_, n) => who(n)),
      bots: ['iris', 'rex', 'iris'],
    })
    expect(
      taken.map(({ text, sender, mentions, bots }) => [text.length, sender.name.length, mentions?.length, bots]),
    ).toEqual([[80_000, 80, 1_000, ['iris', 'rex']]])
    expect(warnings).toEqual([])
  })

  test('is left out with a warning when it is no message, or another channel’s, and the others come through', async () => {
    const { taken, warnings } = await heard({ id: 7 }, { group: 'web:lobby' }, { ts: 'now' }, { sender: 'ann' }, {})
    expect([taken, warnings]).toEqual([
      [makeMessage('NAME')],
      [
        'id: Invalid input: expected string, received number',
        "group: expected NAME:…, the module's own",
        'ts: expected ms',
        'sender: Invalid input: expected object, received string',
      ],
    ])
  })

  test('is refused when it is no list', async () => {
    const { channel, name, hands } = await load(channelWith({}))
    await channel.start(async () => {})
    await expect(hands('hello')).rejects.toThrow(`${name} must hand in a list of messages`)
  })
})

describe('what it answers', () => {
  const reply = { key: 'k', text: 'hi' } as OutboundReply
  const posted = async (send: string) => {
    const { channel, name } = await load(channelWith({ send: `send: ${send}` }))
    return channel.send(reply, AbortSignal.timeout(5_000)).catch((error: object) => ({
      name: (error as Error).name,
      kind: (error as { kind?: string }).kind,
      message: (error as Error).message.replace(name, 'NAME'),
      retryAfterMs: (error as { retryAfterMs?: number }).retryAfterMs,
    }))
  }
  const failure = (kind: string, message: string, retryAfterMs?: number) => ({
    name: 'ChannelError',
    kind,
    message,
    retryAfterMs,
  })

  test.each([
    ["async () => ({ id: 'p1', more: 1 })", { id: 'p1' }],
    [
      "async () => ({ id: 'p1', echo: [{ id: 'p1', text: ' a\\u202Eb ', bots: null }, { id: 'p2', text: 'c', bots: ['iris'] }] })",
      {
        id: 'p1',
        echo: [
          { id: 'p1', text: 'ab' },
          { id: 'p2', text: 'c', bots: ['iris'] },
        ],
      },
    ],
    ["async () => ({ id: 'p1', echo: 'hi' })", { id: 'p1' }],
    ['async () => ({})', failure('permanent', 'NAME gave no id for what it posted')],
    ["() => { throw new Error('gone') }", failure('unavailable', 'gone')],
    ["async () => { throw 'gone' }", failure('unavailable', 'gone')],
    ["async () => { throw Object.assign(new Error('no'), { kind: 'permanent' }) }", failure('permanent', 'no')],
    ["async () => { throw Object.assign(new Error('no'), { kind: 'odd' }) }", failure('unavailable', 'no')],
    [
      "async () => { throw Object.assign(new Error('slow'), { kind: 'rateLimited', retryAfterMs: 900 }) }",
      failure('rateLimited', 'slow', 900),
    ],
    [
      "async () => { throw Object.assign(new Error('slow'), { kind: 'rateLimited', retryAfterMs: NaN }) }",
      failure('rateLimited', 'slow'),
    ],
  ])('to a send becomes an id or a known error: %s', async (send, expected) => {
    expect(await posted(send)).toEqual(expected)
  })

  test('to who it is must be an id and a name (R1)', async () => {
    const { channel, name } = await load(channelWith({ identify: 'identify: async () => ({ id: 1 })' }))
    await expect(channel.identify({ id: 'iris', name: 'Iris' })).rejects.toMatchObject({
      kind: 'permanent',
      message: `${name} did not tell who iris is: expected { id, name }`,
    })
  })

  test('to a line must be how to close it', async () => {
    const { channel, name } = await load(channelWith({ connect: 'connect: async () => {}' }))
    const line: Line = { ready: () => {}, reconnecting: () => {}, down: () => {} }
    await expect(channel.connect?.({ id: 'iris', name: 'Iris' }, line)).rejects.toMatchObject({
      kind: 'permanent',
      message: `${name} opened a line and gave no function to close it`,
    })
  })
})
