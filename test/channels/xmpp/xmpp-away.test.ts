// One bot on a real XMPP server that was away: what it reads when it comes back, and what it does not post again.
import { xml } from '@xmpp/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { type Prosody, startProsody } from '../../../tools/prosody.mjs'
import { nothingKept, online } from './channel-world.ts'
import { person } from './person.ts'

describe.skipIf(process.env['CHIME_SKIP_XMPP'] === '1')('a bot that was away', () => {
  let prosody: Prosody
  let made = 0
  const newRoom = () => prosody.room(`room${(made += 1)}`)
  beforeAll(async () => {
    prosody = await startProsody(['iris', 'ann', 'bo'])
  })
  afterAll(() => prosody.stop())

  test('reads what was said before it came as context, and what it missed while away as talk', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    await ann.say('long ago')
    const iris = await online(prosody, room)
    expect(await iris.heard('long ago')).toMatchObject({ sender: { id: 'ann@localhost' }, contextOnly: true })
    await ann.say('now')
    await iris.heard('now')
    await iris.close()
    await ann.say('while you were away')
    await iris.connect()
    expect(await iris.heard('while you were away')).not.toHaveProperty('contextOnly')
    expect(iris.taken.map(({ text }) => text)).toEqual(['long ago', 'now', 'while you were away'])
  })

  test('reads what it missed, and what is said meanwhile, once and in order (R10)', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    const iris = await online(prosody, room)
    await ann.say('the last before')
    await iris.heard('the last before')
    await iris.close()
    const texts = Array.from({ length: 240 }, (_, n) => `talk ${n}`)
    await Promise.all(texts.slice(0, 119).map((text) => ann.post(text)))
    await ann.say('talk 119')
    const back = iris.connect()
    for (let n = 120; n < 240; n += 10) {
      // oxlint-disable-next-line no-await-in-loop -- while it reads
      await Promise.all([...texts.slice(n, n + 9).map((text) => ann.post(text)), ann.say(texts[n + 9] ?? '')])
    }
    await back
    await iris.heard('talk 239')
    expect(iris.taken.map(({ text, contextOnly }) => [text, contextOnly])).toEqual(
      ['the last before', ...texts].map((text) => [text, undefined]),
    )
  })

  test('lets the writer alone take back what an earlier process has heard (XEP-0424)', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    const bo = await person(prosody, 'bo', room)
    const group = `xmpp:${room}`
    const id = await ann.say('my password is tulip')
    const authorOf = (of: string, message: string) => (of === group && message === id ? 'ann@localhost' : undefined)
    const iris = await online(prosody, room, { historyLimit: 0, kept: { ...nothingKept, authorOf } })
    const retract = xml('retract', { xmlns: ns.retract, id })
    await bo.say('(taken back)', { children: [retract] })
    await ann.say('(taken back)', { children: [retract] })
    await ann.say('the end')
    await iris.heard('the end')
    expect(iris.corrections).toEqual([{ group, id, text: undefined }])
  })

  test('posts the answer to a one-to-one message once when it was killed behind the post, and reads the message anew (S5)', async () => {
    const room = newRoom()
    const ann = await person(prosody, 'ann', room)
    const iris = await online(prosody, room)
    await ann.tell(prosody.jid('iris'), 'between us?')
    const { id: replyTo, ts } = await iris.heard('between us?')
    const answer = { key: 'd3', text: 'yes', group: 'xmpp:ann@localhost:iris@localhost', oneToOne: true, replyTo }
    const first = await iris.post(answer)
    await iris.close()
    const restarted = await online(prosody, room, { kept: { ...nothingKept, heardUntil: () => ts } })
    expect(await restarted.heard('between us?')).toMatchObject({ id: replyTo })
    expect(await restarted.post(answer)).toEqual(first)
    await restarted.post({ ...answer, key: 'd4', text: 'the last word' })
    await ann.until('the last word', ({ text }) => text === 'the last word')
    expect(ann.heard.filter(({ text }) => text === 'yes')).toHaveLength(1)
  })
})
