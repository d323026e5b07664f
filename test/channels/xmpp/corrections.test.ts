// Other words for what a bot has posted on a real server: also of an earlier process, and nobody takes them for something new.
import { randomUUID } from 'node:crypto'
import { xml } from '@xmpp/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { type Prosody, startProsody } from '../../../tools/prosody.mjs'
import { online } from './channel-world.ts'
import { person } from './person.ts'

describe.skipIf(process.env['CHIME_SKIP_XMPP'] === '1')('a bot', () => {
  let prosody: Prosody
  let made = 0
  const newRoom = () => prosody.room(`corrected${(made += 1)}`)
  beforeAll(async () => {
    prosody = await startProsody(['iris', 'rex', 'ann'])
  })
  afterAll(() => prosody.stop())
  const signal = () => AbortSignal.timeout(10_000)

  test('finds after a restart what it has posted, and the others hear a correction', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    const first = await online(prosody, room)
    const { id } = await first.post({ key: 'k1', text: 'I look.' })
    await ann.until('the line', ({ text }) => text === 'I look.')
    await first.close()
    const again = await online(prosody, room, { historyLimit: 0 })
    const rexs = { bot: 'rex', name: 'Rex', peers: [prosody.jid('iris')] }
    const rex = await online(prosody, room, rexs)
    const edit = { bot: 'iris', group: `xmpp:${room}`, message: id, text: 'Half is read.' }
    await again.channel.edit?.(edit, signal())
    await ann.until('the other words', ({ text, replaces }) => text === 'Half is read.' && replaces === id)
    const told = { group: `xmpp:${room}`, id, text: 'Half is read.' }
    await expect.poll(() => [again.corrections, rex.corrections]).toEqual([[told], [told]])
    // Who comes in later and is shown the other words alone takes them for nothing new.
    await rex.close()
    const late = await online(prosody, room, { ...rexs, historyLimit: 1 })
    await ann.say('And now?')
    await late.heard('And now?')
    expect([again, rex, late].map(({ taken }) => taken.map(({ text }) => text))).toEqual([
      ['And now?'],
      ['I look.'],
      ['And now?'],
    ])
    await expect(again.channel.edit?.({ ...edit, message: 'nothing' }, signal())).rejects.toMatchObject({
      kind: 'permanent',
    })
  })

  test('changes what it has told one person, and what a person corrects of the unknown is said anew', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    const iris = await online(prosody, room)
    await ann.tell(prosody.jid('iris'), 'when?')
    const { id: asked, group } = await iris.heard('when?')
    const reply = { key: 'k1', text: 'I look.', group, replyTo: asked, oneToOne: true }
    const { id } = await iris.post(reply)
    await iris.channel.edit?.({ bot: 'iris', group, message: id, text: 'Half is read.', oneToOne: true }, signal())
    await ann.until('the other words', ({ text, replaces }) => text === 'Half is read.' && replaces === id)
    const replace = xml('replace', { xmlns: ns.correct, id: 'never heard' })
    await ann.raw(
      xml('message', { to: room, type: 'groupchat', id: randomUUID() }, replace, xml('body', {}, 'At ten.')),
    )
    expect(await iris.heard('At ten.')).toMatchObject({ sender: { id: 'ann@localhost' } })
  })
})
