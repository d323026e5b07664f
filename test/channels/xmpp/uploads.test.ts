// The files of a bot's own server are read without being listed: where they are, its server says (XEP-0363).
import { type Element, xml } from '@xmpp/client'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ChannelError } from '../../../src/channels/channel.ts'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { openXmpp } from '../../../src/channels/xmpp/open.ts'
import type { Session } from '../../../src/channels/xmpp/session.ts'
import { makeUploadHosts } from '../../../src/channels/xmpp/uploads.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { openTalk } from '../../../src/store/talk.ts'
import { type Prosody, startProsody } from '../../../tools/prosody.mjs'
import { waitFor } from '../../e2e/visitor.ts'

interface Service {
  takesFiles?: boolean
  /** What it answers to the request for a slot; absent: it refuses. */
  slot?: string
}

const no = new ChannelError('permanent', 'the XMPP server refused: not-allowed')
const away = new ChannelError('unavailable', 'the XMPP server did not answer')

/** A server with these services; `troubles`: what its list of them answers first. */
function serverOf(services: Record<string, Service>, troubles: ChannelError[] = []) {
  const asked: string[] = []
  const session: Session = {
    send: () => Promise.resolve(),
    close: () => Promise.resolve(),
    async ask(iq) {
      const { to = '' } = iq.attrs
      const service = services[to]
      const what = iq.children.find((child): child is Element => typeof child !== 'string')
      asked.push(`${to} ${what?.name === 'request' ? 'slot' : what?.attrs['xmlns']?.split('#')[1]}`)
      if (iq.getChild('query', ns.discoItems)) {
        const trouble = troubles.shift()
        if (trouble) throw trouble
        const items = Object.keys(services).map((jid) => xml('item', { jid }))
        return xml('iq', {}, xml('query', { xmlns: ns.discoItems }, ...items))
      }
      if (iq.getChild('query', ns.discoInfo)) {
        if (!service) throw no
        const feature = xml('feature', { var: service.takesFiles ? ns.upload : ns.mam })
        return xml('iq', {}, xml('query', { xmlns: ns.discoInfo }, feature))
      }
      if (service?.slot === undefined) throw no
      return xml('iq', {}, xml('slot', { xmlns: ns.upload }, xml('get', { url: service.slot })))
    },
  }
  const hosts = makeUploadHosts('example.org', () => session)
  return { hosts: async () => [...(await hosts())], asked }
}

test.each<[string, Record<string, Service>, string[]]>([
  [
    'the host of the addresses it gives',
    { 'upload.example.org': { takesFiles: true, slot: 'https://files.example.org:5281/f/a/chime.txt' } },
    ['files.example.org:5281'],
  ],
  [
    'the service itself, where it gives no address',
    { 'upload.example.org': { takesFiles: true } },
    ['upload.example.org'],
  ],
  ['the domain, where that takes them', { 'example.org': { takesFiles: true } }, ['example.org']],
  ['nowhere, where nothing takes files', { 'conference.example.org': { slot: 'https://evil.example/x' } }, []],
])('files are on %s', async (_, services, hosts) => {
  expect(await serverOf(services).hosts()).toEqual(hosts)
})

test('a server is asked once a stream, and again where it did not answer', async () => {
  const { hosts, asked } = serverOf({ 'upload.example.org': { takesFiles: true } }, [away])
  expect([await hosts(), await hosts(), await hosts(), asked]).toEqual([
    [],
    ['upload.example.org'],
    ['upload.example.org'],
    [
      'example.org items',
      'example.org items',
      'example.org info',
      'upload.example.org info',
      'upload.example.org slot',
    ],
  ])
})

test('without a stream nothing is known', async () => {
  expect([...(await makeUploadHosts('example.org', () => undefined)())]).toEqual([])
})

describe.skipIf(process.env['CHIME_SKIP_XMPP'] === '1')('a file of the bot’s own server', () => {
  let prosody: Prosody
  const server = createServer((_, response) => response.end('png'))
  const port = () => (server.address() as { port: number }).port
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    prosody = await startProsody(['iris'], { filesAt: `http://127.0.0.1:${port()}` })
  })
  afterAll(async () => {
    await prosody.stop()
    server.close()
  })

  test('is read though no host is listed, and one of another host is not', async () => {
    const { password, service } = prosody
    const account = { bot: 'iris', jid: prosody.jid('iris'), password, service, rooms: [] }
    const db = openDatabase(':memory:')
    const channel = openXmpp(
      { accounts: [account], peers: [], historyLimit: 0, filesFrom: [] },
      {
        talk: openTalk(db),
        clock: realClock(),
        log: () => {},
        corrected: () => {},
      },
    )
    let isReady = false
    const line = { ready: () => (isReady = true), reconnecting: () => {}, down: () => {} }
    const bot = { id: 'iris', name: 'Iris' }
    await channel.identify(bot)
    const close = await channel.connect?.(bot, line)
    onTestFinished(async () => {
      await close?.()
      db.close()
    })
    await waitFor('the line', () => isReady || undefined)
    const fetched = (ref: string) => {
      const what = { group: 'xmpp:lab', message: 'm', bot: 'iris', part: { kind: 'image', ref } as const, most: 10 }
      return channel.download(what, AbortSignal.timeout(5_000)).then(
        ({ bytes }) => Buffer.from(bytes).toString(),
        (error: ChannelError) => error.kind,
      )
    }
    const refs = [
      `http://127.0.0.1:${port()}/a/cat.png`,
      `http://localhost:${port()}/a/cat.png`,
      'http://127.0.0.1:1/x',
    ]
    expect(await Promise.all(refs.map(fetched))).toEqual(['png', 'permanent', 'permanent'])
  })
})
