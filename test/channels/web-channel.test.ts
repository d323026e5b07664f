import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Intake } from '../../src/channels/channel.ts'
import { openRooms } from '../../src/channels/web/rooms.ts'
import { at, makeReply, makeWeb, post, signal } from './web-fixture.ts'

const refuse: Intake = () => Promise.reject(new Error('disk full'))
const hello = { name: 'Dana', text: 'hello', id: 'm1' }
const handedIn = {
  id: 'm1',
  group: 'web:lobby',
  ts: at,
  sender: { id: 'person:dana', name: 'Dana', bot: false },
  text: 'hello',
}

afterEach(() => void vi.useRealTimers())

describe('a post', () => {
  test('is acknowledged after the service took it, not before (S5)', async () => {
    const { channel, db } = makeWeb()
    const gate = Promise.withResolvers<void>()
    const steps: string[] = []
    await channel.start(async () => {
      steps.push(
        `handed in, stored ${openRooms(db).list('lobby', { limit: 9 }).length}, taken ${openRooms(db).isTaken(1)}`,
      )
      await gate.promise
    })
    const acknowledged = channel.post('lobby', hello).then(() => steps.push('acknowledged'))
    await vi.waitFor(() => expect(steps).toHaveLength(1))
    gate.resolve()
    await acknowledged
    expect(steps).toEqual(['handed in, stored 1, taken false', 'acknowledged'])
    await channel.stop()
    expect(openRooms(db).isTaken(1)).toBe(true)
  })

  test('with an id seen in the room is the first post, and the same id in two rooms is two (R10)', async () => {
    const { channel, taken, intake } = makeWeb()
    await channel.start(intake)
    const first = await channel.post('lobby', hello)
    const again = await channel.post('lobby', hello)
    await expect(channel.post('lobby', { ...hello, text: 'changed' })).rejects.toThrow(
      'the id m1 is another message of yours in this room: post this one again with a new id, or without one',
    )
    const elsewhere = await channel.post('den', hello)
    expect(again).toEqual({ message: first.message, created: false })
    expect(elsewhere.message.seq).not.toBe(first.message.seq)
    expect(taken).toEqual([[handedIn], [{ ...handedIn, group: 'web:den' }]])
  })

  test('that the service refuses stays, and the next post hands both in, oldest first', async () => {
    const { channel, taken, errors, intake } = makeWeb()
    let isFull = true
    await channel.start((messages) => (isFull ? refuse(messages) : intake(messages)))
    await expect(channel.post('lobby', hello)).rejects.toThrow(
      'message m1 is kept and the bots get it later; post it again with this id to be sure',
    )
    isFull = false
    await channel.post('lobby', { ...hello, id: 'm2' })
    expect(taken).toEqual([[handedIn, { ...handedIn, id: 'm2' }]])
    expect(errors).toEqual([new Error('disk full')])
    await channel.stop()
  })

  test('that the service refuses is handed in again after a pause that doubles', async () => {
    vi.useFakeTimers()
    const { channel, taken, errors, intake } = makeWeb()
    let tries = 0
    await channel.start((messages) => (++tries < 4 ? refuse(messages) : intake(messages)))
    await expect(channel.post('lobby', hello)).rejects.toThrow('message m1 is kept')
    const seen: number[] = []
    for (const ms of [999, 1, 1999, 1, 3999, 1]) {
      // oxlint-disable-next-line no-await-in-loop -- time passes step by step
      await vi.advanceTimersByTimeAsync(ms)
      seen.push(tries)
    }
    expect(seen).toEqual([1, 2, 2, 3, 3, 4])
    expect(taken).toEqual([[handedIn]])
    expect(errors).toHaveLength(3)
    // The mark is written a moment later.
    await vi.advanceTimersByTimeAsync(500)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('made while a hand-over is under way goes with the next one', async () => {
    const { channel, taken } = makeWeb()
    const gate = Promise.withResolvers<void>()
    await channel.start(async (messages) => {
      taken.push(messages)
      await gate.promise
    })
    const both = [channel.post('lobby', hello), channel.post('lobby', { ...hello, id: 'm2' })]
    gate.resolve()
    await Promise.all(both)
    expect(taken.map((batch) => batch.map(({ id }) => id))).toEqual([['m1'], ['m2']])
  })
})

describe('a restart', () => {
  test('hands in what was stored but not taken, bots included (S5)', async () => {
    const db = new DatabaseSync(':memory:')
    const before = makeWeb(db)
    await before.channel.start(refuse)
    await expect(before.channel.post('lobby', hello)).rejects.toThrow('is kept')
    const { id } = await before.channel.send(makeReply(), signal())
    await before.channel.stop()

    const after = makeWeb(db)
    await after.channel.start(after.intake)
    await vi.waitFor(() => expect(after.taken).toHaveLength(1))
    const sender = { id: 'iris', name: 'Iris', bot: true }
    expect(after.taken).toEqual([[handedIn, { ...handedIn, id, sender, text: 'A Welch test.', replyTo: 'm1' }]])
  })

  test('leaves alone what belongs to a room that is no more', async () => {
    const db = new DatabaseSync(':memory:')
    const lost = { room: 'cellar', id: 'c1', sender: 'person:dana', name: 'Dana', bot: false, text: 'anyone?', ts: at }
    openRooms(db).post(lost)
    const { channel, taken, intake } = makeWeb(db)
    await channel.start(intake)
    await channel.post('lobby', hello)
    expect(taken).toEqual([[handedIn]])
  })
})

describe('a reply', () => {
  test('is in the room once, however often it is sent (S5)', async () => {
    const { channel, taken, intake } = makeWeb()
    await channel.start(intake)
    const first = await channel.send(makeReply(), signal())
    const again = await channel.send(makeReply({ text: 'other words' }), signal())
    expect(again).toEqual(first)
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    expect(channel.list('lobby', { limit: 9 })).toEqual([
      {
        seq: 1,
        room: 'lobby',
        id: first.id,
        sender: 'iris',
        name: 'Iris',
        bot: true,
        text: 'A Welch test.',
        type: 'short',
        replyTo: 'm1',
        ts: at,
        meta: { model: 'rehearsal', rehearsal: true },
      },
    ])
  })

  test('of another bot with the same key is another reply', async () => {
    const { channel, intake } = makeWeb()
    await channel.start(intake)
    await channel.send(makeReply(), signal())
    await channel.send(makeReply({ bot: 'rex' }), signal())
    expect(channel.list('lobby', { limit: 9 }).map(({ sender }) => sender)).toEqual(['iris', 'rex'])
  })

  test('does not wait for the service to take it: the sender may be the service itself', async () => {
    const { channel } = makeWeb()
    await channel.start(() => new Promise(() => {}))
    const sent = await channel.send(makeReply(), signal())
    expect(channel.list('lobby', { limit: 1 })[0]?.id).toBe(sent.id)
  })

  test.each([
    ['an unknown room', { group: 'web:cellar' }, 'permanent', 'no room web:cellar: add it to channels.web.rooms'],
    ['a bot that is not in the room', { group: 'web:den', bot: 'rex' }, 'permanent', 'rex is not in web:den'],
    ['nothing but invisible characters', { text: '\u202E\u0000 ' }, 'permanent', 'the reply has no visible text'],
  ] as const)('with %s is refused for good', async (_, change, kind, message) => {
    const { channel, intake } = makeWeb()
    await channel.start(intake)
    await expect(channel.send(makeReply(change), signal())).rejects.toMatchObject({
      name: 'ChannelError',
      kind,
      message,
    })
    expect(channel.list('lobby', { limit: 9 })).toEqual([])
  })

  test('is refused for now when the channel is stopped, the send was called off, or the room cannot be written', async () => {
    const { channel, db, intake } = makeWeb()
    const unavailable = { name: 'ChannelError', kind: 'unavailable' }
    await expect(channel.send(makeReply(), signal())).rejects.toMatchObject(unavailable)
    await channel.start(intake)
    await expect(channel.send(makeReply(), AbortSignal.abort())).rejects.toMatchObject(unavailable)
    db.exec('DROP TABLE room_message')
    await expect(channel.send(makeReply(), signal())).rejects.toMatchObject(unavailable)
    await channel.stop()
    await expect(channel.send(makeReply(), signal())).rejects.toMatchObject(unavailable)
  })
})

test('a bot is itself here (R1)', async () => {
  await expect(makeWeb().channel.identify({ id: 'iris', name: 'Iris' })).resolves.toEqual({ id: 'iris', name: 'Iris' })
})

test('stopping waits for the hand-over under way, so that nobody touches the database afterwards', async () => {
  const { channel, db } = makeWeb()
  const gate = Promise.withResolvers<void>()
  await channel.start(() => gate.promise)
  const posted = channel.post('lobby', hello)
  const stopped = channel.stop().then(() => db.close())
  gate.resolve()
  await expect(Promise.all([posted, stopped])).resolves.toHaveLength(2)
})

test('posts of one moment are taken together, in their order, and one that comes twice once (S5)', async () => {
  const { channel, taken, db } = makeWeb()
  const waiting: (() => void)[] = []
  const together: NonNullable<Intake['together']> = async (work) => {
    await new Promise<void>((resolve) => void waiting.push(resolve))
    taken.push([...work()])
  }
  await channel.start(Object.assign<Intake, Pick<Intake, 'together'>>(refuse, { together }))
  const posts = [hello, { ...hello, id: 'm2' }, hello].map((each) => channel.post('lobby', each))
  await vi.waitFor(() => expect(waiting).toHaveLength(3))
  waiting.forEach((go) => go())
  const told = await Promise.all(posts)
  expect(told.map(({ message, created }) => [message.id, created])).toEqual([
    ['m1', true],
    ['m2', true],
    ['m1', false],
  ])
  expect([
    taken.flat().map(({ id }) => id),
    openRooms(db)
      .list('lobby', { limit: 9 })
      .map(({ id }) => id),
  ]).toEqual([
    ['m1', 'm2'],
    ['m1', 'm2'],
  ])
  await channel.stop()
})

test('a room that cannot be read is told as one that cannot be written: 503, and refused until it is mended', async () => {
  const { db, app, channel, errors, intake } = makeWeb()
  const together: NonNullable<Intake['together']> = (work) => intake([...work()])
  await channel.start(Object.assign(intake, { together }))
  db.exec('ALTER TABLE room_message RENAME TO lost')
  expect((await post(app, { name: 'Dana', text: 'hi', id: 'm1' })).status).toBe(503)
  expect([channel.isRefusing(), errors]).toEqual([true, [expect.objectContaining({ code: 'ERR_SQLITE_ERROR' })]])
  db.exec('ALTER TABLE lost RENAME TO room_message')
  expect((await post(app, { name: 'Dana', text: 'hi', id: 'm1' })).status).toBe(201)
  expect(channel.isRefusing()).toBe(false)
  await channel.stop()
})
