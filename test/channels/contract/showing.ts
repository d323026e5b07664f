// The contract of what is no message: reactions, and that a bot is about to answer.
import { expect, test, vi } from 'vitest'
import { hears, makeReply, online, signal, until } from './online.ts'
import type { Traits, World } from './world.ts'

export function showing(world: () => Promise<World>, { capabilities, gaps = [] }: Traits): void {
  const can = new Set(capabilities)

  test('a reaction is the chat’s own where it has such a thing, and words where it has not (T6)', async () => {
    const chat = await world()
    const room = await online(chat)
    const id = await chat.says('ann', 'Done!')
    await hears(room, id)
    const reply = makeReply(chat, { type: 'reaction', text: '👍', replyTo: id })
    await room.channel.send(reply, signal())
    if (!gaps.includes('reactsOnce')) await room.channel.send(reply, signal())
    const posted = await chat.posted()
    const asked = posted.find((each) => each.id === id)
    const words = posted.filter(({ by }) => by === 'iris')
    expect([asked?.reactions?.length ?? 0, words.map(({ text }) => text)]).toEqual(
      can.has('reactions') ? [1, []] : [0, ['👍']],
    )
  })

  test.runIf(can.has('reactions'))('a sign on a message stands there once, and is no message', async () => {
    const chat = await world()
    const room = await online(chat)
    const id = await chat.says('ann', '@Iris when?', { mentions: ['iris'] })
    await hears(room, id)
    const sign = { bot: 'iris', group: chat.group, message: id, emoji: '⏳' }
    expect(room.channel.react).toBeDefined()
    await room.channel.react?.(sign, signal())
    if (!gaps.includes('reactsOnce')) await room.channel.react?.(sign, signal())
    const signsOn = async () => (await chat.posted()).find((each) => each.id === id)?.reactions ?? []
    await vi.waitFor(async () => expect((await signsOn()).length).toBe(1), { timeout: 12_000, interval: 5 })
    expect((await chat.posted()).filter(({ by }) => by === 'iris')).toEqual([])
  })

  test.runIf(can.has('reactions'))('a sign is taken off again, and what else stands there stays', async () => {
    const chat = await world()
    const room = await online(chat)
    const ids = [await chat.says('ann', '@Iris when?', { mentions: ['iris'] }), await chat.says('bo', '@Iris why?')]
    const [id = '', other = ''] = ids
    await hears(room, other)
    const sign = { bot: 'iris', group: chat.group, message: id, emoji: '⏳' }
    const signsOn = async () =>
      Promise.all(
        ids.map(async (each) => (await chat.posted()).find((posted) => posted.id === each)?.reactions?.length),
      )
    await room.channel.react?.(sign, signal())
    await room.channel.react?.({ ...sign, message: other }, signal())
    await vi.waitFor(async () => expect(await signsOn()).toEqual([1, 1]), { timeout: 12_000, interval: 5 })
    expect(room.channel.unreact).toBeDefined()
    await room.channel.unreact?.(sign, signal())
    await room.channel.unreact?.(sign, signal())
    await vi.waitFor(async () => expect((await signsOn())[0] ?? 0).toBe(0), { timeout: 12_000, interval: 5 })
    expect((await signsOn())[1]).toBe(1)
    expect((await chat.posted()).filter(({ by }) => by === 'iris')).toEqual([])
    await hears(room, await chat.says('ann', 'Never mind.'))
    expect(room.heardBy('iris').filter(({ text }) => text === '')).toEqual([])
  })

  test.runIf(can.has('reactions'))('a reaction that is the answer stays when the sign is taken off', async () => {
    const chat = await world()
    const room = await online(chat)
    const id = await chat.says('ann', 'Done!')
    await hears(room, id)
    const sign = { bot: 'iris', group: chat.group, message: id, emoji: '⏳' }
    await room.channel.react?.(sign, signal())
    await room.channel.send(makeReply(chat, { type: 'reaction', text: '👍', replyTo: id }), signal())
    await room.channel.unreact?.(sign, signal())
    await hears(room, await chat.says('ann', 'Good.'))
    expect((await chat.posted()).find((each) => each.id === id)?.reactions?.length).toBe(1)
  })

  test.runIf(can.has('changes'))('a bot changes what it has posted, once however often it is asked for', async () => {
    const chat = await world()
    const room = await online(chat)
    const id = await chat.says('ann', '@Iris when?', { mentions: ['iris'] })
    await hears(room, id)
    const { id: message } = await room.channel.send(makeReply(chat, { text: 'I look.', replyTo: id }), signal())
    const edit = { bot: 'iris', group: chat.group, message, text: 'Half is read.' }
    expect(room.channel.edit).toBeDefined()
    await room.channel.edit?.(edit, signal())
    await room.channel.edit?.(edit, signal())
    expect((await chat.posted()).filter(({ by }) => by === 'iris').map((each) => [each.id, each.text])).toEqual([
      [message, 'Half is read.'],
    ])
    await expect(room.channel.edit?.({ ...edit, message: '4242' }, signal())).rejects.toMatchObject({
      kind: 'permanent',
    })
  })

  test.runIf(can.has('typing'))('that a bot answers is shown, and ends (A11)', async () => {
    const chat = await world()
    const room = await online(chat)
    const id = await chat.says('ann', '@Iris when?', { mentions: ['iris'] })
    await hears(room, id)
    const end = await room.channel.typing?.('iris', chat.group, id)
    await until('it is shown', () => chat.isTyping?.('iris', id))
    await end?.()
    await until('it has ended', () => chat.isTyping?.('iris', id) === false)
    expect((await chat.posted()).filter(({ by }) => by === 'iris')).toEqual([])
  })
}
