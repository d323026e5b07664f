// Which bots are which bots of BotFather's: in the file, in the environment, and what can be wrong with it.
import { describe, expect, test } from 'vitest'
import { secretsOf } from '../../src/channels/plugins.ts'
import { loadYaml, problemsOf } from './load.ts'

const one = '11111:AAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
const two = '22222:BBbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
const telegram = (yaml: string): string => `channels: { telegram: { ${yaml} } }`
const apiRoot = 'https://api.telegram.org'

describe('tokens', () => {
  test('without any there is no such channel', () => {
    expect(loadYaml(telegram('pending: drop')).channels).not.toHaveProperty('telegram')
  })

  test('the one of the environment is the first bot’s, others have their bot in the name', () => {
    const env = { TELEGRAM_BOT_TOKEN: one, CHIME_TELEGRAM_TOKEN_REX: two, TELEGRAM_API_ROOT: 'http://127.0.0.1:9/' }
    expect(
      loadYaml('bots: [{ id: iris, name: Iris, role: r }, { id: rex, name: Rex, role: r }]', env).channels.telegram,
    ).toEqual({
      accounts: [
        { bot: 'iris', token: one, apiRoot: 'http://127.0.0.1:9' },
        { bot: 'rex', token: two, apiRoot: 'http://127.0.0.1:9' },
      ],
      pending: 'read',
      privacy: 'off',
    })
  })

  test('each bot has its own, on the common server and proxy or on others', () => {
    const accounts = `[{ bot: iris, token: "${one}" }, { bot: rex, token: "${two}", api_root: "http://own:8081", proxy: "http://p:1" }]`
    const { channels } = loadYaml(
      telegram(`proxy: "http://u:secret1@q:2", pending: drop, privacy: on, accounts: ${accounts}`),
    )
    expect(channels.telegram).toEqual({
      accounts: [
        { bot: 'iris', token: one, apiRoot, proxy: 'http://u:secret1@q:2' },
        { bot: 'rex', token: two, apiRoot: 'http://own:8081', proxy: 'http://p:1' },
      ],
      pending: 'drop',
      privacy: 'on',
    })
  })

  test('are kept out of the log, the records and the page, and so is the password of a proxy', () => {
    const config = loadYaml(telegram(`token: "${one}", proxy: "http://u:secret1@q:2"`))
    expect(secretsOf(config)).toEqual(expect.arrayContaining([one, one.split(':')[1], 'secret1']))
  })
})

describe('problems', () => {
  test.each([
    ['token: "12:short"', 'token: expected a token as BotFather gives it: 123456789:AA…, found ***'],
    ['apiRoot: example.org', 'apiRoot: expected an http or https URL, found "example.org"'],
    ['proxy: "socks5://p:1"', 'proxy: expected an http or https URL of a proxy, found "socks5://p:1"'],
    ['pending: later', 'pending: expected one of read, drop, found "later"'],
    [`accounts: [{ bot: irsi, token: "${one}" }]`, 'accounts[0].bot: no such bot: did you mean "iris"?'],
    ['accounts: [{ bot: iris }]', 'accounts[0].token: missing: set it here, or CHIME_TELEGRAM_TOKEN_IRIS'],
    [
      `token: "${one}", accounts: [{ bot: iris, token: "${two}" }]`,
      'accounts: bot iris is given twice: one token is one bot',
    ],
    [
      `accounts: [{ bot: iris, token: "${one}" }, { bot: rex, token: "${one}" }]`,
      'accounts: one token is given twice: one token is one bot',
    ],
  ])('%s', (yaml, problem) => {
    expect(problemsOf(telegram(yaml))).toEqual([`chime.yaml: channels.telegram.${problem}`])
  })
})
