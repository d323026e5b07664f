// Calls and files go by the proxy that the account names; a server on this machine is asked without one.
import { expect, onTestFinished, test } from 'vitest'
import { openApi } from '../../../src/channels/telegram/api.ts'
import { loopback } from '../../world/loopback.ts'

const token = '11111:AAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'

async function proxied() {
  const asked: string[] = []
  const proxy = await loopback((request, response) => {
    asked.push(request.url?.replace(token, 'TOKEN') ?? '')
    if (request.url?.endsWith('/getFile'))
      return response.end(JSON.stringify({ ok: true, result: { file_id: 'F', file_path: 'photos/1.jpg' } }))
    if (request.url?.includes('/file/')) return response.end('bytes')
    return response.end(JSON.stringify({ ok: true, result: { id: 1, first_name: 'Iris', username: 'iris_bot' } }))
  })
  onTestFinished(proxy.stop)
  return { proxy, asked }
}

test('a proxy is asked for everything', async () => {
  const { proxy, asked } = await proxied()
  const api = openApi({ token, apiRoot: 'http://telegram.example', proxy: proxy.url })
  onTestFinished(() => api.close())
  expect((await api.me()).first_name).toBe('Iris')
  expect((await api.download('F', 100, AbortSignal.timeout(5_000))).bytes.byteLength).toBe(5)
  expect(asked).toEqual([
    'http://telegram.example/botTOKEN/getMe',
    'http://telegram.example/botTOKEN/getFile',
    'http://telegram.example/file/botTOKEN/photos/1.jpg',
  ])
})

test('a server on this machine is asked straight', async () => {
  const { proxy, asked } = await proxied()
  const api = openApi({ token, apiRoot: proxy.url, proxy: 'http://127.0.0.1:1' })
  onTestFinished(() => api.close())
  await api.me()
  expect(asked).toEqual(['/botTOKEN/getMe'])
})
