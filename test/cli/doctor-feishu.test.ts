import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { checkFeishu } from '../../src/channels/feishu/doctor.ts'
import { findingLine } from '../../src/cli/doctor/finding.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import { runningService } from '../../src/cli/running.ts'
import type { Config } from '../../src/config/config.ts'
import { openDatabase } from '../../src/store/database.ts'
import { type FakeOptions, fakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import { allScopes } from '../fakes/feishu/scopes.ts'
import { servedIn } from '../e2e/running.ts'
import { chime } from './chime.ts'
import { freePort } from '../world/loopback.ts'
import { folder } from '../world/folders.ts'

/** A tenant with Ann and the bot Iris, in a group or not. */
async function tenant(options: Partial<FakeOptions> = {}, groups = ['lab']) {
  const fake = await fakeFeishu({ people: ['ann'], apps: [{ handle: 'iris' }], ...options })
  onTestFinished(fake.stop)
  for (const group of groups) fake.group(group, ['ann', 'iris'])
  return fake
}

type Tenant = Awaited<ReturnType<typeof tenant>>

/** What the doctor says of the app, with the console's address and the open id as signs. */
async function examined(fake: Tenant, account: object = {}, policy = 'auto', store: (path: string) => void = () => {}) {
  const cwd = folder({ 'chime.yaml': stringify(await fileOf(fake, account, policy)) })
  store(`${cwd}/data/chime.sqlite`)
  const { appId, appSecret } = { ...fake.app('iris'), ...account }
  const lines = (await checked(loadConfig({ env: {}, cwd }))).map((found) => findingLine({ what: 'feishu', ...found }))
  expect(lines.join('\n')).not.toContain(appSecret)
  return lines.map((line) =>
    line
      .replaceAll(`${fake.url}/app/${appId}`, 'CONSOLE')
      .replaceAll(appId, 'APP')
      .replaceAll(fake.openId('iris', 'iris'), 'OPEN-ID')
      .replaceAll(fake.url, 'DOMAIN'),
  )
}

const checked = async (config: Config) => {
  const isServed = async () => (await runningService(config.channels.web)) !== undefined
  return config.channels.feishu ? checkFeishu(config.channels.feishu, { config, isServed }) : []
}

const fileOf = async (fake: Tenant, account: object, policy: string) => ({
  bots: [{ id: 'iris', name: 'Iris', role: 'research assistant' }],
  groupSocial: { policy },
  channels: {
    web: { port: await freePort() },
    feishu: { domain: fake.url, accounts: [{ bot: 'iris', ...fake.app('iris'), ...account }] },
  },
})

/** An actor that a message from a group of Feishu has made. */
function heardInLab(path: string): void {
  const db = openDatabase(path)
  db.prepare("INSERT INTO actor (key, version, body, seq, at) VALUES ('iris feishu:oc_1', '1', '{}', 1, 1)").run()
  db.close()
}

const here = '✓ feishu   iris is iris (OPEN-ID), APP'
const inLab = '✓ feishu   iris is in lab'
const everything = '✓ feishu   iris reads everything in its groups (im:message.group_msg)'
const connected = '✓ feishu   iris gets a long connection'
const silent =
  '! feishu   iris has heard no message yet: whether the event is subscribed cannot be seen from here' +
  ' → CONSOLE: Events & Callbacks (事件与回调) → Receive events through persistent connection (使用长连接接收事件), event im.message.receive_v1'
const unseen =
  '! feishu   cannot be seen from here: the scopes to send, and those to hear bots of other programs' +
  " → Permissions & Scopes (权限管理): im:message:send_as_bot to speak; …group_at_msg.include_bot:readonly to hear bots' mentions, …group_msg.include_bot:read (policies auto and open) to hear all they say"
const version = 'then a version: Version Management & Release (版本管理与发布)'
const credentials =
  'CONSOLE: copy App ID and App Secret anew from Credentials & Basic Info (凭证与基础信息); an app of Lark needs domain: lark'
const without = (...scopes: string[]) => ({
  apps: [{ handle: 'iris', scopes: allScopes.filter((scope) => !scopes.includes(scope)) }],
})

test('an app with everything that has heard messages is well, but for what nobody can see', async () => {
  const heard = '✓ feishu   iris has heard messages in 1 chat'
  expect(await examined(await tenant(), {}, 'auto', heardInLab)).toEqual([
    here,
    inLab,
    everything,
    connected,
    heard,
    unseen,
  ])
})

test('nobody is spoken to, and the connection is closed again', async () => {
  const fake = await tenant()
  await examined(fake)
  await fake.until(() => fake.connections('iris') === 0)
  expect(fake.sends).toEqual([])
})

test('an app in no group is told how to get into one', async () => {
  const next = 'in the group: Settings → Bots → Add Bot (设置 → 群机器人 → 添加机器人)'
  const needs = '; policy auto also needs im:message.group_msg'
  const none = `! feishu   iris is in no group yet → ${next}`
  expect(await examined(await tenant({}, []))).toEqual([here, `${none}${needs}`, connected, silent, unseen])
  expect(await examined(await tenant({}, []), {}, 'mention')).toEqual([here, none, connected, silent, unseen])
})

test.each(['auto', 'open'])('without im:message.group_msg policy %s hears mentions alone (R7)', async (policy) => {
  const found = 'with policy auto or open (lab) it hears mentions alone, and no history'
  const step = `CONSOLE: Permissions & Scopes (权限管理): add im:message.group_msg; ${version}`
  expect(await examined(await tenant(without('im:message.group_msg')), {}, policy)).toEqual([
    here,
    inLab,
    `! feishu   iris lacks im:message.group_msg: ${found} → ${step}`,
    connected,
    silent,
    unseen,
  ])
})

test('policy mention does not miss it (R7)', async () => {
  expect(await examined(await tenant(without('im:message.group_msg')), {}, 'mention')).toEqual([
    here,
    inLab,
    '✓ feishu   iris answers mentions only in its groups (policy mention): more need not be heard',
    connected,
    silent,
    unseen,
  ])
})

test('scopes to read that are missing are named with what suffers', async () => {
  const step = (scope: string) => ` → CONSOLE: Permissions & Scopes (权限管理): add ${scope}; ${version}`
  const members = await tenant(without('im:chat.members:read'))
  expect(await examined(members)).toContain(
    `! feishu   iris may not read who is in a group: it knows people by ids${step('im:chat.members:read')}`,
  )
  const bare = await tenant(without('im:chat:read', 'im:chat.members:read', 'im:message:readonly'))
  expect(await examined(bare)).toEqual([
    here,
    `! feishu   iris may not read its groups: the page shows their ids${step('im:chat:readonly')}`,
    `! feishu   iris may not read messages: what happened before it came, what is quoted, forwarded and in files, and whom bots mention${step('im:message:readonly')}`,
    connected,
    silent,
    unseen,
  ])
})

test('a wrong secret and an unknown app are told with where the right ones stand', async () => {
  const fake = await tenant()
  expect(await examined(fake, { appSecret: 'not-the-secret' })).toEqual([
    `✗ feishu   iris is not there: Feishu answered 10014: app secret invalid; the app secret is wrong → ${credentials}`,
  ])
  expect(await examined(fake, { appId: 'cli_0123456789abcdef' })).toEqual([
    `✗ feishu   iris is not there: Feishu answered 10003: invalid app_id; the app id is unknown → ${credentials}`,
  ])
})

test('an app without the bot capability is told where to add it (R1)', async () => {
  const fake = await tenant()
  fake.fail('info', { http: 400, code: 11205 })
  const step = `CONSOLE: Add Features → Bot (添加应用能力 → 机器人); ${version}`
  expect(await examined(fake)).toEqual([
    `✗ feishu   iris is not there: Feishu answered 11205: failed with 11205 → ${step}`,
  ])
})

test('a long connection that is refused is told apart from the rest', async () => {
  const fake = await tenant()
  fake.fail('endpoint', { code: 1000040350 })
  const lines = await examined(fake)
  expect(lines.filter((line) => line.startsWith('✗'))).toEqual([
    '✗ feishu   iris gets no long connection: Feishu answered 1000040350: failed with 1000040350' +
      ' → CONSOLE: stop other programs that use this app: it may hold 50 connections',
  ])
})

test('beside a running service it opens no line: that would take events from it', async () => {
  const fake = await tenant()
  const cwd = folder({ 'chime.yaml': stringify(await fileOf(fake, {}, 'auto')) })
  const { config } = await servedIn(cwd)
  await fake.until(() => fake.connections('iris') === 1)
  const asked = () => fake.calls.filter(({ name }) => name === 'endpoint').length
  const before = asked()
  const found = (await checked(config)).map(({ found: each }) => each)
  expect(found).toContain('iris is left to the running service: its page shows the line')
  expect(asked()).toBe(before)
})

test('events by webhook are asked for as the console will, where a service runs', async () => {
  const fake = await tenant()
  const account = { connectionMode: 'webhook', encryptKey: 'key', verificationToken: 'token' }
  const cwd = folder({ 'chime.yaml': stringify(await fileOf(fake, account, 'auto')) })
  const config = loadConfig({ env: {}, cwd })
  const { port } = config.channels.web
  const next = (await checked(config)).find(({ found }) => found.includes('webhook'))?.next
  expect(next).toContain('(将事件发送至开发者服务器)')
  expect(next).toContain(
    `: enter https://YOUR-ADDRESS/feishu/iris/events; your reverse proxy passes it to http://127.0.0.1:${port}/feishu/iris/events`,
  )
  const { url } = await servedIn(cwd)
  const findings = async (keys: object) => {
    const accounts = config.channels.feishu?.accounts.map((each) => ({ ...each, webhook: keys }))
    const changed = { ...config, channels: { ...config.channels, feishu: { ...config.channels.feishu, accounts } } }
    return (await checked(changed as Config)).map(({ sign, found }) => `${sign} ${found}`)
  }
  expect(await findings({ encryptKey: 'key', verificationToken: 'token' })).toContain(
    `ok iris answers as Feishu will ask it, at ${url}/feishu/iris/events`,
  )
  const other = `bad iris takes no events at ${url}/feishu/iris/events: HTTP 401`
  expect(await findings({ encryptKey: 'another', verificationToken: 'token' })).toContain(other)
  expect(await findings({ verificationToken: 'token' })).toContain(other)
  expect(fake.connections('iris')).toBe(0)
})

test('a platform that is not reached ends the command with 1, and the domain is named', async () => {
  const fake = await tenant()
  const { appId, appSecret } = fake.app('iris')
  fake.down()
  const env = { FEISHU_APP_ID: appId, FEISHU_APP_SECRET: appSecret, CHIME_PORT: String(await freePort()) }
  const feishuLines = async (more: NodeJS.ProcessEnv, ...args: string[]) => {
    const { code, out } = await chime(['doctor', ...args], { cwd: folder(), env: { ...env, ...more } })
    expect(out).not.toContain(appSecret)
    return { code, lines: out.split('\n').filter((line) => line.includes(' feishu ')) }
  }
  expect(await feishuLines({ FEISHU_DOMAIN: 'http://127.0.0.1:1' }, '--domain', `${fake.url}/`)).toEqual({
    code: 1,
    lines: [
      `✗ feishu   iris is not there: Feishu cannot be reached: ECONNRESET socket hang up → check the network, HTTPS_PROXY and the domain ${fake.url}`,
    ],
  })
  const { code, lines } = await feishuLines({ FEISHU_DOMAIN: 'lark', HTTPS_PROXY: 'http://127.0.0.1:1' })
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(
        /^✗ feishu {3}iris is not there: Feishu cannot be reached: .* → check the network, HTTPS_PROXY and the domain https:\/\/open\.larksuite\.com$/,
      ),
    ],
  })
})
