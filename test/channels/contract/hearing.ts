// The contract of hearing: every message safely taken, in order, and told apart from the bots' own.
import { describe, expect, test } from 'vitest'
import type { InboundMessage } from '../../../src/channels/channel.ts'
import { makeMember, refFor } from '../../../src/room/members.ts'
import { bots, hears, makeReply, online, signal, until } from './online.ts'
import type { Traits, World } from './world.ts'

export function hearing(
  world: () => Promise<World>,
  { capabilities, troubles, gaps = [], speakers, people }: Traits,
): void {
  const can = new Set(capabilities)

  test('every bot has an id of its own, the same whenever it is asked (R1)', async () => {
    const { channel } = await online(await world())
    const first = await Promise.all(bots.map((bot) => channel.identify(bot)))
    expect(await Promise.all(bots.map((bot) => channel.identify(bot)))).toEqual(first)
    expect(first.map(({ name }) => name)).toEqual(['Iris', 'Rex'])
    expect(new Set(first.map(({ id }) => id)).size).toBe(2)
  })

  test('a message comes to every bot of its group, with who wrote it (R3)', async () => {
    const chat = await world()
    const room = await online(chat)
    const before = Date.now()
    const id = await chat.says('ann', 'Which test fits 12 samples?')
    for (const { id: bot } of bots) {
      // oxlint-disable-next-line no-await-in-loop -- one bot after the other
      const { group, ts, sender, text, oneToOne, contextOnly, replyTo } = await hears(room, id, bot)
      expect({ group, text, isBot: sender.bot, oneToOne, contextOnly, replyTo }).toEqual({
        group: chat.group,
        text: 'Which test fits 12 samples?',
        isBot: speakers === 'bots',
        oneToOne: undefined,
        contextOnly: undefined,
        replyTo: undefined,
      })
      expect(sender.name.toLowerCase()).toBe('ann')
      expect([room.ownId('iris'), room.ownId('rex')]).not.toContain(sender.id)
      expect(ts).toBeGreaterThanOrEqual(before - 1)
      expect(ts).toBeLessThanOrEqual(Date.now() + 1)
    }
  })

  test('messages come in the order in which they were said, each person by one id', async () => {
    const chat = await world()
    const room = await online(chat)
    const ids: string[] = []
    for (let n = 0; n < 20; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one line after the other
      ids.push(await chat.says(n % 2 ? 'bo' : 'ann', `Line ${n}.`))
    }
    await hears(room, ids.at(-1) ?? '')
    await until('all lines', () => room.heardBy('iris').length >= ids.length)
    expect(room.heardBy('iris').map(({ id }) => id)).toEqual(ids)
    expect(new Set(room.heardBy('iris').map(({ sender }) => sender.id)).size).toBe(2)
  })

  test.runIf(!gaps.includes('acknowledges'))('no message is acknowledged before the intake has it (S5)', async () => {
    const chat = await world()
    const stored = Promise.withResolvers<void>()
    let asked = 0
    const room = await online(chat, () => {
      asked += 1
      return stored.promise
    })
    const id = await chat.says('ann', 'Is it safe?')
    await until('the intake is asked', () => asked > 0)
    expect(chat.isAcknowledged?.(id, 'iris')).toBe(false)
    stored.resolve()
    await hears(room, id)
    await acknowledged(chat, id)
  })

  test('what the intake refused is handed in again under the same id, and is acknowledged then (S5)', async () => {
    const chat = await world()
    let refusals = 0
    const room = await online(chat, async (messages) => {
      if (refusals < 2 && messages.some(({ text }) => text === 'Again, please.')) {
        refusals += 1
        throw new Error('the disk is full')
      }
    })
    const id = await chat.says('ann', 'Again, please.')
    expect((await hears(room, id)).text).toBe('Again, please.')
    await acknowledged(chat, id)
  })

  test('what was not taken when the channel stopped is handed in after the next start (S5)', async () => {
    const chat = await world()
    let refused = 0
    const first = await online(chat, () => {
      refused += 1
      return Promise.reject(new Error('the disk is full'))
    })
    const id = await chat.says('ann', 'Nobody has this yet.')
    await until('a refusal', () => refused > 0)
    await first.stop()
    expect((await hears(await online(chat), id)).text).toBe('Nobody has this yet.')
  })

  test('after the stop nothing is handed in any more, and nothing stays open', async () => {
    const chat = await world()
    const first = await online(chat)
    await hears(first, await chat.says('ann', 'One.'))
    await first.stop()
    await until('nothing is open', () => chat.isIdle())
    const before = [...first.heard]
    const second = await online(chat)
    await hears(second, await chat.says('ann', 'Two.'))
    expect(first.heard).toEqual(before)
  })

  test.runIf(troubles.includes('redeliver'))('a redelivered message keeps its id and its group (R10)', async () => {
    const chat = await world()
    const room = await online(chat)
    const id = await chat.says('ann', 'Once.')
    const first = await hears(room, id)
    await acknowledged(chat, id)
    await chat.redeliver?.(id)
    const next = await chat.says('ann', 'Next.')
    await hears(room, next)
    const all = room.heardBy('iris')
    expect(new Set(all.map((message) => message.id))).toEqual(new Set([id, next]))
    expect(all.filter((message) => message.id === id).map(read)).toEqual(
      all.filter((message) => message.id === id).map(() => read(first)),
    )
  })

  test('what a bot says is heard once by itself as its own and by the other one as a peer’s (R2, R3)', async () => {
    const chat = await world()
    const room = await online(chat)
    const asked = await chat.says('ann', 'Anybody?')
    await hears(room, asked, 'iris')
    await hears(room, asked, 'rex')
    const { id } = await room.channel.send(makeReply(chat, { text: 'Rex knows that.' }), signal())
    const kinds = bots.map(async (bot) => {
      const message = await hears(room, id, bot.id)
      const ears = { ...bot, aliases: [], role: '', expertise: '' }
      return refFor(makeMember(ears, room.ownId(bot.id)), message, { mentioned: false }).kind
    })
    expect(await Promise.all(kinds)).toEqual(['self', 'peer'])
    await hears(room, await chat.says('ann', 'Thanks.'))
    expect(room.heardBy('iris').filter((message) => message.id === id)).toHaveLength(1)
  })

  describe('mentions (R4, R8)', () => {
    test.runIf(can.has('mentions'))('name the bots by their own ids', async () => {
      const chat = await world()
      const room = await online(chat)
      const id = await chat.says('ann', '@Iris when?', { mentions: ['iris'] })
      const plain = await chat.says('ann', 'Iris is at lunch.')
      for (const { id: bot } of bots) {
        // oxlint-disable-next-line no-await-in-loop -- one bot after the other
        const { mentions = [] } = await hears(room, id, bot)
        expect(mentions.map((mention) => mention.id)).toEqual([room.ownId('iris')])
      }
      expect((await hears(room, plain)).mentions).toEqual([])
    })

    test.runIf(!can.has('mentions'))('are absent from every message, never empty', async () => {
      const chat = await world()
      const room = await online(chat)
      expect(await hears(room, await chat.says('ann', '@Iris when?'))).not.toHaveProperty('mentions')
    })
  })

  test('which people are in a group is told, or is not known', async () => {
    const chat = await world()
    const room = await online(chat)
    const ann = (await hears(room, await chat.says('ann', 'Hello.'))).sender.id
    // Bo has not spoken.
    const told = room.channel.people?.(chat.group)
    expect(told && [told.length, told.includes(ann)]).toEqual(
      people === undefined ? undefined : people === 'members' ? [2, true] : [0, false],
    )
    for (const { id: bot } of bots) expect(told ?? []).not.toContain(room.ownId(bot))
    expect(room.channel.people?.(`${chat.group}-elsewhere`)).toBeUndefined()
  })

  test.runIf(can.has('replies'))('a message tells which one it answers', async () => {
    const chat = await world()
    const room = await online(chat)
    const asked = await chat.says('ann', 'Which?')
    await hears(room, asked)
    expect((await hears(room, await chat.says('bo', 'That one.', { replyTo: asked }))).replyTo).toBe(asked)
  })

  test.runIf(can.has('oneToOne'))('what is said to a bot alone is that bot’s alone (R6)', async () => {
    const chat = await world()
    const room = await online(chat)
    const id = (await chat.whispers?.('ann', 'iris', 'Between us?')) ?? ''
    const { oneToOne, group } = await hears(room, id)
    expect([oneToOne, group === chat.group]).toEqual([true, false])
    await hears(room, await chat.says('ann', 'To all.'), 'rex')
    expect(room.heardBy('rex').map((message) => message.id)).not.toContain(id)
  })

  test.runIf(can.has('history'))('what is long past comes as context alone', async () => {
    const chat = await world()
    const old = await chat.says('ann', 'Long ago.', { ts: Date.now() - 2 * 3_600_000 })
    const room = await online(chat)
    const fresh = await chat.says('ann', 'Now.')
    expect([(await hears(room, old)).contextOnly, (await hears(room, fresh)).contextOnly]).toEqual([true, undefined])
    const order = room.heardBy('iris').map(({ id }) => id)
    expect(order.indexOf(old)).toBeLessThan(order.indexOf(fresh))
  })

  test.runIf(can.has('edits'))('an edit and a recall are told as corrections', async () => {
    const chat = await world()
    const room = await online(chat)
    const id = await chat.says('ann', 'At nine.')
    for (const { id: bot } of bots) {
      // oxlint-disable-next-line no-await-in-loop -- one bot after the other
      await hears(room, id, bot)
    }
    chat.edit?.(id, 'At ten.')
    await until('the edit', () => room.corrections.length > 0)
    const recalls = gaps.includes('tellsRecalls') ? [] : [JSON.stringify([id, null])]
    expect(chat.takeBack === undefined).toBe(recalls.length === 0)
    chat.takeBack?.(id)
    await until('the recall', () => recalls.length === 0 || room.corrections.some(({ text }) => text === undefined))
    const told = new Set(room.corrections.map((correction) => JSON.stringify([correction.id, correction.text ?? null])))
    expect([...told]).toEqual([JSON.stringify([id, 'At ten.']), ...recalls])
    expect(new Set(room.corrections.map(({ group }) => group))).toEqual(new Set([chat.group]))
  })
}

const acknowledged = (chat: World, id: string) =>
  until('the acknowledgement', () => chat.isAcknowledged?.(id, 'iris') ?? true)

/** What must not differ between two copies of a message. */
const read = ({ id, group, text, sender }: InboundMessage) => ({ id, group, text, sender: sender.id })
