// The service is stopped or killed while people talk on a real XMPP server: what it missed is talk, and is answered once.
import { describe, expect, test } from 'vitest'
import { spawned } from './spawned.ts'
import { isLeftOut, xmppRooms } from './xmpp-room.ts'
import { waitFor } from './visitor.ts'

describe.skipIf(isLeftOut)('a service that was away', () => {
  const rooms = xmppRooms()

  test('answers once whom it missed in a room and alone, and nobody whom it had answered (R10, S5)', async () => {
    const { comes, start, prosody, chat } = await rooms({ social: { policy: 'mention' } })
    const ann = await comes('ann')
    const first = await start()
    const early = await ann.say('Rex, before?')
    expect((await first.outcome('rex', early)).at(-1)).toBe('dispatch end: replied')
    await ann.until('the first answer', ({ replyTo }) => replyTo === early)
    await first.stop()

    const missed = await ann.say('Rex, while you were away?')
    await ann.tell(prosody.jid('iris'), 'And you?')
    const second = await start()
    expect((await second.outcome('rex', missed)).at(-1)).toBe('dispatch end: replied')
    await ann.until('the answer', ({ replyTo }) => replyTo === missed)
    await ann.until('the answer alone', ({ by }) => by === prosody.jid('iris'))
    await second.stop()

    const third = await start()
    const last = await ann.say('Rex, and now?')
    expect((await third.outcome('rex', last)).at(-1)).toBe('dispatch end: replied')
    await ann.until('the last answer', ({ replyTo }) => replyTo === last)
    await ann.upToDate()
    expect(ann.heard.filter(({ by }) => by === 'Rex').map(({ replyTo }) => replyTo)).toEqual([early, missed, last])
    expect(ann.heard.filter(({ by }) => by === prosody.jid('iris'))).toHaveLength(1)
    expect(chat.asked.filter(({ stage }) => stage === 'compose')).toHaveLength(4)
  })

  test('is told of a mention that more than a page of talk has covered since', async () => {
    const { comes, start } = await rooms({ social: { policy: 'mention' } })
    const ann = await comes('ann')
    const first = await start()
    const early = await ann.say('Rex, before?')
    await first.outcome('rex', early)
    await first.stop()
    const missed = await ann.say('Rex, which test?')
    for (let n = 1; n <= 120; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await ann.say(`talk ${n}`)
    }
    const second = await start()
    expect((await second.outcome('rex', missed)).at(-1)).toBe('dispatch end: replied')
  })

  test('does not wake a bot that is new to the room at what was said before it came', async () => {
    const { comes, start, file } = await rooms({ social: { policy: 'mention' } })
    const all = file.channels.xmpp.accounts
    const ann = await comes('ann')
    file.channels.xmpp.accounts = all.filter(({ bot }) => bot === 'iris')
    const first = await start(['iris'])
    const early = await ann.say('Iris, before?')
    await first.outcome('iris', early)
    await first.stop()
    const missed = await ann.say('Rex, are you here at last?')
    file.channels.xmpp.accounts = all
    const second = await start()
    const late = await ann.say('Rex, and now?')
    expect((await second.outcome('rex', late)).at(-1)).toBe('dispatch end: replied')
    expect(second.verdicts('rex').flatMap(({ messages }) => messages)).not.toContain(missed)
  })

  test('that was killed hears what was said to it alone, and takes its places from its own ghost (S5)', async () => {
    const { comes, start, prosody, home, file } = await rooms({ social: { policy: 'mention' } })
    const ann = await comes('ann')
    const first = await spawned(home, file)
    await waitFor('the bots', () => {
      const online = first.lines().filter(({ msg, channel }) => msg === 'the bot is online' && channel === 'xmpp')
      return online.length === 2 || undefined
    })
    const early = await ann.say('Rex, before?')
    await ann.until('the first answer', ({ replyTo }) => replyTo === early)
    await first.kill()

    // The server holds the dead streams ready for their return.
    await ann.tell(prosody.jid('iris'), 'Are you there?')
    const missed = await ann.say('Rex, while you were gone?')
    const second = await start()
    expect((await second.outcome('rex', missed)).at(-1)).toBe('dispatch end: replied')
    await ann.until('the answer alone', ({ by }) => by === prosody.jid('iris'))
    await ann.until('the answer', ({ by, replyTo }) => by === 'Rex' && replyTo === missed)
    await ann.upToDate()
    expect(ann.heard.filter(({ by }) => by === 'Rex').map(({ replyTo }) => replyTo)).toEqual([early, missed])
  })
})
