// Which bots are which on Discord: in the file, in the environment, and what can be wrong with it.
import { describe, expect, test } from 'vitest'
import { configuredChannels, secretsOf } from '../../src/channels/plugins.ts'
import { load, loadYaml, problemsOf } from './load.ts'

const discord = (yaml: string): string => `channels: { discord: { ${yaml} } }`
const usual = {
  typingIndicator: true,
  historyLimit: 20,
  pending: 'read',
  apiRoot: 'https://discord.com/api',
  cdn: 'https://cdn.discordapp.com',
}

describe('bots', () => {
  test('without any there is no such channel', () => {
    expect(loadYaml(discord('historyLimit: 3')).channels).not.toHaveProperty('discord')
  })

  test('the token of the environment is the first bot’s, and a secret', () => {
    const config = load({ env: { DISCORD_BOT_TOKEN: 's3cret.t0ken' } })
    expect(config.channels.discord).toEqual({ ...usual, accounts: [{ bot: 'iris', token: 's3cret.t0ken' }] })
    expect(secretsOf(config)).toContain('s3cret.t0ken')
    expect(configuredChannels(config).map(({ name, bots }) => [name, bots])).toContainEqual(['discord', ['iris']])
  })

  test('each further bot has its own token, the environment’s before the file’s', () => {
    const yaml = discord(
      'accounts: [{ bot: iris, token: file }, { bot: rex }], apiRoot: "http://127.0.0.1:9/api/", gateway: "wss://relay.example.org/", cdn: "http://127.0.0.1:9/cdn/", typingIndicator: false, historyLimit: 0',
    )
    const env = { CHIME_DISCORD_TOKEN_IRIS: 'a', CHIME_DISCORD_TOKEN_REX: 'b', CHIME_DISCORD_TOKEN_MAX: 'c' }
    const config = loadYaml(yaml, env)
    expect(config.channels.discord).toEqual({
      accounts: [
        { bot: 'iris', token: 'a' },
        { bot: 'rex', token: 'b' },
      ],
      typingIndicator: false,
      historyLimit: 0,
      pending: 'read',
      apiRoot: 'http://127.0.0.1:9/api',
      gateway: 'wss://relay.example.org',
      cdn: 'http://127.0.0.1:9/cdn',
    })
    expect(config.warnings).toContain('CHIME_DISCORD_TOKEN_MAX: no bot in channels.discord.accounts is called so')
  })
})

test.each([
  ['accounts: [{ bot: irsi, token: t }]', 'accounts[0].bot: no such bot: did you mean "iris"?'],
  ['accounts: [{ bot: rex }]', 'accounts[0].token: missing: set it here, or CHIME_DISCORD_TOKEN_REX'],
  [
    'token: t, accounts: [{ bot: iris, token: u }]',
    'accounts: bot iris is given twice: one bot on Discord is one bot here',
  ],
  ['token: t, apiRoot: discord.com', 'apiRoot: expected an http or https URL, found "discord.com"'],
  ['token: t, gateway: "https://x"', 'gateway: expected wss://HOST, found "https://x"'],
])('%s', (yaml, problem) => {
  expect(problemsOf(discord(yaml))).toEqual([`chime.yaml: channels.discord.${problem}`])
})

test('a token is never shown', () => {
  const twice = 'accounts: [{ bot: iris, token: s3cret }, { bot: rex, token: s3cret }]'
  expect(problemsOf(discord(twice)).length).toBe(1)
  expect(problemsOf(discord(twice)).join()).not.toContain('s3cret')
  expect(problemsOf(discord('token: "s3 cret"')).join()).not.toContain('s3 cret')
})
