// Somebody else's code while the service runs: what it tells is read first, and nothing that it does holds the others up (A15).
import { describe, expect, test } from 'vitest'
import type { InboundMessage, Line } from '../../src/channels/channel.ts'
import { channelWith, foreignModules, never } from './foreign-module.ts'

const { load } = foreignModules()

/** Enough to be loaded on a busy machine. */
const timeouts = { startMs: 10_000, stopMs: 50 }

const iris = { id: 'iris', name: 'Iris' }
const noLine: Line = { ready: () => {}, reconnecting: () => {}, down: () => {} }

describe('an end that does not end, or throws', () => {
  test.each([
    [`() => ${never}`, ['warn: it did not end well: NAME: stop() took longer than 50 ms']],
    ["() => { throw new Error('no') }", ['warn: it did not end well: no']],
    ['async () => {}', []],
  ])('of the channel is told, and the service stops: %s', async (stop, told) => {
    const { channel, logged } = await load(channelWith({ stop: `stop: ${stop}` }), {}, timeouts)
    expect(await channel.stop()).toBeUndefined()
    expect(logged).toEqual(told)
  })

  test.each([
    [`() => ${never}`, ['warn: it did not end well: NAME: the line of iris took longer than 50 ms']],
    ["async () => { throw new Error('no') }", ['warn: it did not end well: no']],
  ])('of a line is told, and the line can be opened anew: %s', async (close, told) => {
    const { channel, logged } = await load(channelWith({ connect: `connect: async () => ${close}` }), {}, timeouts)
    const closeLine = await channel.connect?.(iris, noLine)
    expect(await closeLine?.()).toBeUndefined()
    expect(logged).toEqual(told)
  })

  test('of showing that a bot writes is not waited for', async () => {
    const typing = (shown: string) => load(channelWith({ typing: `typing: async () => ${shown}` }), {}, timeouts)
    const [hangs, ends] = [await typing(`{ await ${never} }`), await typing(`() => ${never}`)]
    await expect(hangs.channel.typing?.('iris', 'net:lab', 'm1')).rejects.toMatchObject({ kind: 'unavailable' })
    const end = await ends.channel.typing?.('iris', 'net:lab', 'm1')
    expect(await end?.()).toBeUndefined()
    expect(ends.logged).toEqual(['warn: it did not end well: NAME: typing() took longer than 50 ms'])
  })
})

test.each(['react', 'unreact'] as const)(
  '%s is handed on as a copy, and is not waited for without end',
  async (call) => {
    const sign = { bot: 'iris', group: 'net:lab', message: 'm1', emoji: '⏳' }
    const body = `${call}: async function (sign) { sign.bot = 'x'; if (sign.message !== 'm1') await ${never} }`
    const { channel } = await load(channelWith({ [call]: body }), {}, timeouts)
    const { signal } = new AbortController()
    expect(await channel[call]?.(sign, signal)).toBeUndefined()
    expect(sign.bot).toBe('iris')
    await expect(channel[call]?.({ ...sign, message: 'm2' }, signal)).rejects.toMatchObject({ kind: 'unavailable' })
  },
)

test('a title that cannot be told is not known, and one that is told stands on one line', async () => {
  const titled = async (title: string) =>
    (await load(channelWith({ titleOf: `titleOf: () => ${title}` }))).channel.titleOf?.('net:lab')
  expect([
    await titled("{ throw new Error('no') }"),
    await titled('7'),
    await titled(String.raw`'The\n\u202Elab'`),
  ]).toEqual([undefined, undefined, 'The lab'])
})

test('who is in a group is told as a list of ids, or is not known', async () => {
  const peopled = async (people: string) =>
    (await load(channelWith({ people: `people: () => ${people}` }))).channel.people?.('net:lab')
  const told = ["{ throw new Error('no') }", "'ann'", '[1]', "['ann', 'bo']", '[]'].map(peopled)
  expect(await Promise.all(told)).toEqual([undefined, undefined, undefined, ['ann', 'bo'], []])
})

test('what is told of a line is told in the words of the contract, whatever the module says', async () => {
  const told: unknown[] = []
  const line: Line = {
    ready: () => told.push('ready'),
    reconnecting: (reason) => told.push(reason),
    down: (trouble) => told.push(trouble),
  }
  const says =
    "line.ready(), line.ready(), line.reconnecting(), line.wavers('by its older name'), line.reconnecting({ toString: 1 }), line.reconnecting(new Error('cut')), line.down(), " +
    "line.down({ reason: 5, permanent: 'yes' }), line.down({ reason: 'banned', permanent: true })"
  const { channel } = await load(channelWith({ connect: `connect: async (bot, line) => (${says}, () => {})` }))
  await channel.connect?.(iris, line)
  expect(told).toEqual([
    'ready',
    'ready',
    'it did not say why',
    'by its older name',
    'something that is no text',
    'cut',
    { reason: 'it did not say why', permanent: false },
    { reason: '5', permanent: false },
    { reason: 'banned', permanent: true },
  ])
})

