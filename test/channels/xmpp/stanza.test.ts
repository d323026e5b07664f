// Messages of strangers, read without a server.
import { xml } from '@xmpp/client'
import { expect, test } from 'vitest'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { stanzaError } from '../../../src/channels/xmpp/session.ts'
import { readMessage } from '../../../src/channels/xmpp/stanza.ts'

const room = 'lab@conference.example'
const from = (by: string, id: string) => xml('stanza-id', { xmlns: ns.stanzaId, by, id })

test('only the id that the archive itself gave is believed (XEP-0359)', () => {
  const stanza = xml('message', { id: 'w' }, xml('body', {}, 'hi'), from('evil.example', 'forged'), from(room, 'true'))
  expect(readMessage(stanza, room)).toEqual({ archiveId: 'true', wireId: 'w', text: 'hi', mentions: [] })
  expect(readMessage(stanza, 'other@conference.example')).toEqual({ wireId: 'w', text: 'hi', mentions: [] })
})

test('of two delays the one of the room counts, behind what the sender wrote (bad input 20)', () => {
  const delay = (by: string, stamp: string) => xml('delay', { xmlns: ns.delay, from: by, stamp })
  const [early, late] = ['2001-01-01T00:00:00Z', '2026-01-01T00:00:00Z']
  expect(readMessage(xml('message', {}, delay('x@y', early), delay(room, late)), room).delayed).toEqual({
    by: room,
    ts: Date.parse(late),
  })
  expect(readMessage(xml('message', {}, delay(room, 'never')), room).delayed).toBeUndefined()
})

test.each([
  ['0', '5', 'mine'],
  ['5', '0', '> 👍\nmine'],
  ['0', '900', '> 👍\nmine'],
  ['-1', '5', '> 👍\nmine'],
  ['0', 'x', '> 👍\nmine'],
])('a quote from %s to %s leaves %j (XEP-0461, M4)', (start, end, text) => {
  // The emoji is one code point and two units.
  const quote = xml(
    'fallback',
    { xmlns: ns.fallback, for: ns.reply },
    xml('body', { start, end: end === '5' ? '4' : end }),
  )
  expect(readMessage(xml('message', {}, xml('body', {}, '> 👍\nmine'), quote), room).text).toBe(text)
})

test('10 000 mentions are capped, and what is no address is none (bad input 15)', () => {
  const to = (uri: string) => xml('reference', { xmlns: ns.reference, type: 'mention', uri })
  const many = Array.from({ length: 10_000 }, (_, i) => to(`xmpp:p${i}@example`))
  expect(readMessage(xml('message', {}, many), room).mentions).toHaveLength(100)
  const odd = [to('xmpp:%ZZ'), to('https://example'), to(''), to('xmpp:lab@conference.example/Al%20B?x')]
  expect(readMessage(xml('message', {}, odd), room).mentions).toEqual(['lab@conference.example/Al B'])
})

test('1 MB of text and hidden characters are clipped and cleaned (bad inputs 10, 13)', () => {
  const { text } = readMessage(xml('message', {}, xml('body', {}, `\u202Ea\u{E0041}${'長'.repeat(1_000_000)}`)), room)
  expect([text?.length, text?.slice(0, 2)]).toEqual([20_000, 'a長'])
})

test('a clipped text never ends in half a character', () => {
  const { text } = readMessage(xml('message', {}, xml('body', {}, `a${'👍'.repeat(20_000)}`)), room)
  expect([text?.isWellFormed(), text?.length]).toEqual([true, 20_000])
})

test.each([
  ['policy-violation', 'wait', 'rateLimited'],
  ['not-acceptable', 'modify', 'unavailable'],
  ['service-unavailable', 'wait', 'unavailable'],
  ['forbidden', 'auth', 'permanent'],
])('%s (%s) is %s', (condition, type, kind) => {
  expect(stanzaError(condition, type).kind).toBe(kind)
})
