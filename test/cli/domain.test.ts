import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { fakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import { chime, start } from './chime.ts'
import { freePort } from '../world/loopback.ts'
import { folder } from '../world/folders.ts'

const hint = 'Try: chime --help\n'

test.each(['serve', 'doctor'])('%s --domain takes feishu, lark, or a URL without more', async (name) => {
  for (const domain of ['fieshu', 'ftp://127.0.0.1', 'http://ann:pass@127.0.0.1', 'http://127.0.0.1/?a=b', '']) {
    const problem = 'It must be feishu, lark, or an http or https URL.'
    // oxlint-disable-next-line no-await-in-loop -- two cores
    expect(await chime([name, '--domain', domain])).toEqual({
      code: 2,
      out: '',
      err: `error: option '--domain <feishu|lark|URL>' argument '${domain}' is invalid. ${problem}\n${hint}`,
    })
  }
})

test('--domain without a bot on Feishu ends with 1 and the next step', async () => {
  expect(await chime(['serve', '--domain', 'lark'], { cwd: folder() })).toEqual({
    code: 1,
    out: '',
    err: 'chime: --domain is for Feishu, and no bot is there: set FEISHU_APP_ID, FEISHU_APP_SECRET\n',
  })
})

test('--domain goes over the environment and over what each account says', async () => {
  const fake = await fakeFeishu({ people: ['ann'], apps: [{ handle: 'iris' }, { handle: 'rex' }] })
  onTestFinished(fake.stop)
  const rex = JSON.stringify({ bot: 'rex', ...fake.app('rex'), domain: 'http://127.0.0.1:1' })
  const { appId, appSecret } = fake.app('iris')
  const service = start(['serve', '--domain', `${fake.url}/`], {
    cwd: folder({ 'chime.yaml': `channels: { feishu: { accounts: [${rex}] } }` }),
    env: {
      FEISHU_APP_ID: appId,
      FEISHU_APP_SECRET: appSecret,
      FEISHU_DOMAIN: 'http://127.0.0.1:1',
      CHIME_PORT: String(await freePort()),
    },
  })
  const ended = once(service, 'close')
  const online = new Set<string>()
  for await (const line of createInterface(service.stdout)) {
    const { bot, msg } = JSON.parse(line) as { bot: string; msg: string }
    if (msg === 'the bot is online') online.add(bot)
    if (online.size === 2) service.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
  expect([...online].toSorted()).toEqual(['iris', 'rex'])
})