test('a correction is one of the module’s own messages, made safe, or it is left out', async () => {
  const { channel, name, has, corrections, logged } = await load(channelWith({}))
  await channel.start(async () => {})
  const group = `${name}:lab`
  const given = [
    { group, id: 'm1', text: ' at\u202E ten\u0007 ' },
    { group, id: 'm2', text: undefined },
    { group: 'web:lobby', id: 'm3', text: 'x' },
    { group, id: 'm4', text: 5 },
    { group, text: 'x' },
    undefined,
  ]
  for (const each of given) has().context.corrected(each)
  expect(corrections).toEqual([
    { group, id: 'm1', text: 'at ten' },
    { group, id: 'm2', text: undefined },
  ])
  expect(logged.map((line) => line.replace('warn: a correction was left out: ', ''))).toEqual([
    "group: expected NAME:…, the module's own",
    'text: Invalid input: expected string, received number',
    'id: Invalid input: expected string, received undefined',
    'it: Invalid input: expected object, received undefined',
  ])
})

test('a line of the log is one line at a level that there is', async () => {
  const { channel, has, logged } = await load(channelWith({}))
  await channel.start(async () => {})
  const { log } = has().context
  log('loud', 'a\u001B[2J\nb')
  log('error', { toString: 1 })
  log('debug', 'x'.repeat(1_000))
  expect(logged).toEqual([
    'info: a [2J b'.replace(' [', '['),
    'error: something that is no text',
    `debug: ${'x'.repeat(300)}`,
  ])
})

describe('a flood', () => {
  const makeMessage = (name: string, n: number) => ({
    id: `m${n}`,
    group: `${name}:lab`,
    ts: n,
    sender: { id: 'ann', name: 'Ann', bot: false },
    text: 'hello',
  })

  test('is handed on in its order and a few at a time, and others have their turn in between (13, 16)', async () => {
    const { channel, name, hands } = await load(channelWith({}))
    const taken: InboundMessage[] = []
    const sizes: number[] = []
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await channel.start(async (messages) => {
      sizes.push(messages.length)
      taken.push(...messages)
    })
    await hands(Array.from({ length: 1_020 }, (_, n) => makeMessage(name, n)))
    isOver = true
    expect(taken.map(({ ts }) => ts)).toEqual(Array.from({ length: 1_020 }, (_, n) => n))
    expect(sizes).toEqual([...Array.from({ length: 20 }, () => 50), 20])
    expect(turns).toBeGreaterThanOrEqual(20)
  })

  test('that the intake refuses in the middle is refused, so that it is handed in again (S5)', async () => {
    const { channel, name, hands } = await load(channelWith({}))
    let calls = 0
    await channel.start(async () => {
      calls += 1
      if (calls === 2) throw new Error('the disk is full')
    })
    await expect(hands(Array.from({ length: 120 }, (_, n) => makeMessage(name, n)))).rejects.toThrow('the disk is full')
    expect(calls).toBe(2)
  })

  test('of what is no message is told in a few lines', async () => {
    const { channel, hands, logged } = await load(channelWith({}))
    await channel.start(async () => {})
    await hands(Array.from({ length: 10_000 }, () => 5))
    const line = 'warn: a message was left out: it: Invalid input: expected object, received number'
    expect(logged).toEqual([line, line, line, line, line, 'warn: 9995 further messages were left out'])
  })
})

test('groups and ids are whole characters without control signs, and a group is more than its channel', async () => {
  const { channel, name, hands, logged } = await load(channelWith({}))
  const taken: string[] = []
  await channel.start(async (messages) => void taken.push(...messages.map(({ group }) => group)))
  const groups = ['', '\u001B[2J', 'a\nb', '\uD800', 'direct den', '__proto__', '实验室 🧪']
  const sender = { id: 'ann', name: 'Ann', bot: false }
  await hands(groups.map((rest) => ({ id: 'm1', group: `${name}:${rest}`, ts: 1, sender, text: 'hello' })))
  expect(taken).toEqual(['direct den', '__proto__', '实验室 🧪'].map((rest) => `${name}:${rest}`))
  expect(logged.map((line) => line.replace('warn: a message was left out: ', ''))).toEqual([
    "group: expected NAME:…, the module's own",
    'group: expected no control characters',
    'group: expected no control characters',
    'group: expected no control characters',
  ])
})
