// Why a line is down, in the page's language.
import { expect, test } from 'vitest'
import { lineCodes } from '../../machines/line-cause.ts'
import { lineReason } from '../../visualizer/connections/line-reason.ts'
import { mcpWords } from '../../visualizer/connections/mcp-words.ts'

const row = { bot: 'iris', channel: 'xmpp', state: 'failed', since: 0, failures: 1, reason: 'no such luck' }

test.each(lineCodes)('%s has Chinese words, the channel’s own ones in quotation marks', (code) => {
  const numbers = { domain: '1', found: '2', jid: '3', said: '4', status: 5 }
  const text = lineReason({ ...row, code, numbers }, 'zh') ?? ''
  const known = /“no such luck”|XMPP|TLS|Chime|Postgres|channels\.xmpp\.accounts|jid/g
  expect({ han: /\p{Script=Han}{2}/u.test(text), english: text.replaceAll(known, '').match(/[a-z]{2,}/gi) }).toEqual({
    han: true,
    english: null,
  })
})

test('an MCP server has a title of its own, and tells which of its tools are off and why', () => {
  const toolsOff = [
    { tool: 'mcp.files.search', why: 'changed' },
    { tool: 'mcp.files.keep', why: 'missing' },
  ] as const
  expect(
    (['en', 'zh'] as const).map((lang) => [mcpWords[lang].title('files'), mcpWords[lang].toolsOff([...toolsOff])]),
  ).toEqual([
    [
      'files, an MCP server',
      'Off: mcp.files.search (described in other words than before; an operator accepts them with ,mcp.accept); mcp.files.keep (the server has no such tool)',
    ],
    [
      'files（MCP 服务器）',
      '已关闭：mcp.files.search（说明已改变，操作员用 ,mcp.accept 接受）；mcp.files.keep（服务器没有这个工具）',
    ],
  ])
  expect([mcpWords.en.reason(row.reason), mcpWords.zh.reason(row.reason)]).toEqual(['no such luck', '“no such luck”'])
})

test('a reason without a code is quoted in Chinese; in English every one stands as it is', () => {
  expect([lineReason(row, 'zh'), lineReason({ ...row, code: 'notReady' }, 'en')]).toEqual([
    '渠道说：“no such luck”',
    'no such luck',
  ])
})
