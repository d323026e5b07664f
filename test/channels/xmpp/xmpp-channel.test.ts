// One bot on a real XMPP server: what rooms and strangers do to it, and what it posts.
import { xml } from '@xmpp/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Prosody, startProsody } from '../../../tools/prosody.mjs'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { waitFor } from '../../e2e/visitor.ts'
import { online } from './channel-world.ts'
import { person } from './person.ts'

describe.skipIf(process.env['CHIME_SKIP_XMPP'] === '1')('a bot', () => {
  let prosody: Prosody
  let made = 0
  const newRoom = () => prosody.room(`room${(made += 1)}`)
  beforeAll(async () => {
    prosody = await startProsody(['iris', 'rex', 'ann', 'bo'])
  })
  afterAll(() => prosody.stop())

  test('knows people by their real address, whatever nick they take (R1, bad input 8)', async () => {
    const room = newRoom()
    const iris = await online(prosody, room)
    const ann = await person(prosody, 'ann', room, 'Bo')
    const forged = xml('x', { xmlns: ns.mucUser }, xml('item', { jid: 'bo@localhost', role: 'moderator' }))
    const id = await ann.say('I am Bo', { children: [forged] })
    expect([iris.who, await iris.heard('I am Bo')]).toEqual([
      { id: 'iris@localhost', name: 'Iris' },
      {
        id,
        group: `xmpp:${room}`,
        ts: expect.any(Number),
        sender: { id: 'ann@localhost', name: 'Bo', bot: false },
        text: 'I am Bo',
        mentions: [],
        bots: ['iris'],
      },
    ])
  })

  test('hands in until the service takes it, in the order in which it was said, one to one too (S5)', async () => {
    const room = newRoom()
    const iris = await online(prosody, room, { refuses: 3 })
    const ann = await person(prosody, 'ann', room)
    await ann.say('hold this')
    await ann.tell(prosody.jid('iris'), 'between us')
    await ann.say('and this')
    await iris.heard('and this')
    expect(iris.taken.map(({ text, contextOnly }) => [text, contextOnly])).toEqual([
      ['hold this', undefined],
      ['between us', undefined],
      ['and this', undefined],
    ])
    expect(iris.told).toEqual(['ready'])
  })

  test('keeps what the service did not take while its stream is opened anew (S5)', async () => {
    const room = newRoom()
    const iris = await online(prosody, room, { refuses: 3 })
    const ann = await person(prosody, 'ann', room)
    await ann.tell(prosody.jid('iris'), 'for you alone')
    await waitFor('a refusal', () => (iris.refused() > 0 ? true : undefined))
    await iris.close()
    await iris.connect()
    expect(await iris.heard('for you alone')).toMatchObject({ oneToOne: true })
    await ann.say('to all')
    await iris.heard('to all')
    expect(iris.taken.filter(({ text }) => text === 'for you alone')).toHaveLength(1)
  })

  test('posts a reply once, however often it is tried, also in a new process (S5)', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    const iris = await online(prosody, room)
    const first = await iris.post({ key: 'k1', text: 'only once' })
    expect(await iris.post({ key: 'k1', text: 'only once' })).toEqual(first)
    // So many since then that the history on entering does not show it any more.
    for (let n = 1; n <= 25; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await ann.say(`talk ${n}`)
    }
    await iris.close()
    const restarted = await online(prosody, room)
    expect(restarted.taken.some(({ text }) => text === 'only once')).toBe(false)
    expect(await restarted.post({ key: 'k1', text: 'only once' })).toEqual(first)
    await restarted.post({ key: 'k2', text: 'the end' })
    await ann.until('the end', ({ text }) => text === 'the end')
    expect(ann.heard.filter(({ text }) => text === 'only once')).toEqual([
      { id: first.id, by: 'Iris', text: 'only once' },
    ])
  })

  test('posts a one-to-one message once, also in a new process, and hands it in itself (R6, S5)', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    const iris = await online(prosody, room)
    const direct = { key: 'd1', text: 'between us', group: 'xmpp:ann@localhost:iris@localhost', oneToOne: true }
    const first = await iris.post(direct)
    await iris.close()
    const restarted = await online(prosody, room)
    expect(await restarted.post(direct)).toEqual(first)
    await restarted.post({ ...direct, key: 'd2', text: 'the end' })
    await ann.until('the end', ({ text }) => text === 'the end')
    expect(ann.heard.filter(({ text }) => text === 'between us')).toHaveLength(1)
    expect(iris.taken).toEqual([
      {
        id: first.id,
        group: direct.group,
        ts: expect.any(Number),
        sender: { id: 'iris@localhost', name: 'Iris', bot: true },
        text: 'between us',
        oneToOne: true,
        bots: ['iris'],
      },
    ])
  })

  test('hears its own message once, and an expired one is not posted (L6)', async () => {
    const room = newRoom()
    const iris = await online(prosody, room)
    const { id } = await iris.post({ key: 'k1', text: 'me' })
    await expect(iris.post({ key: 'k2', text: 'too late', expiresAt: 0 })).rejects.toMatchObject({ kind: 'permanent' })
    expect(await iris.post({ key: 'k1', text: 'me', expiresAt: 0 })).toEqual({ id })
    await iris.heard('me')
    expect(iris.taken.map((message) => [message.id, message.sender.id])).toEqual([[id, 'iris@localhost']])
  })

  test('sends a long text in stanzas that a server takes, and nothing that ends its stream', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    const iris = await online(prosody, room)
    const text = `${'&'.repeat(3_000)} ${'長'.repeat(3_000)}\uFFFE\uFFFF\u0007`
    await iris.post({ key: 'long', text })
    await iris.post({ key: 'after', text: 'after' })
    await ann.until('what comes after', (message) => message.text === 'after')
    const parts = ann.heard.filter((message) => message.by === 'Iris').slice(0, -1)
    expect(
      parts
        .map((part) => part.text)
        .join('')
        .replaceAll(/\s/g, ''),
    ).toBe('&'.repeat(3_000) + '長'.repeat(3_000))
    expect(parts.every((part) => Buffer.byteLength(xml('body', {}, part.text).toString()) <= 8_000)).toBe(true)
    expect(iris.told).toEqual(['ready'])
  })

  test('mentions by address whom it names (XEP-0372), and shows that it writes (XEP-0085, A11)', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room, 'Ann Lee')
    const iris = await online(prosody, room)
    const end = await iris.channel.typing?.('iris', `xmpp:${room}`, '')
    await iris.post({ key: 'k', text: '好 @ann lee, and @nobody' })
    await end?.()
    await waitFor('the end of the writing', () => ann.states[1])
    expect(ann.states).toEqual(['Iris: composing', 'Iris: paused'])
    expect(ann.heard.at(-1)).toMatchObject({ text: '好 @ann lee, and @nobody', mentions: ['xmpp:ann@localhost'] })
  })

  test('takes another nick when its own is taken', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room, 'Iris')
    const iris = await online(prosody, room)
    await iris.post({ key: 'k', text: 'it is me' })
    expect(await ann.until('the bot', ({ text }) => text === 'it is me')).toMatchObject({ by: 'Iris 2' })
  })

  test('comes back after it was kicked and after its room was destroyed', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    const iris = await online(prosody, room)
    await ann.kick('Iris')
    await waitFor('its return', () => iris.told[2])
    await iris.post({ key: 'k1', text: 'back again' })
    await ann.destroy()
    await waitFor('the second return', () => iris.told[4])
    await iris.post({ key: 'k2', text: 'in the new room' })
    expect(iris.told).toEqual([
      'ready',
      `${room}: the bot is out: kicked`,
      'ready',
      `${room}: the bot is out: the room was destroyed`,
      'ready',
    ])
  })

  test('takes a message back and a correction from its writer alone (XEP-0308, XEP-0424)', async () => {
    const room = newRoom()
    const iris = await online(prosody, room)
    const [ann, bo] = [await person(prosody, 'ann', room), await person(prosody, 'bo', room)]
    const id = await ann.say('one', { id: 'w1' })
    await bo.say('not yours', { children: [xml('replace', { xmlns: ns.correct, id: 'w1' })] })
    await ann.say('two', { children: [xml('replace', { xmlns: ns.correct, id: 'w1' })] })
    const retract = xml('retract', { xmlns: ns.retract, id })
    await bo.say('(taken back)', { children: [retract] })
    await ann.say('(taken back)', { children: [retract] })
    await waitFor('the corrections', () => iris.corrections[1])
    expect(iris.corrections).toEqual([
      { group: `xmpp:${room}`, id, text: 'two' },
      { group: `xmpp:${room}`, id, text: undefined },
    ])
    expect(iris.taken.map(({ text }) => text)).toEqual(['one', 'not yours'])
  })
})
