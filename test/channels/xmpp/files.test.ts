// Files, quotes and styling of XMPP: what a stanza shows beside its words, and how markdown is written (A12).
import { xml } from '@xmpp/client'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { ChannelError } from '../../../src/channels/channel.ts'
import { fetchBytes } from '../../../src/channels/fetch-bytes.ts'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { openXmpp } from '../../../src/channels/xmpp/open.ts'
import { readMessage } from '../../../src/channels/xmpp/stanza.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { openTalk } from '../../../src/store/talk.ts'
import { styled } from '../../../src/channels/xmpp/styling.ts'

const url = 'https://upload.example/a/cat%20one.PNG'
const oob = (address: string, desc?: string) =>
  xml('x', { xmlns: ns.outOfBand }, xml('url', {}, address), ...(desc === undefined ? [] : [xml('desc', {}, desc)]))
const sharing = (...about: ReturnType<typeof xml>[]) =>
  xml(
    'file-sharing',
    { xmlns: ns.sharing },
    xml('file', { xmlns: ns.fileMetadata }, ...about),
    xml('sources', {}, xml('url-data', { xmlns: ns.urlData, target: url })),
  )
const heard = (...children: ReturnType<typeof xml>[]) => readMessage(xml('message', {}, ...children), 'lab@example')

test('a file by its address alone is told by its name, and the address is not its text (XEP-0066)', () => {
  expect(heard(xml('body', {}, url), oob(url))).toEqual({
    mentions: [],
    files: [{ kind: 'image', name: 'cat one.PNG', ref: url }],
  })
  expect(heard(xml('body', {}, `look ${url}`), oob(url, 'my cat'))).toEqual({
    mentions: [],
    text: `look ${url}`,
    files: [{ kind: 'image', name: 'cat one.PNG', ref: url, alt: 'my cat' }],
  })
})

test('what is told of a file is believed before its name, and the file stands once (XEP-0446, XEP-0447)', () => {
  const about = [
    xml('media-type', {}, 'video/mp4'),
    xml('name', {}, 'clip\u202E.png'),
    xml('size', {}, '12345'),
    xml('width', {}, '640'),
    xml('height', {}, '480'),
    xml('length', {}, '1500'),
  ]
  expect(heard(sharing(...about), oob(url)).files).toEqual([
    {
      kind: 'video',
      name: 'clip.png',
      mime: 'video/mp4',
      ref: url,
      bytes: 12_345,
      width: 640,
      height: 480,
      seconds: 1.5,
    },
  ])
  expect(heard(sharing(xml('size', {}, '-4'), xml('width', {}, 'wide'))).files).toEqual([
    { kind: 'image', name: 'cat one.PNG', ref: url },
  ])
})

test.each(['file:///etc/passwd', 'aesgcm://upload.example/x#key', 'javascript:1', `https://a/${'x'.repeat(900)}`])(
  '%s is no address of a file',
  (address) => {
    expect(heard(xml('body', {}, 'hi'), oob(address)).files).toBeUndefined()
  },
)

test('thirty files are ten', () => {
  const many = Array.from({ length: 30 }, (_, i) => oob(`${url}${i}`))
  expect(heard(...many).files).toHaveLength(10)
})

test('what stands above a reply is kept apart from its own words (XEP-0461)', () => {
  const quote = xml('fallback', { xmlns: ns.fallback, for: ns.reply }, xml('body', { start: '0', end: '13' }))
  const reply = xml('reply', { xmlns: ns.reply, id: 'old', to: 'lab@example/Ann' })
  expect(heard(xml('body', {}, '> one\n> two\n\nmine'), quote, reply)).toEqual({
    mentions: [],
    text: 'mine',
    quoted: 'one\ntwo',
    replyTo: 'old',
    replyToWhom: 'lab@example/Ann',
  })
})

