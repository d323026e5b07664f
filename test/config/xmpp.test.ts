// Which bots are which accounts on XMPP: in the file, in the environment, and what can be wrong with it.
import { describe, expect, test } from 'vitest'
import { loadYaml, problemsOf } from './load.ts'

const xmpp = (yaml: string): string => `channels: { xmpp: { ${yaml} } }`

describe('accounts', () => {
  test('without any there is no such channel', () => {
    expect(loadYaml(xmpp('rooms: [lab@conference.example]')).channels).not.toHaveProperty('xmpp')
  })

  test('each has an address, a password and rooms, its own or the common ones', () => {
    const accounts =
      '[{ bot: iris, jid: Iris@example.org, password: "a b" }, { bot: rex, jid: rex@example.org, password: b, rooms: [den@c.example] }]'
    const rest =
      'service: "xmpps://chat.example:5223", rooms: [Lab@c.example], peers: [mo@example.org], historyLimit: 5'
    const service = 'xmpps://chat.example:5223'
    expect(loadYaml(xmpp(`accounts: ${accounts}, ${rest}`)).channels.xmpp).toEqual({
      accounts: [
        { bot: 'iris', jid: 'iris@example.org', password: 'a b', service, rooms: ['lab@c.example'] },
        { bot: 'rex', jid: 'rex@example.org', password: 'b', service, rooms: ['den@c.example'] },
      ],
      peers: ['mo@example.org'],
      historyLimit: 5,
      filesFrom: [],
    })
  })

  test('the password of the environment wins, and the service is the domain’s', () => {
    const env = { CHIME_XMPP_PASSWORD_IRIS: 'of env' }
    const yaml = xmpp('accounts: [{ bot: iris, jid: iris@example.org }]')
    const config = loadYaml(yaml, env)
    expect([config.channels.xmpp?.accounts, config.warnings]).toEqual([
      [{ bot: 'iris', jid: 'iris@example.org', password: 'of env', service: 'xmpp://example.org:5222', rooms: [] }],
      [],
    ])
  })
})

describe('problems', () => {
  test.each([
    [
      'accounts: [{ bot: iris, jid: iris@example.org }]',
      'accounts[0].password: missing: set it here, or CHIME_XMPP_PASSWORD_IRIS',
    ],
    ['accounts: [{ bot: irsi, jid: i@e.org, password: p }]', 'accounts[0].bot: no such bot: did you mean "iris"?'],
    [
      'accounts: [{ bot: iris, jid: i@e.org, password: p }, { bot: rex, jid: I@e.org, password: p }]',
      'accounts: jid i@e.org is given twice: one account is one bot',
    ],
    [
      'rooms: [lab@c.example/iris]',
      'rooms[0]: expected an address such as iris@example.org, without a resource, found "lab@c.example/iris"',
    ],
    ['service: "ws://e.org"', 'service: expected xmpp://HOST:PORT or xmpps://HOST:PORT, found "ws://e.org"'],
  ])('%s', (yaml, problem) => {
    expect(problemsOf(xmpp(yaml))).toEqual([`chime.yaml: channels.xmpp.${problem}`])
  })
})
