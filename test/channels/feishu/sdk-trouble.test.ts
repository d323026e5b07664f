// What an app makes of a platform that quotes secrets, and of one that keeps it waiting for its token.
import { expect, onTestFinished, test } from 'vitest'
import type { FeishuApp } from '../../../src/channels/feishu/app.ts'
import { openApp } from '../../../src/channels/feishu/sdk.ts'
import { type Answer, openPlatform } from './platform.ts'

const appSecret = 'very-secret-words'

async function open(answer: Answer, token?: Answer): Promise<FeishuApp> {
  const platform = await openPlatform(() => answer, token && (() => token))
  onTestFinished(platform.stop)
  return openApp({ appId: 'cli_00000000000000a1', appSecret, domain: platform.url, log: { debug: () => {} } })
}

const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)
const send = (app: FeishuApp, signal?: AbortSignal) =>
  failure(app.send({ chat: 'oc_1', words: { text: 'hi' }, uuid: 'u' }, signal))

test('no error repeats a secret or a token that the platform quotes (S4)', async () => {
  const quoting = { status: 400, body: { code: 10014, msg: `${appSecret} t-token-1 is wrong` } }
  const message = 'Feishu answered 10014: *** *** is wrong; the app secret is wrong'
  const errors = [await send(await open(quoting)), await send(await open({ body: '' }, quoting))]
  expect(errors).toMatchObject([{ message }, { message }])
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const app = await open({ body: quoting.body })
  const ignore = { onReady: () => {}, onReconnecting: () => {}, onEvent: async () => {} }
  const line = app.listen({ ...ignore, onError: resolve })
  expect(await promise).toMatchObject({ kind: 'permanent', message })
  line.stop()
})

test('an aborted call ends while its token is still waited for', async () => {
  const app = await open({ body: '' }, 'silence')
  const abort = new AbortController()
  const sending = send(app, abort.signal)
  abort.abort()
  expect(await sending).toMatchObject({ kind: 'unavailable' })
})

test('an answer longer than any page of the platform is not read to its end', async () => {
  const app = await open({ body: { code: 0, data: { message_id: 'om_1' }, padding: 'x'.repeat(9 * 1_048_576) } })
  expect(await send(app)).toMatchObject({
    kind: 'unavailable',
    message: 'Feishu cannot be reached: ERR_BAD_RESPONSE maxContentLength size of 8388608 exceeded',
  })
})
