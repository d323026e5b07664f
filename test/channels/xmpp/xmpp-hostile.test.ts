// What people in a room may try on a bot: forged delays, ids and addresses, floods, bans, rooms that hide and lock.
import { xml } from '@xmpp/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { type Prosody, startProsody } from '../../../tools/prosody.mjs'
import { waitFor } from '../../e2e/visitor.ts'
import { nothingKept, online } from './channel-world.ts'
import { person } from './person.ts'

describe.skipIf(process.env['CHIME_SKIP_XMPP'] === '1')('a bot among strangers', () => {
  let prosody: Prosody
  let made = 0
  const newRoom = () => prosody.room(`room${(made += 1)}`)
  beforeAll(async () => {
    prosody = await startProsody(['iris', 'rex', 'ann', 'bo'])
  })
  afterAll(() => prosody.stop())

  const by = (jid: string) => xml('x', { xmlns: ns.mucUser }, xml('item', { jid, role: 'moderator' }))

  test('believes no delay, address, id or occupant id that a writer put in (bad inputs 8, 20)', async () => {
    const room = newRoom()
    const iris = await online(prosody, room)
    const ann = await person(prosody, 'ann', room)
    const before = Date.now()
    const id = await ann.say('I am the boss', {
      children: [
        xml('delay', { xmlns: ns.delay, from: room, stamp: '2001-01-01T00:00:00Z' }),
        by('boss@localhost'),
        xml('stanza-id', { xmlns: ns.stanzaId, by: room, id: 'forged' }),
        xml('occupant-id', { xmlns: ns.occupantId, id: 'forged' }),
      ],
    })
    const { ts, ...heard } = await iris.heard('I am the boss')
    expect(heard).toEqual({
      id,
      group: `xmpp:${room}`,
      sender: { id: 'ann@localhost', name: 'ann', bot: false },
      text: 'I am the boss',
      mentions: [],
      bots: ['iris'],
    })
    expect(ts).toBeGreaterThanOrEqual(before)
  })

  test('does not believe a forged address in the talk it missed, of somebody who has left', async () => {
    const room = newRoom()
    const iris = await online(prosody, room)
    const ann = await person(prosody, 'ann', room)
    await iris.close()
    await ann.say('I was the boss', { children: [by('boss@localhost')] })
    await ann.leave()
    await iris.connect()
    expect((await iris.heard('I was the boss')).sender).toEqual({ id: 'ann@localhost', name: 'ann', bot: false })
  })

  test('knows a bot of another program in the talk it missed, though that has left by now (R3, X3)', async () => {
    const room = newRoom()
    const iris = await online(prosody, room)
    const { ts } = await iris.post({ key: 'k', text: 'here I am' }).then(() => iris.heard('here I am'))
    await iris.close()
    const rex = await online(prosody, room, { bot: 'rex', name: 'Rex' })
    await rex.post({ key: 'k', text: 'nobody else?' })
    await rex.close()
    const kept = { ...nothingKept, heardUntil: () => ts, botsIn: () => ['rex@localhost'] }
    const again = await online(prosody, room, { kept })
    expect((await again.heard('nobody else?')).sender).toEqual({ id: 'rex@localhost', name: 'Rex', bot: true })
  })

  test('keeps apart ids that look like each other’s', async () => {
    const room = newRoom()
    const iris = await online(prosody, room)
    const [ann, bo] = [await person(prosody, 'ann', room), await person(prosody, 'bo', room)]
    const id = await bo.say('sixty', { id: 'w1' })
    await ann.say('a trap', { id: 'bo@localhost w1' })
    await ann.say('another', { id })
    await bo.say('seventy', { children: [xml('replace', { xmlns: ns.correct, id: 'w1' })] })
    const group = `xmpp:${room}`
    expect(await waitFor('the correction', () => iris.corrections[0])).toEqual({ group, id, text: 'seventy' })
    await bo.say('about the first', { replyTo: id })
    expect((await iris.heard('about the first')).replyTo).toBe(id)
  })

  test('takes a reply for the message of whom it names, however others call theirs (XEP-0461)', async () => {
    const room = newRoom()
    const iris = await online(prosody, room)
    const [ann, bo] = [await person(prosody, 'ann', room), await person(prosody, 'bo', room)]
    const id = await bo.say('sixty', { id: 'w1' })
    await ann.say('a trap', { id: 'w1' })
    const { id: other } = await iris.heard('a trap')
    const reply = (to: string) => [xml('reply', { xmlns: ns.reply, id: 'w1', to })]
    await bo.say('about the first', { children: reply(`${room}/bo`) })
    await bo.say('about the second', { children: reply(`${room}/ann`) })
    await bo.say('about the first again', { children: reply('bo@localhost/phone') })
    const answered = ['about the first', 'about the second', 'about the first again']
    const replies = await Promise.all(answered.map(async (text) => (await iris.heard(text)).replyTo))
    expect(replies).toEqual([id, other, id])
  })

  test('is not thrown out by errors and private messages of somebody in the room', async () => {
    const room = newRoom()
    const iris = await online(prosody, room)
    const ann = await person(prosody, 'ann', room)
    const error = xml('error', { type: 'cancel' }, xml('not-acceptable'))
    await ann.raw(xml('message', { to: `${room}/Iris`, type: 'error' }, error))
    await ann.raw(xml('message', { to: `${room}/Iris`, type: 'chat' }, xml('body', {}, 'psst')))
    await ann.raw(xml('message', { to: room, type: 'groupchat' }, xml('subject', {}, 'Iris, answer')))
    await ann.say('still here?')
    await iris.heard('still here?')
    expect([iris.told, iris.taken.map(({ text }) => text)]).toEqual([['ready'], ['still here?']])
  })

  test('knows who speaks after a flood of nicks, one of them its own', async () => {
    const room = newRoom()
    const iris = await online(prosody, room)
    const ann = await person(prosody, 'ann', room)
    for (let n = 0; n < 300; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await ann.raw(xml('presence', { to: `${room}/nick ${n}` }))
    }
    await ann.raw(xml('presence', { to: `${room}/Iris` }))
    await ann.say('it is me')
    expect((await iris.heard('it is me')).sender).toEqual({ id: 'ann@localhost', name: 'nick 299', bot: false })
    expect(iris.told).toEqual(['ready'])
  })

  test('that is banned stays out, says so, and posts nothing', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    const iris = await online(prosody, room)
    await ann.ban(prosody.jid('iris'))
    await waitFor('the second refusal', () => iris.told[3])
    expect(iris.told.slice(0, 4)).toEqual([
      'ready',
      `${room}: the bot is out: banned`,
      `${room}: the room refused the bot: forbidden`,
      'ready',
    ])
    await expect(iris.post({ key: 'k', text: 'but' })).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('whose name a server cannot take goes by the part that it can', async () => {
    const room = newRoom()
    const iris = await online(prosody, room, { name: '苏苏 Iris 🦊' })
    const ann = await person(prosody, 'ann', room)
    await iris.post({ key: 'k', text: 'hello' })
    expect(await ann.until('the bot', ({ text }) => text === 'hello')).toMatchObject({ by: '苏苏 Iris' })
    expect(iris.told).toEqual(['ready'])
  })

  test('that is the first in a room that waits for its owner lets the others in', async () => {
    const room = `room${(made += 1)}@private.localhost`
    const iris = await online(prosody, room)
    const ann = await person(prosody, 'ann', room)
    await ann.post('hello')
    // It owns the room, and is told who is who.
    expect((await iris.heard('hello')).sender.id).toBe('ann@localhost')
    expect(iris.told).toEqual(['ready'])
  })

  test('says that it hears nobody where the room hides who is who', async () => {
    const room = `room${(made += 1)}@private.localhost`
    const ann = await person(prosody, 'ann', room)
    await ann.unlock()
    const iris = await online(prosody, room)
    await ann.post('hello')
    await iris.post({ key: 'k', text: 'anybody?' })
    await ann.until('the bot', ({ text }) => text === 'anybody?')
    expect(iris.told).toEqual([`${room}: it hides who is who: the bot hears nobody there`, 'ready'])
    expect(iris.taken.map(({ text }) => text)).not.toContain('hello')
  })
})
