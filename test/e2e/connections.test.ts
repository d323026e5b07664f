// How the bots' lines stand, over HTTP: who is not online and why, and a try by hand; the service says that it is degraded.
import { expect, onTestFinished, test } from 'vitest'
import type { ConnectionRow } from '../../src/feed/contract.ts'
import { fakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import { iris, rex, type Running, running, tempFolders } from './running.ts'
import { postJson } from '../world/posting.ts'

const folder = tempFolders()
const polling = { timeout: 15_000 }

async function started() {
  const fake = await fakeFeishu({
    apps: [{ handle: 'iris' }, { handle: 'rex' }],
    people: ['ann'],
    reconnectMs: 20,
    reconnectNonceMs: 0,
    reconnectCount: 1,
  })
  onTestFinished(fake.stop)
  const service = await running(folder(), {
    bots: [iris, rex],
    channels: {
      feishu: {
        domain: fake.url,
        accounts: [
          { bot: 'iris', ...fake.app('iris') },
          { bot: 'rex', ...fake.app('rex'), appSecret: 'not-the-secret' },
        ],
      },
    },
  })
  onTestFinished(() => service.stop())
  return { fake, service }
}

const rowsOf = async ({ url }: Running): Promise<ConnectionRow[]> =>
  (await (await fetch(`${url}/api/connections`)).json()) as ConnectionRow[]

const standing = async (service: Running) =>
  (await rowsOf(service)).map(({ bot, channel, state }) => `${bot} ${channel} ${state}`)

async function retried({ url }: Running, line: { bot: string; channel: string }) {
  const answer = await postJson(`${url}/api/control`, { do: 'retry', ...line })
  const { told, detail } = (await answer.json()) as { told?: number; detail?: string }
  return [answer.status, told ?? detail]
}

test('a bot with a wrong secret has failed and says why; the other one is online, and the service is degraded (R1)', async () => {
  const { fake, service } = await started()
  const settledRows = ['iris web online', 'rex web online', 'iris feishu online', 'rex feishu failed']
  await expect.poll(() => standing(service), polling).toEqual(settledRows)
  const failed = (await rowsOf(service)).find(({ state }) => state === 'failed')
  expect(failed).toEqual({
    bot: 'rex',
    channel: 'feishu',
    state: 'failed',
    since: expect.any(Number),
    reason: expect.stringMatching(/app secret/),
    code: 'platformRefused',
    numbers: { status: 10014 },
    failures: 0,
  })
  expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ status: 'degraded', failedLines: 1 })
  expect(service.lines.filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({ bot: 'rex', channel: 'feishu', error: failed?.reason }),
  ])
  expect(JSON.stringify(service.lines)).not.toContain('not-the-secret')

  const asked = fake.calls.length
  expect(await retried(service, { bot: 'rex', channel: 'feishu' })).toEqual([200, 0])
  await fake.until(() => fake.calls.length > asked)
  await expect.poll(() => standing(service), polling).toEqual(settledRows)
  expect(await retried(service, { bot: 'rex', channel: 'pigeon' })).toEqual([
    404,
    'no such line: GET /api/connections lists them',
  ])
})

test('a line that the platform breaks while it is down is opened anew by the service itself, and there is one (R1)', async () => {
  const { fake, service } = await started()
  const lineOf = async () => (await rowsOf(service)).find(({ bot, channel }) => bot === 'iris' && channel === 'feishu')
  await expect.poll(lineOf, polling).toMatchObject({ state: 'online' })
  fake.down()
  fake.disconnect('iris')
  await expect.poll(lineOf, polling).toMatchObject({
    state: 'backingOff',
    reason: expect.stringMatching(/./),
    retryAt: expect.any(Number),
    failures: expect.any(Number),
  })
  fake.up()
  await expect.poll(lineOf, polling).toMatchObject({ state: 'online' })
  expect([fake.connections('iris'), (await standing(service)).at(1)]).toEqual([1, 'rex web online'])
})

test('a page that follows the feed is told of every change of a line', async () => {
  const { service } = await started()
  const leave = new AbortController()
  onTestFinished(() => leave.abort())
  const feed = await fetch(`${service.url}/api/feed`, { signal: leave.signal })
  const told = await read(feed, (text) => /"bot":"rex","channel":"feishu","state":"failed"/.test(text))
  expect(told).toMatch(/event: connections\ndata: \[/)
})

async function read({ body }: Response, isEnough: (text: string) => boolean): Promise<string> {
  let text = ''
  if (!body) throw new Error('the feed has no body')
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (isEnough(text)) break
  }
  return text
}
