// What the doctor says of a model server that gives no answer.
import { expect, onTestFinished, test } from 'vitest'
import { checkModels } from '../../src/cli/doctor/models.ts'
import type { BotConfig } from '../../src/config/bots.ts'
import { type Answer, fakeProvider, says } from '../llm/fake-provider.ts'

const elsewhere: Answer = (response) =>
  void response.writeHead(307, { location: 'http://127.0.0.2:1/v1/chat/completions' }).end()
const tls = 'cannot be reached: TLS failed (ERR_SSL_WRONG_VERSION_NUMBER): does it speak https? correct model.baseUrl'

test.each([
  ['that speaks no TLS', 'https:', says('ok'), tls],
  [
    'that redirects elsewhere',
    'http:',
    elsewhere,
    'redirects to http://127.0.0.2:1 (307), which is not followed: give model.baseUrl the address where it answers itself',
  ],
  ['that hangs up', 'http:', (response) => void response.destroy(), 'broke off the call (UND_ERR_SOCKET)'],
  [
    'that answers without end',
    'http:',
    (response) => void response.end(' '.repeat(2_000_000)),
    'sent more than 1048576 bytes: that is no answer',
  ],
] satisfies [string, string, Answer, string][])('one %s is told as that', async (_what, scheme, answer, why) => {
  const server = await fakeProvider(answer)
  onTestFinished(() => server.stop())
  const baseUrl = server.baseUrl.replace('http:', scheme)
  const model = { provider: 'vllm', baseUrl, name: 'a', decisionName: 'a', mode: 'json' } as const
  expect(await checkModels([{ id: 'iris', name: 'Iris', model } as BotConfig])).toEqual([
    { sign: 'bad', what: 'model', found: `a for Iris: vllm at ${new URL(baseUrl).host} ${why}` },
  ])
})
