// What a reply becomes on XMPP, without a server.
import { expect, test } from 'vitest'
import { planReply } from '../../../src/channels/xmpp/outbound.ts'

const occupants = ['Ann', 'Bo Lee', '苏苏'].map((nick) => ({ id: `${nick.length}@localhost`, nick, bot: false }))
const place = { to: 'lab@localhost', type: 'groupchat' as const, occupants }

test.each([
  ['@Ann, look', [['xmpp:3@localhost', '0', '4']]],
  ['👍 @bo lee: yes', [['xmpp:6@localhost', '2', '9']]],
  ['问＠苏苏吧', [['xmpp:2@localhost', '1', '4']]],
  ['@Anna and joe@Ann ring nobody', []],
])('%s mentions those who are there, counted in code points (XEP-0372)', (text, expected) => {
  const [part] = planReply({ key: 'k', type: 'normal', text }, place)
  const references = part?.stanza.getChildren('reference', 'urn:xmpp:reference:0') ?? []
  expect(references.map(({ attrs }) => [attrs['uri'], String(attrs['begin']), String(attrs['end'])])).toEqual(expected)
})