test.each([
  ['plain text, 2 * 3 * 4 and snake_case_name', 'plain text, 2 * 3 * 4 and snake_case_name'],
  ['**bold** *it* ~~no~~ `**code**`', '*bold* _it_ ~no~ `**code**`'],
  ['# Title **x** y\n\ntext', '*Title x y*\n\ntext'],
  ['[docs](https://a.b/c), https://x.y/z, <https://q.r>', 'docs (https://a.b/c), https://x.y/z, https://q.r'],
  ['![cat](https://c/d.png)', 'cat https://c/d.png'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', '```\n| a | b |\n|---|---|\n| 1 | 2 |\n```'],
  ['```ts\nconst a = **1**\n```', '```ts\nconst a = **1**\n```'],
  ['> quoted **x**\n\n1. one\n2. two', '> quoted *x*\n\n1. one\n2. two'],
])('%j is styled as %j (XEP-0393)', (markdown, expected) => {
  expect(styled(markdown)).toBe(expected)
})

async function host(
  answer: (path: string) => { status?: number; headers?: Record<string, string>; body: Buffer | 'endless' },
) {
  const server = createServer(({ url: path = '' }, response) => {
    const { status = 200, headers, body } = answer(path)
    response.writeHead(status, headers)
    if (body !== 'endless') {
      response.end(body)
      return
    }
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more).on('error', () => undefined)
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void (server.closeAllConnections(), server.close()))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

test('a file is read up to its bound, wherever its host leads and however long it goes on', async () => {
  const at = await host((path) =>
    path === '/away'
      ? { status: 302, headers: { location: '/ok' }, body: Buffer.from('') }
      : path === '/endless'
        ? { headers: { 'content-length': '3' }, body: Buffer.from('abc') }
        : path === '/more'
          ? { body: 'endless' }
          : path === '/gone'
            ? { status: 404, body: Buffer.from('') }
            : path === '/busy'
              ? { status: 503, body: Buffer.from('') }
              : { headers: { 'content-type': 'image/png; charset=x' }, body: Buffer.from('png') },
  )
  const fetched = (path: string, isAllowed = () => true) =>
    fetchBytes({ url: at + path, isAllowed, most: 100_000 }, AbortSignal.timeout(5_000)).then(
      ({ bytes, mime }) => [Buffer.from(bytes).toString(), mime],
      (error: ChannelError) => error.kind,
    )
  expect(
    await Promise.all(['/ok', '/endless', '/more', '/away', '/gone', '/busy'].map((path) => fetched(path))),
  ).toEqual([['png', 'image/png'], ['abc', undefined], 'permanent', 'permanent', 'permanent', 'unavailable'])
  expect(await fetched('/ok', () => false)).toBe('permanent')
})

test('whoever writes names the address of a file: it is fetched from hosts that are listed, and from no others', async () => {
  const at = await host(() => ({ body: Buffer.from('png') }))
  const { host: listed } = new URL(at)
  const account = { bot: 'iris', jid: 'iris@127.0.0.1', password: 'x', service: 'xmpp://127.0.0.1:5222', rooms: [] }
  const config = { accounts: [account], peers: [], historyLimit: 0, filesFrom: [listed] }
  const db = openDatabase(':memory:')
  onTestFinished(() => db.close())
  const { download } = openXmpp(config, { talk: openTalk(db) } as Parameters<typeof openXmpp>[1])
  const fetched = (ref: string) => {
    const what = { group: 'xmpp:lab', message: 'm', bot: 'iris', part: { kind: 'image', ref } as const, most: 10 }
    return download(what, AbortSignal.timeout(5_000)).then(
      ({ bytes }) => Buffer.from(bytes).toString(),
      (error: ChannelError) => error.kind,
    )
  }
  const elsewhere = [`http://localhost:${new URL(at).port}/x`, 'http://127.0.0.1:1/x', `https://sub.${listed}/x`]
  expect(await Promise.all([`${at}/x`, ...elsewhere].map(fetched))).toEqual([
    'png',
    'permanent',
    'permanent',
    'permanent',
  ])
})
