// How a bot logs in: by the best way that a server offers, and with a password alone.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../src/channels/xmpp/session.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import { waitFor } from '../../e2e/visitor.ts'

const header = `<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0' id='x' from='localhost'>`
const sasl = 'urn:ietf:params:xml:ns:xmpp-sasl'

/** What the bot does at a server that offers these ways: the way it takes, or why its line is down. */
async function loginAt(offered: readonly string[], host = '127.0.0.1'): Promise<string> {
  const sockets = new Set<Socket>()
  const done: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const taken = /<auth[^>]* mechanism="([^"]+)"/.exec(data.toString())?.[1]
      if (taken) done.push(taken)
      else if (data.includes('<stream:stream'))
        socket.write(
          `${header}<stream:features><mechanisms xmlns='${sasl}'>${offered.map((each) => `<mechanism>${each}</mechanism>`).join('')}</mechanisms></stream:features>`,
        )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const nothing = () => {}
  const session = openSession(
    { jid: 'iris@localhost', password: 'secret', service: `xmpp://${host}:${port}` },
    {
      timers: realClock(),
      silenceMs: 20_000,
      opened: nothing,
      resumed: nothing,
      broke: nothing,
      stanza: nothing,
      line: {
        ready: nothing,
        reconnecting: nothing,
        down: ({ reason, permanent }) => done.push(`${permanent ? 'down for good' : 'down'}: ${reason}`),
      },
    },
  )
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  try {
    return await waitFor('the login', () => done[0])
  } finally {
    await session.close()
  }
}

test.each([
  [['PLAIN', 'SCRAM-SHA-1', 'SCRAM-SHA-256', 'ANONYMOUS'], 'SCRAM-SHA-256'],
  [['ANONYMOUS', 'PLAIN', 'SCRAM-SHA-1'], 'SCRAM-SHA-1'],
  [['ANONYMOUS', 'PLAIN'], 'PLAIN'],
  [
    ['ANONYMOUS'],
    'down for good: the XMPP server refused the login: SASL: No compatible mechanism available.; check the jid and the password in channels.xmpp.accounts',
  ],
])('of %j a bot takes %s', async (offered, taken) => {
  expect(await loginAt(offered)).toBe(taken)
})

test('without TLS no password goes to what is not called this machine', async () => {
  expect(await loginAt(['PLAIN', 'SCRAM-SHA-1'], '0.0.0.0')).toBe(
    'down for good: localhost offers no TLS: no password is sent',
  )
})
