// Which bots are which apps: in the file, in the environment, and what can be wrong with it.
import { describe, expect, test } from 'vitest'
import { load, loadYaml, problemsOf } from './load.ts'

const id = 'cli_0123456789abcdef'
const other = 'cli_fedcba9876543210'
const feishu = (yaml: string): string => `channels: { feishu: { ${yaml} } }`

describe('apps', () => {
  test('without any there is no such channel', () => {
    expect(loadYaml(feishu('domain: lark')).channels).not.toHaveProperty('feishu')
  })

  test('the app of the environment is the first bot', () => {
    const env = { FEISHU_APP_ID: id, FEISHU_APP_SECRET: 's3cret', FEISHU_DOMAIN: 'http://127.0.0.1:9/' }
    expect(load({ env }).channels.feishu).toEqual({
      accounts: [{ bot: 'iris', appId: id, appSecret: 's3cret', domain: 'http://127.0.0.1:9' }],
      typingIndicator: false,
      historyLimit: 20,
    })
  })

  test('each further bot has its own, on the common domain or another', () => {
    const accounts = `[{ bot: iris, app_id: ${id}, appSecret: a }, { bot: rex, appId: ${other}, appSecret: b, domain: feishu }]`
    expect(
      loadYaml(feishu(`domain: lark, accounts: ${accounts}, typingIndicator: true, historyLimit: 0`)).channels.feishu,
    ).toEqual({
      accounts: [
        { bot: 'iris', appId: id, appSecret: 'a', domain: 'https://open.larksuite.com' },
        { bot: 'rex', appId: other, appSecret: 'b', domain: 'https://open.feishu.cn' },
      ],
      typingIndicator: true,
      historyLimit: 0,
    })
  })
})

describe('events by webhook', () => {
  const keys = 'encryptKey: e, verificationToken: v'

  test('come to the app of the environment with its keys', () => {
    const env = { FEISHU_APP_ID: id, FEISHU_APP_SECRET: 's', FEISHU_ENCRYPT_KEY: 'e', FEISHU_VERIFICATION_TOKEN: 'v' }
    expect(loadYaml(feishu('connectionMode: webhook'), env).channels.feishu?.accounts).toEqual([
      {
        bot: 'iris',
        appId: id,
        appSecret: 's',
        domain: 'https://open.feishu.cn',
        webhook: { encryptKey: 'e', verificationToken: 'v' },
      },
    ])
  })

  test.each([
    [`connectionMode: webhook, accounts: [{ bot: iris, appId: ${id}, appSecret: s, ${keys} }]`, true],
    [`accounts: [{ bot: iris, appId: ${id}, appSecret: s, connectionMode: webhook, ${keys} }]`, true],
    [
      `connectionMode: webhook, accounts: [{ bot: iris, appId: ${id}, appSecret: s, connectionMode: websocket }]`,
      false,
    ],
    [`appId: ${id}, appSecret: s, ${keys}`, false],
  ])('%s: %s', (yaml, isWebhook) => {
    expect(loadYaml(feishu(yaml)).channels.feishu?.accounts[0]?.webhook !== undefined).toBe(isWebhook)
  })

  test('are refused where nothing would prove that they are the platform’s', () => {
    const accounts = `[{ bot: iris, appId: ${id}, appSecret: s }]`
    expect(problemsOf(feishu(`connectionMode: webhook, encryptKey: e, accounts: ${accounts}`))).toEqual([
      'chime.yaml: channels.feishu.connectionMode: webhook: nothing proves that an event for iris is Feishu’s: set its encryptKey (better) or verificationToken, from Events & Callbacks → Encryption Strategy (加密策略)',
    ])
  })
})

describe('problems', () => {
  test.each([
    [`appId: cli_12, appSecret: s`, 'appId: expected an app id: cli_ and 16 digits of 0-9, a-f, found "cli_12"'],
    [`appId: ${id}`, 'appSecret: missing: appId and appSecret belong together (FEISHU_APP_ID, FEISHU_APP_SECRET)'],
    [`domain: example.org`, 'domain: expected feishu, lark, or an http or https URL, found "example.org"'],
    [`accounts: [{ bot: irsi, appId: ${id}, appSecret: s }]`, 'accounts[0].bot: no such bot: did you mean "iris"?'],
    [
      `appId: ${id}, appSecret: s, accounts: [{ bot: iris, appId: ${other}, appSecret: s }]`,
      'accounts: bot iris is given twice: one app is one bot',
    ],
    [
      `accounts: [{ bot: iris, appId: ${id}, appSecret: s }, { bot: rex, appId: ${id}, appSecret: s }]`,
      `accounts: appId ${id} is given twice: one app is one bot`,
    ],
  ])('%s', (yaml, problem) => {
    expect(problemsOf(feishu(yaml))).toEqual([`chime.yaml: channels.feishu.${problem}`])
  })

  test('a secret is never shown', () => {
    expect(problemsOf(feishu(`appId: ${id}, appSecret: "s3 cret"`)).join()).not.toContain('s3 cret')
  })
})
