// The contract of posting: once for a key whatever happens, never too late, and refusals that say what they mean.
import { describe, expect, test, vi } from 'vitest'
import type { Channel, OutboundReply } from '../../../src/channels/channel.ts'
import { bots, outcome, hears, makeReply, online, signal, until } from './online.ts'
import type { Posted, Traits, World } from './world.ts'

export function posting(world: () => Promise<World>, { capabilities, troubles, gaps = [] }: Traits): void {
  const can = new Set(capabilities)

  /** Both bots know the group. */
  const warm = async () => {
    const chat = await world()
    const room = await online(chat)
    const asked = await chat.says('ann', 'Which test?')
    await hears(room, asked, 'iris')
    await hears(room, asked, 'rex')
    return { chat, room, asked }
  }

  test('a reply stands in the chat under the id that was told, and is posted once for its key (S5)', async () => {
    const { chat, room, asked } = await warm()
    const reply = makeReply(chat, { replyTo: asked })
    const { id } = await room.channel.send(reply, signal())
    expect(await room.channel.send(reply, signal())).toEqual({ id })
    expect((await ofBots(chat)).map(({ id: at, by, text }) => ({ at, by, text }))).toEqual([
      { at: id, by: 'iris', text: 'A Welch test.' },
    ])
  })

  test('replies under two keys are two, even when they say the same', async () => {
    const { chat, room } = await warm()
    const first = await room.channel.send(makeReply(chat, { key: 'one' }), signal())
    const second = await room.channel.send(makeReply(chat, { key: 'two' }), signal())
    expect((await ofBots(chat)).map(({ id }) => id)).toEqual([first.id, second.id])
  })

  test('a reply that was posted before a restart is not posted again after it (S5)', async () => {
    const { chat, room, asked } = await warm()
    const reply = makeReply(chat, { replyTo: asked })
    const { id } = await room.channel.send(reply, signal())
    await room.stop()
    const again = await online(chat)
    expect(await again.channel.send(reply, signal())).toEqual({ id })
    expect(await ofBots(chat)).toHaveLength(1)
  })

  test('what could not be stored of a bot’s own words comes to it later, and stands once (S5)', async () => {
    const chat = await world()
    let refused = 0
    const room = await online(chat, async (messages) => {
      if (refused > 0 || !messages.some(({ text }) => text === 'A Welch test.')) return
      refused += 1
      throw new Error('the disk is full')
    })
    for (const { id: bot } of bots) {
      // oxlint-disable-next-line no-await-in-loop -- one bot after the other
      await hears(room, await chat.says('ann', `Which test, ${bot}?`), bot)
    }
    const reply = makeReply(chat)
    await outcome(room.channel.send(reply, signal()))
    await until('a refusal', () => refused > 0)
    const { id } = await untilPosted(room.channel, reply)
    await hears(room, id, 'iris')
    expect((await ofBots(chat)).map((posted) => posted.id)).toEqual([id])
  })

  test.runIf(troubles.includes('loseAnswer'))(
    'a reply whose answer was lost stands once after the next try',
    async () => {
      const { chat, room, asked } = await warm()
      chat.loseAnswer?.()
      const reply = makeReply(chat, { replyTo: asked })
      const first = await outcome(room.channel.send(reply, signal()))
      expect(['posted', 'unavailable']).toContain('kind' in first ? first.kind : 'posted')
      if (gaps.includes('knowsLost')) return givenUp(chat, room.channel, reply)
      const { id } = await untilPosted(room.channel, reply)
      expect((await ofBots(chat)).map((posted) => posted.id)).toEqual([id])
    },
  )

  test('an expired reply is not posted (L6)', async () => {
    const { chat, room } = await warm()
    const late = makeReply(chat, { expiresAt: Date.now() - 1 })
    expect(await outcome(room.channel.send(late, signal()))).toEqual({ kind: 'permanent' })
    expect(await ofBots(chat)).toEqual([])
  })

  test('a reply that was posted in time and asked for when it has expired stands once (L6, S5)', async () => {
    const { chat, room } = await warm()
    const { id } = await room.channel.send(makeReply(chat), signal())
    const late = await outcome(room.channel.send(makeReply(chat, { expiresAt: Date.now() - 1 }), signal()))
    expect(late).toEqual(gaps.includes('findsExpired') ? { kind: 'permanent' } : { id })
    expect(await ofBots(chat)).toHaveLength(1)
  })

  test('replies one after the other stand in their order', async () => {
    const { chat, room } = await warm()
    for (const n of [1, 2, 3, 4]) {
      const bot = n % 2 ? 'iris' : 'rex'
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await room.channel.send(makeReply(chat, { key: `k${n}`, bot, text: `Answer ${n}.` }), signal())
    }
    expect((await ofBots(chat)).map(({ by, text }) => `${by}: ${text}`)).toEqual([
      'iris: Answer 1.',
      'rex: Answer 2.',
      'iris: Answer 3.',
      'rex: Answer 4.',
    ])
  })

  test('a group that is not there is refused for good', async () => {
    const { chat, room } = await warm()
    const nowhere = makeReply(chat, { group: `${room.channel.name}:nowhere` })
    expect(await outcome(room.channel.send(nowhere, signal()))).toEqual({ kind: 'permanent' })
    expect(await ofBots(chat)).toEqual([])
  })

  test('a send that was stopped before it began posts nothing', async () => {
    const { chat, room } = await warm()
    expect(await outcome(room.channel.send(makeReply(chat), AbortSignal.abort()))).toEqual({ kind: 'unavailable' })
    expect(await ofBots(chat)).toEqual([])
  })

  describe.runIf(troubles.includes('refuse'))('a refusal', () => {
    test.each(['unavailable', 'permanent'] as const)(
      'that is %s is told as that, and nothing is posted',
      async (kind) => {
        const { chat, room, asked } = await warm()
        chat.refuse?.(kind)
        const reply = makeReply(chat, { replyTo: asked })
        expect(await outcome(room.channel.send(reply, signal()))).toEqual({ kind })
        expect(await ofBots(chat)).toEqual([])
        await room.channel.send(reply, signal())
        expect(await ofBots(chat)).toHaveLength(1)
      },
    )

    test('for speed is waited out by the channel, or told with how long to wait', async () => {
      const { chat, room, asked } = await warm()
      chat.refuse?.('rateLimited')
      const reply = makeReply(chat, { replyTo: asked })
      const first: unknown = await room.channel.send(reply, signal()).then(
        () => 'posted',
        ({ kind, retryAfterMs }: { kind?: unknown; retryAfterMs?: unknown }) => ({ kind, retryAfterMs }),
      )
      expect(['posted', { kind: 'rateLimited', retryAfterMs: 1_000 }]).toContainEqual(first)
      await room.channel.send(reply, signal())
      expect(await ofBots(chat)).toHaveLength(1)
    })
  })

  test.runIf(troubles.includes('hang'))(
    'a stop in the middle of a send ends it, and the next try posts it once',
    async () => {
      const { chat, room, asked } = await warm()
      chat.hang?.()
      const stopping = new AbortController()
      const reply = makeReply(chat, { replyTo: asked })
      const sending = outcome(room.channel.send(reply, stopping.signal))
      await until('the post is there', () => chat.isHanging?.())
      stopping.abort()
      await room.stop()
      expect(await sending).toEqual({ kind: 'unavailable' })
      await until('nothing is open', () => chat.isIdle())
      const again = await online(chat)
      if (gaps.includes('knowsLost')) return givenUp(chat, again.channel, reply)
      const { id } = await again.channel.send(reply, signal())
      expect((await ofBots(chat)).map((posted) => posted.id)).toEqual([id])
    },
  )

  test.runIf(can.has('replies'))('a reply shows what it answers', async () => {
    const { chat, room, asked } = await warm()
    await room.channel.send(makeReply(chat, { replyTo: asked }), signal())
    expect((await ofBots(chat)).map(({ replyTo }) => replyTo)).toEqual([asked])
  })
}

/** It stands in the chat, nobody can know so, and it is not posted again however often it is tried. */
async function givenUp(chat: World, channel: Channel, reply: OutboundReply): Promise<void> {
  for (let n = 0; n < 3; n += 1)
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    expect(await outcome(channel.send(reply, signal()))).toEqual({ kind: 'permanent' })
  expect(await ofBots(chat)).toHaveLength(1)
}

/** The line may be mended meanwhile: as the service does, it is tried until it stands. */
const untilPosted = (channel: Channel, reply: OutboundReply): Promise<{ id: string }> =>
  vi.waitFor(() => channel.send(reply, signal()), { timeout: 12_000, interval: 20 })

const botNames = new Set(['iris', 'rex'])
const ofBots = async (chat: World): Promise<Posted[]> => (await chat.posted()).filter(({ by }) => botNames.has(by))
