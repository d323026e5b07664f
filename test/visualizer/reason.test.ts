// Why a gate said what it said: fixed words are translated, a model's own words are not.
import { expect, test } from 'vitest'
import { ModelError } from '../../src/llm/model.ts'
import { explain } from '../../src/llm/explain.ts'
import { UnusableAnswer } from '../../src/llm/bounded-fetch.ts'
import { inWords } from '../../visualizer/why/reason.ts'
import { en } from '../../visualizer/words-en.ts'
import { zh } from '../../visualizer/words-zh.ts'

test('whatever a model says is shown as it says it', () => {
  const said = ['typingDelay', 'good question', '__proto__', 'constructor', 'toString']
  expect(said.map((why) => inWords(why, zh))).toEqual(['像人一样停一下', ...said.slice(1)])
})

/** As the client words it and the chart records it. */
function whyOf(error: unknown): string {
  const address = { provider: 'vllm', baseUrl: 'https://box.lan:8000/v1', model: 'm' } as const
  const request = { messages: [], maxTokens: 1, format: 'text', timeoutMs: 900, signal: AbortSignal.abort() } as const
  const { kind, message } = error instanceof ModelError ? error : explain(error, address, { ...request, messages: [] })
  return `${kind}: ${message}`
}
const broken = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

test.each([
  [broken('ENOTFOUND'), '连不上：DNS 查不到 box.lan:8000 的地址（ENOTFOUND）：改 model.baseUrl，或检查网络'],
  [broken('ECONNREFUSED'), '连不上：box.lan:8000 拒绝连接（ECONNREFUSED）：启动它，或改 model.baseUrl'],
  [broken('ENETUNREACH'), '连不上：网络到不了 box.lan:8000（ENETUNREACH）：检查网络'],
  [broken('ETIMEDOUT'), '连不上：连接 box.lan:8000 超时（ETIMEDOUT）：检查网络和 model.baseUrl'],
  [
    broken('CERT_HAS_EXPIRED'),
    '连不上：与 box.lan:8000 的 TLS 失败（CERT_HAS_EXPIRED）：证书今天无效，换证书或校准时钟',
  ],
  [
    broken('SELF_SIGNED_CERT_IN_CHAIN'),
    '连不上：与 box.lan:8000 的 TLS 失败（SELF_SIGNED_CERT_IN_CHAIN）：证书不受信任，把签发机构的文件给 NODE_EXTRA_CA_CERTS',
  ],
  [
    broken('ERR_SSL_WRONG_VERSION_NUMBER'),
    '连不上：与 box.lan:8000 的 TLS 失败（ERR_SSL_WRONG_VERSION_NUMBER）：它说 https 吗？改 model.baseUrl',
  ],
  [broken('ECONNRESET'), '连不上：box.lan:8000 中途断开了调用（ECONNRESET）'],
  [new Error('?'), '连不上：box.lan:8000 中途断开了调用'],
  [broken('UND_ERR_HEADERS_TIMEOUT'), '超时：m 在 900 毫秒内没有回答'],
  [
    { status: 307, headers: new Headers({ location: 'https://evil.example/v1?k=1' }) },
    '要人处理：box.lan:8000 转到 https://evil.example（307），不跟随：把 model.baseUrl 改成真正回答的地址',
  ],
  [
    new UnusableAnswer('sent more than 1048576 bytes: that is no answer'),
    '读不懂：box.lan:8000 发来超过 1048576 字节：这不是回答',
  ],
  [
    new ModelError('timeout', 'a: vllm at x:1 failed (500); b did not answer within 5 ms'),
    '超时：a: x:1 出错（500）；b 在 5 毫秒内没有回答',
  ],
])('a failed call is told in both languages: %s', (error, chinese) => {
  const why = whyOf(error)
  expect([inWords(why, en), inWords(why, zh)]).toEqual([why, chinese])
})

test('what only begins like a failure is shown as it stands', () => {
  const said = ['timeout: I would say', 'failed: again', 'constructor: x', ': ']
  expect(said.map((why) => inWords(why, zh))).toEqual(said)
})
