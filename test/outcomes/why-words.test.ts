// The words of every cause that a verdict may bear, in both languages.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type WhyKey, whyKeys } from '../../machines/group/verdicts/why.ts'
import { explain } from '../../src/llm/explain.ts'
import { ModelError } from '../../src/llm/model.ts'
import { UnusableAnswer } from '../../src/llm/bounded-fetch.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { sampleNumbers as numbers } from './sample-numbers.ts'

const variants = [
  numbers,
  { ...numbers, what: 'messages', scope: 'process' },
  { host: 'box.lan:8000', status: 500, model: 'qwen3' },
]

/** Units, abbreviations, names of settings and what the numbers say themselves. */
const known = new Set([
  ...'token s API DNS TLS JSON UTF https model baseUrl name NODE_EXTRA_CA_CERTS maxTalkTokens maxOutputTokens k'.split(
    ' ',
  ),
  ...Object.values(numbers).flatMap((value) => String(value).match(/[A-Za-z_]+/g) ?? []),
])

test.each(whyKeys)('%s has words in both languages, the Chinese ones without an English word', (why) => {
  for (const figures of [...variants, undefined]) {
    const cause = { why, ...(figures && { numbers: figures }) }
    const [en, zh] = [whyText(cause, 'en'), whyText(cause, 'zh')]
    expect({ en: /^[\u0020-\u007e’“”]{5,}$/.test(en), zh: /\p{Script=Han}{2,}/u.test(zh) }).toEqual({
      en: true,
      zh: true,
    })
    expect((zh.match(/[A-Za-z_]+/g) ?? []).filter((word) => !known.has(word))).toEqual([])
  }
})

test.each(whyKeys)('%s names no figure that is not there', (why) => {
  const all = variants
    .slice(0, 2)
    .flatMap((figures) => (['en', 'zh'] as const).map((lang) => whyText({ why, numbers: figures }, lang)))
  expect(all.filter((text) => /NaN|undefined|\[object|  /.test(text))).toEqual([])
})

test('every cause that charts and calls name is a key with words, and every key is named somewhere', () => {
  const sources = ['machines', 'src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/^outcomes\/why-|^group\.why\.ts$/.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  const all = sources.join('\n')
  expect(whyKeys.filter((why) => !all.includes(`'${why}'`))).toEqual([])
})

test('a model’s own words stand in quotation marks, untranslated', () => {
  const cause = { why: 'modelDeclines', reason: 'Ann has answered it' } as const
  expect([whyText(cause, 'en'), whyText(cause, 'zh')]).toEqual([
    'the model declines to reply: “Ann has answered it”',
    '模型不想回复：“Ann has answered it”',
  ])
})

test('a spent budget is told with its window, its figures and the call that it keeps from being made', () => {
  const tokens = {
    why: 'budgetSpent',
    numbers: {
      window: 'short',
      what: 'tokens',
      used: 1_800,
      limit: 2_000,
      need: 620,
      freesInMs: 268_000,
      path: 'compose',
    },
  } as const
  expect([whyText(tokens, 'en'), whyText(tokens, 'zh')]).toEqual([
    'short window: 1.8k of 2k tokens are used and 620 are needed, free in 4 min 28 s, before the reply',
    '预算：短窗口已用 1.8k / 2k token，还需 620，4 分 28 秒后释放，撰写之前',
  ])
})

test('what an older version wrote, and what is no key, is told as it stands', () => {
  for (const why of ['a human pause', '__proto__', 'constructor', 'toString'])
    expect(whyText({ why: why as WhyKey }, 'zh')).toBe(why)
})

/** As the client words it. */
function bothLanguages(error: unknown): string[] {
  const address = { provider: 'vllm', baseUrl: 'https://box.lan:8000/v1', model: 'm' } as const
  const request = { messages: [], maxTokens: 1, format: 'text', timeoutMs: 900, signal: AbortSignal.abort() } as const
  const failure = error instanceof ModelError ? error : explain(error, address, { ...request, messages: [] })
  return [failure.message, whyText(failure, 'zh')]
}
const broken = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
const cannot = 'vllm at box.lan:8000 cannot be reached:'

test.each([
  [
    broken('ENOTFOUND'),
    `${cannot} DNS found no address for its name (ENOTFOUND): correct model.baseUrl, or check the network`,
    'DNS 查不到 box.lan:8000 的地址（ENOTFOUND）：改 model.baseUrl，或检查网络',
  ],
  [
    broken('ECONNREFUSED'),
    `${cannot} it refused the connection (ECONNREFUSED): start it or correct model.baseUrl`,
    'box.lan:8000 拒绝连接（ECONNREFUSED）：启动它，或改 model.baseUrl',
  ],
  [
    broken('CERT_HAS_EXPIRED'),
    `${cannot} TLS failed (CERT_HAS_EXPIRED): its certificate is not valid today: renew it, or set the clock`,
    '与 box.lan:8000 的 TLS 失败（CERT_HAS_EXPIRED）：证书今天无效，换证书或校准时钟',
  ],
  [new Error('?'), 'vllm at box.lan:8000 broke off the call', 'box.lan:8000 中途断开了调用'],
  [broken('UND_ERR_HEADERS_TIMEOUT'), 'm did not answer within 900 ms', 'm 在 900 毫秒内没有回答'],
  [
    { status: 401 },
    'vllm at box.lan:8000 rejected the API key (401): check the key of this model',
    'box.lan:8000 不认 API 密钥（401）：检查这个模型的密钥',
  ],
  [
    { status: 307, headers: new Headers({ location: 'https://evil.example/v1?k=1' }) },
    'vllm at box.lan:8000 redirects to https://evil.example (307), which is not followed: give model.baseUrl the address where it answers itself',
    'box.lan:8000 转到 https://evil.example（307），不跟随：把 model.baseUrl 改成真正回答的地址',
  ],
  [
    Object.assign(new Error('400 no such format'), { status: 400 }),
    'vllm at box.lan:8000 rejected the request (400): “400 no such format”',
    'box.lan:8000 拒绝了请求（400）：“400 no such format”',
  ],
  [
    new UnusableAnswer('tooManyBytes', { maxBytes: 1_048_576 }),
    'vllm at box.lan:8000 sent more than 1048576 bytes: that is no answer',
    'box.lan:8000 发来超过 1048576 字节：这不是回答',
  ],
  [
    new ModelError('timeout', {
      why: 'timeout',
      numbers: { model: 'b', timeoutMs: 5 },
      tried: [{ model: 'a', why: 'serverError', numbers: { server: 'vllm', host: 'x:1', status: 500 } }],
    }),
    'a: vllm at x:1 failed (500); b did not answer within 5 ms',
    'a：x:1 出错（500）；b 在 5 毫秒内没有回答',
  ],
])('a failed call is told in both languages: %s', (error, en, zh) => {
  expect(bothLanguages(error)).toEqual([en, zh])
})
