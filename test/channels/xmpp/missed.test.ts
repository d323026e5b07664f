// What a bot missed, where the archive that keeps it is busy, silent or not there.
import { type Element, xml } from '@xmpp/client'
import { expect, test } from 'vitest'
import { ChannelError, type InboundMessage } from '../../../src/channels/channel.ts'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { makeXmppBot } from '../../../src/channels/xmpp/bot.ts'
import type { Session } from '../../../src/channels/xmpp/session.ts'

const own = 'iris@localhost'
const now = Date.parse('2026-11-21T10:00:00Z')
const heardAt = now - 10 * 60_000

const busy = new ChannelError('unavailable', 'the XMPP server did not answer')
const none = new ChannelError('permanent', 'the XMPP server refused: service-unavailable')

/** A bot that has one-to-one talk alone; its archive answers as it is told to, at last with what Ann said. `more`: there is an older page. */
function made(troubles: (ChannelError | 'more')[], ahead = 0) {
  const taken: InboundMessage[] = []
  const told: string[] = []
  const asked: string[] = []
  let time = now + ahead
  let waits: { due: number; wake: () => void }[] = []
  const me = makeXmppBot({
    bot: 'iris',
    name: 'Iris',
    account: { jid: own, password: 'secret', service: 'xmpp://127.0.0.1:1', rooms: [] },
    bots: new Set([own]),
    historyLimit: 20,
    rejoinMs: 1,
    timers: {
      now: () => time,
      ahead: () => ahead,
      at(due, wake) {
        waits.push({ due, wake })
        return () => {}
      },
    },
    kept: { heardUntil: () => heardAt + ahead, knows: () => false, botsIn: () => [], authorOf: () => undefined },
    intake: async (messages) => void taken.push(...messages),
    corrected: () => {},
    ignored: () => {},
    trouble: (reason) => told.push(reason),
  })
  me.handing.open()
  const session: Session = {
    send: () => Promise.resolve(),
    close: () => Promise.resolve(),
    async ask(iq) {
      const query = iq.getChild('query', ns.mam)
      const fields = query?.getChild('x', ns.form)?.getChildren('field') ?? []
      asked.push(fields.find(({ attrs }) => attrs['var'] === 'start')?.getChildText('value') ?? '')
      const trouble = troubles.shift()
      if (trouble && trouble !== 'more') throw trouble
      me.hear(found(query?.attrs['queryid'] ?? ''))
      const set = xml('set', { xmlns: ns.rsm }, xml('first', {}, 'a1'))
      return xml('iq', {}, xml('fin', { xmlns: ns.mam, ...(trouble !== 'more' && { complete: 'true' }) }, set))
    },
  }
  const enter = async () => {
    me.session = session
    me.enter(session)
    await settled()
  }
  const wait = async () => {
    const [next] = waits
    waits = waits.slice(1)
    time = next?.due ?? time
    next?.wake()
    await settled()
  }
  return { enter, wait, taken, told, asked }
}

/** Ann said it while the bot was away. */
const found = (queryid: string): Element =>
  xml(
    'message',
    { to: own },
    xml(
      'result',
      { xmlns: ns.mam, queryid, id: 'a1' },
      xml(
        'forwarded',
        { xmlns: ns.forward },
        xml('delay', { xmlns: ns.delay, stamp: new Date(now - 60_000).toISOString() }),
        xml(
          'message',
          { from: 'ann@localhost/phone', to: own, type: 'chat', id: 'w1' },
          xml('body', {}, 'Are you there?'),
        ),
      ),
    ),
  )

const settled = () => new Promise(setImmediate)
const since = new Date(heardAt - 60_000).toISOString()

test('an archive that is busy for a moment is asked again (R10)', async () => {
  const { enter, wait, taken, told, asked } = made([busy])
  await enter()
  await wait()
  expect([taken.map(({ id, text }) => [id, text]), told, asked]).toEqual([
    [['a1', 'Are you there?']],
    [],
    [since, since],
  ])
})

test('what an archive did not tell is asked for on the next stream, from the same time on, and the log says so', async () => {
  const { enter, wait, taken, told, asked } = made(Array.from({ length: 6 }, () => busy))
  await enter()
  for (let n = 0; n < 6; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one pause after the other
    await wait()
  }
  expect([taken, told]).toEqual([[], ['what was said to it alone cannot be read: the XMPP server did not answer']])
  await enter()
  expect([taken.map(({ id }) => id), new Set(asked)]).toEqual([['a1'], new Set([since])])
})

test('where there is no archive, nothing was missed and nobody is told', async () => {
  const { enter, taken, told, asked } = made([none])
  await enter()
  expect([taken, told, asked]).toEqual([[], [], [since]])
})

test('what an archive told is kept when it has purged the rest meanwhile', async () => {
  const gone = new ChannelError('permanent', 'the XMPP server refused: item-not-found')
  const { enter, taken, told, asked } = made(['more', gone])
  await enter()
  expect([taken.map(({ id }) => id), told, asked]).toEqual([['a1'], [], [since, since]])
})

test('where the service’s time is hours ahead of the wall clock, the archive is asked by the wall clock’s, and what it tells is of the service’s', async () => {
  const ahead = 8 * 3_600_000
  const { enter, taken, asked } = made([], ahead)
  await enter()
  expect([asked, taken.map(({ ts, contextOnly }) => [ts, contextOnly])]).toEqual([
    [since],
    [[now - 60_000 + ahead, undefined]],
  ])
})
