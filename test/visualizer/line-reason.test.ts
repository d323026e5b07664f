// Why a line is down, in the page's language.
import { expect, test } from 'vitest'
import { lineCodes } from '../../machines/line-cause.ts'
import { lineReason } from '../../visualizer/connections/line-reason.ts'

const row = { bot: 'iris', channel: 'xmpp', state: 'failed', since: 0, failures: 1, reason: 'no such luck' }

test.each(lineCodes)('%s has Chinese words, the channel’s own ones in quotation marks', (code) => {
  const numbers = { domain: '1', found: '2', jid: '3', said: '4', status: 5 }
  const text = lineReason({ ...row, code, numbers }, 'zh') ?? ''
  const known = /“no such luck”|XMPP|TLS|Chime|channels\.xmpp\.accounts|jid/g
  expect({ han: /\p{Script=Han}{2}/u.test(text), english: text.replaceAll(known, '').match(/[a-z]{2,}/gi) }).toEqual({
    han: true,
    english: null,
  })
})

test('a reason without a code is quoted in Chinese; in English every one stands as it is', () => {
  expect([lineReason(row, 'zh'), lineReason({ ...row, code: 'notReady' }, 'en')]).toEqual([
    '渠道说：“no such luck”',
    'no such luck',
  ])
})
